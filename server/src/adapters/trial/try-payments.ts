import type { Config } from '../../platform/config/config.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { fails, works, type Trial } from '../../ports/trial.ts'
import { createBinanceClient, createSigner } from '../binance/binance-client.ts'
import { faultOfCertificate } from '../efi/efi-certificate.ts'
import { codeOf, createEfiClient, type EfiCall } from '../efi/efi-client.ts'
import { createStripeCard, stripeOf } from '../stripe/stripe-card.ts'
import { missingRights } from '../stripe/stripe-rights.ts'
import { ofStatus, trialOf } from './trial-failures.ts'
import type { TrialInput } from './trial-given.ts'

/**
 * Checks the certificate first, then requests a token and makes two reads that find nothing: the
 * key's webhook and a charge that does not exist.
 */
export async function tryPix({ pix }: Config, { now, timeoutMs }: TrialInput): Promise<Trial> {
  if (!pix) return fails('unexpected')

  const fault = pix.certificate ? faultOfCertificate(pix.certificate, now()) : null
  if (fault) return fails(fault)

  try {
    return await askBank(pix, timeoutMs, now)
  } catch (error) {
    return isHandshake(error) ? fails('certificate_refused') : trialOf(error)
  }
}

async function askBank(
  pix: NonNullable<Config['pix']>,
  timeoutMs: number,
  now: () => Date,
): Promise<Trial> {
  let granted: string[] | null = null
  const call = createEfiClient({ ...pix, timeoutMs }, now, (scopes) => {
    granted = scopes
  })

  const reads = [
    // The first of them requests the token.
    [`/webhook/${encodeURIComponent(pix.pixKey)}`, 'webhook.read'],
    ['/cob/chaveiro00000000000000000000', 'cob.read'],
  ] as const

  for (const [path, scope] of reads) {
    const reply = await call('GET', path)
    if (reply.status === 403)
      return fails('permission', missingScopes(granted, false).join(' ') || scope)
    if (codeOf(reply) === 'chave_invalida') return fails('pix_key')
    if (reply.status !== 200 && reply.status !== 404 && !isNotFound(codeOf(reply)))
      return ofStatus(reply.status)
  }

  const missing = missingScopes(granted, await hasReports(call, now()))

  return missing.length ? fails('permission', missing.join(' ')) : works
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
  const query = new URLSearchParams({ inicio: now.toISOString(), fim: now.toISOString() })
  const reply = await call('GET', `/gn/infracoes?${query.toString()}`)

  return reply.status === 200 || codeOf(reply) === 'insufficient_scope'
}

const isNotFound = (code: string): boolean => /nao_encontrad/.test(code)

/**
 * The connection was made, and the other side ended it before any answer: it does not know our
 * certificate.
 */
const isHandshake = (error: unknown): boolean =>
  error instanceof ProviderUnknown &&
  /ERR_SSL|ECONNRESET|UND_ERR_SOCKET|EPROTO/.test(error.code ?? '')

/**
 * Lists the newest payment page, which every key that can sell may read. A restricted key must
 * also have every right that the shop uses.
 */
export async function tryCard({ card }: Config, { now, timeoutMs }: TrialInput): Promise<Trial> {
  if (!card) return fails('unexpected')
  if (!card.webhookSecrets.every((secret) => /^whsec_\S{16,}$/.test(secret)))
    return fails('webhook_secret')
  // A publishable key cannot sell.
  if (!/^(sk|rk)_/.test(card.secretKey)) return fails('secret')

  try {
    await createStripeCard({ ...card, timeoutMs }, now).check()
    if (!card.secretKey.startsWith('rk_')) return works

    const missing = await missingRights(stripeOf({ ...card, timeoutMs }))

    return missing.length ? fails('permission', missing.join(', ')) : works
  } catch (error) {
    if (error instanceof ProviderUnknown && error.code === 'StripePermissionError')
      return fails('permission', 'Checkout Sessions')
    return trialOf(error)
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
  if (!crypto) return fails('unexpected')

  try {
    createSigner(crypto.apiSecret)
  } catch {
    return fails('private_key')
  }

  try {
    const client = createBinanceClient({ ...crypto, timeoutMs }, now)
    await client.open('/api/v3/time', {})
    const listed = (await client.signed('/sapi/v1/capital/config/getall', {})) as Listed[]

    const missing = Object.entries(crypto.networks).find(
      ([coin, network]) =>
        !listed.some(
          (row) => row.coin === coin && row.networkList.some((n) => n.network === network),
        ),
    )

    return missing ? fails('network', missing.join(':')) : works
  } catch (error) {
    return ofBinance(error)
  }
}

type Listed = { coin: string; networkList: { network: string }[] }

function ofBinance(error: unknown): Trial {
  const code = error instanceof ProviderUnknown ? error.code : null
  if (code === '-1021') return fails('clock')
  if (code === '-1022' || code === '-2014') return fails('secret')
  if (code === '-2015' || code === '-1002') return fails('permission')

  return trialOf(error)
}
