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
  /** Least time between two calls: the service's limit is not published. */
  intervalMs?: number | undefined
}

const provider = 'keyauth'

/** How long to be silent after a limit that does not say. */
const silenceSeconds = 10

/**
 * The KeyAuth seller API: every call is a GET with the seller key in its address, so no address is
 * ever told. What counts is `success`, not the HTTP status (302, 406 and 200 are all usual) and
 * never a text. We choose the key: a mask without a star is the key itself.
 */
export function createKeyAuth(
  config: KeyAuthConfig,
  now: () => Date = () => new Date(),
): LicenceProvider {
  const ask = createCall(config)
  const read = (licence: LicenceIdentity) => readState(ask, licence)

  return {
    read,
    async grant(request) {
      try {
        return await grant(ask, read, request)
      } catch (error) {
        if (error instanceof ProviderRefused) return { kind: 'refused', reason: error.message }
        throw error
      }
    },
    set: (licence, state, reason, terms) =>
      state === 'banned'
        ? endAccess(ask, licence, reason)
        : restoreAccess(ask, licence, { now, terms }),
  }
}

async function grant(
  ask: Ask,
  read: (licence: LicenceIdentity) => Promise<LicenceState>,
  request: LicenceRequest,
): Promise<LicenceResult> {
  const { sellerType, key, note } = request
  const stands = async () => (await read({ sellerType, key })) !== 'gone'

  if (request.asked) {
    if (await stands()) return { kind: 'granted', key }

    const noted = await findByNote(ask, sellerType, note)
    if (noted) return { kind: 'granted', key: noted }
  }

  const own = await addOwn(ask, request, stands)
  if (own) return { kind: 'granted', key: own }

  // An application that takes no key of ours makes one of its own, found again by our note.
  const theirs = await addKey(ask, request)
  if (!theirs.success) return { kind: 'refused', reason: theirs.message }

  const made = keyOf(theirs) ?? (await findByNote(ask, sellerType, note))
  if (!made) throw new ProviderUnknown(provider, 'made a licence and did not tell which')

  return { kind: 'granted', key: made }
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
 * Have our own key made; null when the application takes none of ours. A call without an answer may
 * have made it all the same.
 */
async function addOwn(
  ask: Ask,
  request: LicenceRequest,
  stands: () => Promise<boolean>,
): Promise<string | null> {
  const { key } = request
  let reply: Reply

  try {
    reply = await addKey(ask, request, { mask: key })
  } catch (error) {
    if (error instanceof ProviderUnknown && (await stands().catch(() => false))) return key
    throw error
  }

  return reply.success || (await stands()) ? (keyOf(reply) ?? key) : null
}

const keyOf = ({ success, body }: Reply): string | null => {
  const key: unknown = success ? (body.key ?? body.keys?.[0]) : null
  return typeof key === 'string' && key ? key : null
}

async function findByNote(ask: Ask, sellerType: string, note: string): Promise<string | null> {
  const { success, body } = await ask(sellerType, { type: 'fetchallkeys', format: 'json' })
  const keys: unknown[] = success && Array.isArray(body.keys) ? body.keys : []
  const found = keys.find((key) => (key as { note?: unknown } | null)?.note === note) as
    | { key?: unknown }
    | undefined

  return typeof found?.key === 'string' ? found.key : null
}

/**
 * One call at a time, spaced; errors that name us as not served are ProviderRefused, anything
 * unreadable leaves the outcome open.
 */
function createCall({
  baseUrl,
  sellerKeys,
  timeoutMs = 10_000,
  intervalMs = 1_000,
}: KeyAuthConfig): Ask {
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: Math.min(3_000, timeoutMs) } })
  let turn: Promise<unknown> = Promise.resolve()
  // By a clock that nobody sets: set back by an hour, another would wait for an hour.
  let [lastAt, silentUntil] = [-Infinity, 0]

  const wait = () =>
    (turn = turn
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

    await wait()
    if (performance.now() < silentUntil)
      throw new ProviderUnknown(provider, 'waiting as the service asked')

    const url = `${baseUrl}?${new URLSearchParams({ sellerkey: sellerKey, ...parameters })}`

    const { status, headers, body } = await callJson(provider, {
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      dispatcher,
      timeoutMs,
    })

    if (status === 429) {
      silentUntil = performance.now() + (Number(headers['retry-after']) || silenceSeconds) * 1000
      throw new ProviderUnknown(provider, 'too many calls')
    }

    const message =
      typeof body?.message === 'string'
        ? redacted(body.message, [sellerKey, parameters.key, parameters.mask])
        : `status ${status}`

    if (status === 401 || status === 403 || status === 404)
      throw new ProviderRefused(`${provider}: ${message}`)
    if (typeof body?.success !== 'boolean')
      throw new ProviderUnknown(provider, `status ${status} without an answer that can be read`)

    return { success: body.success, message: `${provider}: ${message}`, body }
  }
}

/** A provider's text that may be kept: short, and without what must not be known. */
const redacted = (text: string, secrets: readonly (string | undefined)[]): string =>
  secrets
    .reduce<string>((rest, secret) => (secret ? rest.replaceAll(secret, '***') : rest), text)
    .replace(/https?:\/\/\S+/g, '***')
    .slice(0, 200)
