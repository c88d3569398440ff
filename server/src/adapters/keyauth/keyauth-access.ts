import type { LicenceIdentity, LicenceState, LicenceTerms } from '../../ports/licences.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { isFields, type Fields } from '../json-call.ts'

/** An answer of the seller API; success decides, never the HTTP status or a text. */
export type Reply = { success: boolean; message: string; body: any }
export type Ask = (sellerType: string, parameters: Record<string, string>) => Promise<Reply>

/** A key as `info` tells of it; times in epoch seconds. */
type Key = {
  status: string
  usedBy: string
  usedOn: number
  durationSeconds: number
  level: string
  note: string
}

type Access = { ask: Ask; licence: LicenceIdentity; key: Key; user: string }
type Clock = () => Date

const daySeconds = 86_400

/** Times within a minute are the same time. */
const slackSeconds = 60

/** How a key stands: gone when the service does not know it. */
export async function readState(ask: Ask, licence: LicenceIdentity): Promise<LicenceState> {
  const key = await readKey(ask, licence)
  if (!key) return 'gone'

  return key.status === 'Banned' ? 'banned' : 'good'
}

/**
 * End what a key gives. Banning a key stops its activation only: whoever activated it logs in by
 * his user. Where the key is that user he is banned with it (which blacklists his device and
 * address as well, and is undone by unbanning the key); a user with a name of his own may hold time
 * from other keys, so only the time of this key is taken from him.
 */
export async function endAccess(
  ask: Ask,
  licence: LicenceIdentity,
  reason: string,
): Promise<LicenceState> {
  const key = await readKey(ask, licence)
  if (!key) return whenGone(ask, licence)

  const isItsOwnUser = key.usedBy === licence.key

  await ask(licence.sellerType, {
    type: 'ban',
    key: licence.key,
    reason,
    userToo: isItsOwnUser ? '1' : '0',
  })

  if (isItsOwnUser && !(await isUserBanned(ask, licence))) return 'good'

  if (key.usedBy && !isItsOwnUser) await takeTime({ ask, licence, key, user: key.usedBy })

  return readState(ask, licence)
}

/**
 * A key that is told of no more is gone where the service answers at all: one that refuses whatever
 * it is asked (paused, a plan that ended) knows of no key, and the key would work on for ever.
 */
async function whenGone(ask: Ask, { sellerType }: LicenceIdentity): Promise<'gone'> {
  const { success } = await ask(sellerType, { type: 'fetchallsubs' })
  if (success) return 'gone'

  throw new ProviderUnknown('keyauth', 'it refuses every call')
}

/**
 * Give back what endAccess took: the key, its user, and what was left of its time. A key that is not
 * there was lost between being deleted and being made anew (or somebody deleted it there): it is
 * made by the terms it was sold with.
 */
export async function restoreAccess(
  ask: Ask,
  licence: LicenceIdentity,
  { now, terms }: { now: Clock; terms?: LicenceTerms | undefined },
): Promise<LicenceState> {
  await ask(licence.sellerType, { type: 'unban', key: licence.key })
  const key = await readKey(ask, licence)

  if (!key) {
    if (!terms) return 'gone'

    await make(ask, licence, terms)

    return readState(ask, licence)
  }

  if (key.status === 'Banned') return 'banned'

  if (key.usedBy && key.usedBy !== licence.key)
    await giveTime({ ask, licence, key, user: key.usedBy }, now)
  // A version of the service calls every key used that it unbans; one that nobody used could not be
  // activated any more, so it is made once more.
  if (!key.usedBy && key.status === 'Used') await makeAnew(ask, licence, key)

  return readState(ask, licence)
}

async function readKey(ask: Ask, { sellerType, key }: LicenceIdentity): Promise<Key | null> {
  const { success, body } = await ask(sellerType, { type: 'info', key })
  if (!success) return null

  return {
    status: String(body.status ?? ''),
    usedBy: String(body.usedby ?? ''),
    usedOn: Number(body.usedon ?? 0),
    durationSeconds: Number(body.duration ?? 0),
    level: String(body.level ?? ''),
    note: String(body.note ?? ''),
  }
}

/**
 * Whether the service says that the key's own user is out; a version of it that does not tell is
 * believed, one without the user has none.
 */
async function isUserBanned(ask: Ask, { sellerType, key }: LicenceIdentity): Promise<boolean> {
  const { success, body } = await ask(sellerType, { type: 'userdata', user: key })
  return !success || !('banned' in body) || Boolean(body.banned)
}

type Time = { name: string; endsAt: number }

/** The user's time in the subscriptions that the key's level opens. */
async function timesOf({ ask, licence, key, user }: Access): Promise<Time[]> {
  const { sellerType } = licence
  const all = await ask(sellerType, { type: 'fetchallsubs' })
  const names = listOf(all.body?.subs)
    .filter((subscription) => String(subscription.level) === key.level)
    .map((subscription) => String(subscription.name))
  const { success, body } = await ask(sellerType, { type: 'userdata', user })
  if (!success) return []

  return names.map((name) => {
    const ends = listOf(body.subscriptions)
      .filter((entry) => entry.subscription === name)
      .map((entry) => Number(entry.expiry))
    return { name, endsAt: Math.max(0, ...ends) }
  })
}

/**
 * Take the key's time from a user who may have other time. Where he has more than this key gave,
 * what is to be left stands in the key's note before anything is subtracted, so that asking again
 * after a lost answer takes nothing twice.
 */
async function takeTime(access: Access): Promise<void> {
  const { ask, licence, key, user } = access
  const { sellerType } = licence
  const ownEnd = key.usedOn + key.durationSeconds

  for (const { name, endsAt } of await timesOf(access)) {
    const marked = markedEnd(key.note, name)

    if (marked === null && endsAt <= ownEnd + slackSeconds) {
      if (endsAt > 0) await askOrThrow(ask, sellerType, { type: 'delsub', user, sub: name })
      continue
    }

    const left = marked ?? endsAt - key.durationSeconds

    if (marked === null) {
      const note = withMark(key.note, name, left)
      await askOrThrow(ask, sellerType, { type: 'setnote', key: licence.key, note })
    }

    const seconds = endsAt - left

    if (seconds > slackSeconds)
      await askOrThrow(ask, sellerType, {
        type: 'subtract',
        user,
        sub: name,
        seconds: String(seconds),
      })
  }
}

async function giveTime(access: Access, clock: Clock): Promise<void> {
  const { ask, licence, key, user } = access
  const { sellerType } = licence
  const now = Math.floor(clock().getTime() / 1000)

  for (const { name, endsAt } of await timesOf(access)) {
    const marked = markedEnd(key.note, name)
    const wanted = marked === null ? key.usedOn + key.durationSeconds : marked + key.durationSeconds
    const missing = wanted - Math.max(endsAt, now)
    if (missing <= slackSeconds) continue

    // The service adds whole days.
    const expiry = String(Math.ceil(missing / daySeconds))
    await askOrThrow(ask, sellerType, { type: 'extend', user, sub: name, expiry })
  }

  const note = withoutMarks(key.note)
  if (note !== key.note)
    await askOrThrow(ask, sellerType, { type: 'setnote', key: licence.key, note })
}

async function makeAnew(ask: Ask, licence: LicenceIdentity, key: Key) {
  await askOrThrow(ask, licence.sellerType, { type: 'del', key: licence.key, userToo: '0' })
  await make(ask, licence, { ...key, days: key.durationSeconds / daySeconds })
}

const make = (
  ask: Ask,
  { sellerType, key: mask }: LicenceIdentity,
  { level, days, note }: { level: string | number; days: number; note: string },
) =>
  askOrThrow(ask, sellerType, {
    type: 'add',
    format: 'json',
    expiry: String(days),
    level: String(level),
    amount: '1',
    note,
    mask,
  })

async function askOrThrow(ask: Ask, sellerType: string, parameters: Record<string, string>) {
  const { success, message } = await ask(sellerType, parameters)
  if (!success) throw new ProviderUnknown('keyauth', `${parameters.type} was not done: ${message}`)
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value : []).filter(isFields)

const markOf = (name: string) => ` left[${name}]=`

function markedEnd(note: string, name: string): number | null {
  const at = note.indexOf(markOf(name))
  return at < 0 ? null : Number.parseInt(note.slice(at + markOf(name).length), 10)
}

const withoutMarks = (note: string): string => note.replace(/ left\[[^\]]*\]=\d+/g, '')
const withMark = (note: string, name: string, end: number): string => `${note}${markOf(name)}${end}`
