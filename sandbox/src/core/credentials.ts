import { generateKeyPairSync, randomUUID } from 'node:crypto'

import { randomHex, randomText } from './ids.ts'
import type { State } from './state.ts'

/**
 * The store's accounts at the providers, generated once per state folder and valid only with it.
 */
export type Credentials = {
  id: string
  stripeSecretKey: string
  stripeWebhookSecret: string
  pixClientId: string
  pixClientSecret: string
  pixKey: string
  pixWebhookSecret: string
  pixTokenSecret: string
  binanceApiKey: string
  binanceApiSecret: string
  recaptchaSiteKey: string
  recaptchaSecret: string
  captchaTokenSecret: string
  keyauthSellerKey: string
  mailPassword: string
  discordBotToken: string
  discordClientSecret: string
  discordPublicKey: string
  discordPrivateKey: string
}

/**
 * Reads the credentials of this state folder, or creates them. An older folder gets missing
 * accounts of newer providers.
 */
export function openCredentials(state: State): Credentials {
  const credentialTable = state.table<Credentials>('credentials')
  const savedCredentials = credentialTable.get('credentials')

  const newCredentials: Credentials = {
    id: 'credentials',
    stripeSecretKey: `sk_test_${randomText(40)}`,
    stripeWebhookSecret: `whsec_${randomText(32)}`,
    pixClientId: `Client_Id_${randomHex(20)}`,
    pixClientSecret: `Client_Secret_${randomHex(20)}`,
    pixKey: randomUUID(),
    pixWebhookSecret: randomHex(16),
    pixTokenSecret: randomHex(32),
    binanceApiKey: randomText(64),
    binanceApiSecret: randomText(64),
    recaptchaSiteKey: `6L${randomText(38)}`,
    recaptchaSecret: `6L${randomText(38)}`,
    captchaTokenSecret: randomHex(32),
    keyauthSellerKey: randomHex(16),
    mailPassword: randomHex(12),
    discordBotToken: `${randomText(26)}.${randomText(6)}.${randomText(38)}`,
    discordClientSecret: randomText(32),
    ...signingKeys(),
  }

  const isComplete =
    savedCredentials && Object.keys(newCredentials).every((name) => name in savedCredentials)

  return isComplete
    ? savedCredentials
    : credentialTable.save({ ...newCredentials, ...savedCredentials })
}

/**
 * A pair of Ed25519 keys: the public key as hex, as in the developer portal, the private key as
 * PKCS #8 text.
 */
function signingKeys(): { discordPublicKey: string; discordPrivateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    discordPublicKey: publicKey
      .export({ format: 'der', type: 'spki' })
      .subarray(-32)
      .toString('hex'),
    discordPrivateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
