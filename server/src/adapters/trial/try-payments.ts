import type { Config } from '../../platform/config/config.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { failedTrial, passedTrial, type Trial } from '../../ports/trial.ts'
import { createBinanceClient, createSigner } from '../binance/binance-client.ts'
import { faultOfCertificate } from '../efi/efi-certificate.ts'
import { errorCodeOf, createEfiClient, type EfiCall } from '../efi/efi-client.ts'
import { createStripeCard, stripeOf } from '../stripe/stripe-card.ts'
import { missingRights } from '../stripe/stripe-rights.ts'
import { trialOfStatus, trialOfError } from './trial-failures.ts'
import type { TrialInput } from './trial-given.ts'

/**
 * Checks the certificate first, then requests a token and reads the key's webhook, a charge that
 * does not exist, and the reports of fraud.
 */
export async function tryPixProvider(
  { pix }: Config,
  { now, timeoutMs }: TrialInput,
): Promise<Trial> {
  if (!pix) return failedTrial('unexpected')

  const certificateFault = pix.certificate ? faultOfCertificate(pix.certificate, now()) : null
  if (certificateFault) return failedTrial(certificateFault)

  try {
    return await tryBankCalls(pix, timeoutMs, now)
  } catch (error) {
    return isHandshake(error) ? failedTrial('certificate_refused') : trialOfError(error)
  }
}

async function tryBankCalls(
  pix: NonNullable<Config['pix']>,
  timeoutMs: number,
  now: () => Date,
): Promise<Trial> {
  let grantedScopes: string[] | null = null
  const callEfi = createEfiClient({ ...pix, timeoutMs }, now, (scopes) => {
    grantedScopes = scopes
  })

  const readingCalls = [
    // The first of these calls requests the token.
    [`/webhook/${encodeURIComponent(pix.pixKey)}`, 'webhook.read'],
    ['/cob/chaveiro00000000000000000000', 'cob.read'],
  ] as const

  for (const [path, scope] of readingCalls) {
    const reply = await callEfi('GET', path)
    if (reply.status === 403)
      return failedTrial('permission', missingScopes(grantedScopes, false).join(' ') || scope)
    if (errorCodeOf(reply) === 'chave_invalida') return failedTrial('pix_key')
    if (reply.status !== 200 && reply.status !== 404 && !isNotFound(errorCodeOf(reply)))
      return trialOfStatus(reply.status)
  }

  const missingNames = missingScopes(grantedScopes, await hasReports(callEfi, now()))

  return missingNames.length ? failedTrial('permission', missingNames.join(' ')) : passedTrial
}

/** Scopes of BACEN's API that the shop needs; refunds need those of `pix`. */
const scopesNeeded = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
]

/** Efí's own scopes, for fraud reports (MED). */
const scopesOfReports = ['gn.infractions.read', 'gn.infractions.write']

/**
 * Scopes that the shop needs and a token lacks; none where the bank does not name a token's scopes.
 */
const missingScopes = (granted: readonly string[] | null, withReports: boolean): string[] =>
  granted
    ? [...scopesNeeded, ...(withReports ? scopesOfReports : [])].filter(
        (scope) => !granted.includes(scope),
      )
    : []

/** Whether the bank has Efí's calls about fraud reports, whether or not this token may use them. */
async function hasReports(call: EfiCall, now: Date): Promise<boolean> {
  const reportQuery = new URLSearchParams({ inicio: now.toISOString(), fim: now.toISOString() })
  const reply = await call('GET', `/gn/infracoes?${reportQuery.toString()}`)

  return reply.status === 200 || errorCodeOf(reply) === 'insufficient_scope'
}

const isNotFound = (code: string): boolean => /nao_encontrad/.test(code)

/**
 * Whether the bank ended the connection before any answer, which means that it does not know our
 * certificate.
 */
const isHandshake = (error: unknown): boolean =>
  error instanceof ProviderUnknown &&
  /ERR_SSL|ECONNRESET|UND_ERR_SOCKET|EPROTO/.test(error.code ?? '')

/**
 * Lists the newest payment page, which every key that can sell may read. A restricted key must
 * also have every right that the shop uses.
 */
export async function tryCardProvider(
  { card }: Config,
  { now, timeoutMs }: TrialInput,
): Promise<Trial> {
  if (!card) return failedTrial('unexpected')
  if (!card.webhookSecrets.every((secret) => /^whsec_\S{16,}$/.test(secret)))
    return failedTrial('webhook_secret')
  // A publishable key cannot sell.
  if (!/^(sk|rk)_/.test(card.secretKey)) return failedTrial('secret')

  try {
    await createStripeCard({ ...card, timeoutMs }, now).check()
    if (!card.secretKey.startsWith('rk_')) return passedTrial

    const missingNames = await missingRights(stripeOf({ ...card, timeoutMs }))

    return missingNames.length ? failedTrial('permission', missingNames.join(', ')) : passedTrial
  } catch (error) {
    if (error instanceof ProviderUnknown && error.code === 'StripePermissionError')
      return failedTrial('permission', 'Checkout Sessions')
    return trialOfError(error)
  }
}

/**
 * Reads the exchange's time, and the account's coins by a signed call. Each configured network must
 * exist.
 */
export async function tryCrypto(
  { crypto }: Config,
  { now, timeoutMs }: TrialInput,
): Promise<Trial> {
  if (!crypto) return failedTrial('unexpected')

  try {
    createSigner(crypto.apiSecret)
  } catch {
    return failedTrial('private_key')
  }

  try {
    const binanceClient = createBinanceClient({ ...crypto, timeoutMs }, now)
    await binanceClient.open('/api/v3/time', {})
    const listedCoins = (await binanceClient.signed(
      '/sapi/v1/capital/config/getall',
      {},
    )) as Listed[]

    const missingNetwork = Object.entries(crypto.networks).find(
      ([coin, network]) =>
        !listedCoins.some(
          (row) => row.coin === coin && row.networkList.some((n) => n.network === network),
        ),
    )

    return missingNetwork ? failedTrial('network', missingNetwork.join(':')) : passedTrial
  } catch (error) {
    return trialOfBinance(error)
  }
}

type Listed = { coin: string; networkList: { network: string }[] }

function trialOfBinance(error: unknown): Trial {
  const errorCode = error instanceof ProviderUnknown ? error.code : null
  if (errorCode === '-1021') return failedTrial('clock')
  if (errorCode === '-1022' || errorCode === '-2014') return failedTrial('secret')
  if (errorCode === '-2015' || errorCode === '-1002') return failedTrial('permission')

  return trialOfError(error)
}
