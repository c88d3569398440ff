import { Agent } from 'undici'

import {
  ProviderRefused,
  type LicenceIdentity,
  type LicenceProvider,
  type LicenceRequest,
  type LicenceResult,
  type LicenceState,
} from '../../ports/licences.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { callJson } from '../json-call.ts'
import { endAccess, readState, restoreAccess, type Ask, type Reply } from './keyauth-access.ts'

export type KeyAuthConfig = {
  baseUrl: string
  /** The seller key of each application, by the store's sellerType. */
  sellerKeys: Readonly<Record<string, string | undefined>>
  timeoutMs?: number | undefined
  /** Least time between two calls; the service does not publish its limit. */
  intervalMs?: number | undefined
}

const provider = 'keyauth'

/** Pause after a rate limit whose reply has no Retry-After. */
const silenceSeconds = 10

/**
 * The KeyAuth seller API. Every call is a GET with the seller key in its URL, so no error or log
 * may hold a URL. Only `success` decides: the HTTP status (302, 406 and 200 are all usual) and the
 * texts do not. We choose the key: a mask without a star is the key itself.
 */
export function createKeyAuth(
  config: KeyAuthConfig,
  now: () => Date = () => new Date(),
): LicenceProvider {
  const askKeyAuth = createAsk(config)
  const readLicence = (licence: LicenceIdentity) => readState(askKeyAuth, licence)

  return {
    read: readLicence,
    async grant(request) {
      try {
        return await grantLicence(askKeyAuth, readLicence, request)
      } catch (error) {
        if (error instanceof ProviderRefused) return { kind: 'refused', reason: error.message }
        throw error
      }
    },
    set: (licence, state, reason, terms) =>
      state === 'banned'
        ? endAccess(askKeyAuth, licence, reason)
        : restoreAccess(askKeyAuth, licence, { now, terms }),
  }
}

async function grantLicence(
  ask: Ask,
  read: (licence: LicenceIdentity) => Promise<LicenceState>,
  request: LicenceRequest,
): Promise<LicenceResult> {
  const { sellerType, key, note } = request
  const licenceExists = async () => (await read({ sellerType, key })) !== 'gone'

  if (request.asked) {
    if (await licenceExists()) return { kind: 'granted', key }

    const notedKey = await findByNote(ask, sellerType, note)
    if (notedKey) return { kind: 'granted', key: notedKey }
  }

  const addedKey = await addOwnKey(ask, request, licenceExists)
  if (addedKey) return { kind: 'granted', key: addedKey }

  // When the application rejects our key, KeyAuth generates a key. Our note identifies it if the
  // reply does not name it.
  const addReply = await addKey(ask, request)
  if (!addReply.success) return { kind: 'refused', reason: addReply.message }

  const createdKey = keyInReply(addReply) ?? (await findByNote(ask, sellerType, note))
  if (!createdKey) throw new ProviderUnknown(provider, 'made a licence without naming its key')

  return { kind: 'granted', key: createdKey }
}

const addKey = (ask: Ask, request: LicenceRequest, mask: { mask?: string } = {}): Promise<Reply> =>
  ask(request.sellerType, {
    type: 'add',
    format: 'json',
    expiry: String(request.days),
    level: String(request.level),
    amount: '1',
    note: request.note,
    ...mask,
  })

/**
 * Makes our own key; null when the application rejects it. A call without an answer may still have
 * made the key.
 */
async function addOwnKey(
  ask: Ask,
  request: LicenceRequest,
  exists: () => Promise<boolean>,
): Promise<string | null> {
  const { key } = request
  let reply: Reply

  try {
    reply = await addKey(ask, request, { mask: key })
  } catch (error) {
    if (error instanceof ProviderUnknown && (await exists().catch(() => false))) return key
    throw error
  }

  return reply.success || (await exists()) ? (keyInReply(reply) ?? key) : null
}

const keyInReply = ({ success, body }: Reply): string | null => {
  const replyKey: unknown = success ? (body.key ?? body.keys?.[0]) : null
  return typeof replyKey === 'string' && replyKey ? replyKey : null
}

async function findByNote(ask: Ask, sellerType: string, note: string): Promise<string | null> {
  const { success, body } = await ask(sellerType, { type: 'fetchallkeys', format: 'json' })
  const listedKeys: unknown[] = success && Array.isArray(body.keys) ? body.keys : []
  const matchingKey = listedKeys.find(
    (key) => (key as { note?: unknown } | null)?.note === note,
  ) as { key?: unknown } | undefined

  return typeof matchingKey?.key === 'string' ? matchingKey.key : null
}

/**
 * One call at a time, with a pause between two. Throws ProviderRefused for errors about our
 * account; ProviderUnknown for an unreadable answer.
 */
function createAsk({
  baseUrl,
  sellerKeys,
  timeoutMs = 10_000,
  intervalMs = 1_000,
}: KeyAuthConfig): Ask {
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: Math.min(3_000, timeoutMs) } })
  let turnEnd: Promise<unknown> = Promise.resolve()
  // A monotonic clock: if the system's clock is set back by an hour, calls do not wait for an hour.
  let [lastAt, silentUntil] = [-Infinity, 0]

  const waitForTurn = () =>
    (turnEnd = turnEnd
      .then(
        () =>
          new Promise((done) =>
            setTimeout(done, Math.max(0, lastAt + intervalMs - performance.now())),
          ),
      )
      .then(() => {
        lastAt = performance.now()
      }))

  return async (sellerType, parameters) => {
    const sellerKey = sellerKeys[sellerType]
    if (!sellerKey) throw new ProviderRefused(`no seller key is configured for ${sellerType}`)

    await waitForTurn()
    if (performance.now() < silentUntil)
      throw new ProviderUnknown(provider, 'waiting as the service asked')

    const callUrl = `${baseUrl}?${new URLSearchParams({ sellerkey: sellerKey, ...parameters })}`

    const { status, headers, body } = await callJson(provider, {
      method: 'GET',
      url: callUrl,
      headers: { accept: 'application/json' },
      dispatcher,
      timeoutMs,
    })

    if (status === 429) {
      silentUntil = performance.now() + (Number(headers['retry-after']) || silenceSeconds) * 1000
      throw new ProviderUnknown(provider, 'too many calls')
    }

    const safeMessage =
      typeof body?.message === 'string'
        ? redactSecrets(body.message, [sellerKey, parameters.key, parameters.mask])
        : `status ${status}`

    if (status === 401 || status === 403 || status === 404)
      throw new ProviderRefused(`${provider}: ${safeMessage}`)
    if (typeof body?.success !== 'boolean')
      throw new ProviderUnknown(provider, `status ${status} without an answer that can be read`)

    return { success: body.success, message: `${provider}: ${safeMessage}`, body }
  }
}

/** A provider's text that may be stored: short, without secrets and URLs. */
const redactSecrets = (text: string, secrets: readonly (string | undefined)[]): string =>
  secrets
    .reduce<string>(
      (remainingText, secret) => (secret ? remainingText.replaceAll(secret, '***') : remainingText),
      text,
    )
    .replace(/https?:\/\/\S+/g, '***')
    .slice(0, 200)
