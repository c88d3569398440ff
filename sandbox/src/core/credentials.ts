import { randomUUID } from 'node:crypto'
import { randomHex, randomText } from './ids.ts'
import type { State } from './state.ts'

/** The accounts that the store holds at the providers: made once for a state folder, good for nothing outside it. */
export type Credentials = {
  id: string
  stripeSecretKey: string; stripeWebhookSecret: string
  pixClientId: string; pixClientSecret: string; pixKey: string; pixWebhookSecret: string; pixTokenSecret: string
  binanceApiKey: string; binanceApiSecret: string
  recaptchaSiteKey: string; recaptchaSecret: string; captchaTokenSecret: string
}

/** Read the credentials of this state folder, or make them. */
export function openCredentials(state: State): Credentials {
  const table = state.table<Credentials>('credentials')
  return table.get('credentials') ?? table.save({
    id: 'credentials',
    stripeSecretKey: `sk_test_${randomText(40)}`, stripeWebhookSecret: `whsec_${randomText(32)}`,
    pixClientId: `Client_Id_${randomHex(20)}`, pixClientSecret: `Client_Secret_${randomHex(20)}`, pixKey: randomUUID(),
    pixWebhookSecret: randomHex(16), pixTokenSecret: randomHex(32),
    binanceApiKey: randomText(64), binanceApiSecret: randomText(64),
    recaptchaSiteKey: `6L${randomText(38)}`, recaptchaSecret: `6L${randomText(38)}`, captchaTokenSecret: randomHex(32),
  })
}
