import type { LicenceIdentity, LicenceState, LicenceTerms } from '../../ports/licences.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { isFields, type Fields } from '../json-call.ts'

/** A reply of the seller API. Only `success` decides: the HTTP status and the message do not. */
export type Reply = { success: boolean; message: string; body: any }
export type Ask = (sellerType: string, parameters: Record<string, string>) => Promise<Reply>

/** A key as `info` reports it; times in epoch seconds. */
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

/** Times within a minute count as equal. */
const slackSeconds = 60

/** The state of a key; gone when the service does not know it. */
export async function readState(ask: Ask, licence: LicenceIdentity): Promise<LicenceState> {
  const currentKey = await readLicenceKey(ask, licence)
  if (!currentKey) return 'gone'

  return currentKey.status === 'Banned' ? 'banned' : 'good'
}

/**
 * Ends the access that a key gives. A ban of the key only stops its activation: a person who
 * activated the key logs in with their user. A user named like the key is banned with the key, and
 * the service blacklists their device and IP address until the key is unbanned. A user with another
 * name may hold time from other keys, so only this key's time is taken.
 */
export async function endAccess(
  ask: Ask,
  licence: LicenceIdentity,
  reason: string,
): Promise<LicenceState> {
  const currentKey = await readLicenceKey(ask, licence)
  if (!currentKey) return confirmGone(ask, licence)

  const isItsOwnUser = currentKey.usedBy === licence.key

  await ask(licence.sellerType, {
    type: 'ban',
    key: licence.key,
    reason,
    userToo: isItsOwnUser ? '1' : '0',
  })

  if (isItsOwnUser && !(await isUserBanned(ask, licence))) return 'good'

  if (currentKey.usedBy && !isItsOwnUser)
    await takeTime({ ask, licence, key: currentKey, user: currentKey.usedBy })

  return readState(ask, licence)
}

/**
 * An unknown key is gone only if the service answers other calls. A service that refuses
 * everything (paused, ended plan) knows no key, and the key might work again later.
 */
async function confirmGone(ask: Ask, { sellerType }: LicenceIdentity): Promise<'gone'> {
  const { success } = await ask(sellerType, { type: 'fetchallsubs' })
  if (success) return 'gone'

  throw new ProviderUnknown('keyauth', 'the service refuses every call')
}

/**
 * Undoes endAccess: restores the key, its user, and the rest of its time. A missing key was lost
 * while it was replaced, or deleted at the service; it is made again by the terms of its sale.
 */
export async function restoreAccess(
  ask: Ask,
  licence: LicenceIdentity,
  { now, terms }: { now: Clock; terms?: LicenceTerms | undefined },
): Promise<LicenceState> {
  await ask(licence.sellerType, { type: 'unban', key: licence.key })
  const currentKey = await readLicenceKey(ask, licence)

  if (!currentKey) {
    if (!terms) return 'gone'

    await createKey(ask, licence, terms)

    return readState(ask, licence)
  }

  if (currentKey.status === 'Banned') return 'banned'

  if (currentKey.usedBy && currentKey.usedBy !== licence.key)
    await giveTime({ ask, licence, key: currentKey, user: currentKey.usedBy }, now)
  // One version of the service marks every unbanned key as used. A key without a user could then
  // never be activated, so it is made again.
  if (!currentKey.usedBy && currentKey.status === 'Used') await replaceKey(ask, licence, currentKey)

  return readState(ask, licence)
}

async function readLicenceKey(ask: Ask, { sellerType, key }: LicenceIdentity): Promise<Key | null> {
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
 * Whether the key's own user is banned. Also true when no such user exists, or when a version of
 * the service does not report bans.
 */
async function isUserBanned(ask: Ask, { sellerType, key }: LicenceIdentity): Promise<boolean> {
  const { success, body } = await ask(sellerType, { type: 'userdata', user: key })
  return !success || !('banned' in body) || Boolean(body.banned)
}

type SubscriptionTime = { name: string; endsAt: number }

/** When the user's subscriptions of the key's level end. */
async function subscriptionTimes({ ask, licence, key, user }: Access): Promise<SubscriptionTime[]> {
  const { sellerType } = licence
  const subscriptions = await ask(sellerType, { type: 'fetchallsubs' })
  const subscriptionNames = fieldsList(subscriptions.body?.subs)
    .filter((subscription) => String(subscription.level) === key.level)
    .map((subscription) => String(subscription.name))
  const { success, body } = await ask(sellerType, { type: 'userdata', user })
  if (!success) return []

  return subscriptionNames.map((name) => {
    const expiries = fieldsList(body.subscriptions)
      .filter((entry) => entry.subscription === name)
      .map((entry) => Number(entry.expiry))
    return { name, endsAt: Math.max(0, ...expiries) }
  })
}

/**
 * Removes a key's time from a user who may have other time. A subscription that ends with the key
 * is deleted; a longer one is shortened. The key's note first records the end that remains, so that
 * a repeat after a lost answer subtracts nothing twice.
 */
async function takeTime(access: Access): Promise<void> {
  const { ask, licence, key, user } = access
  const { sellerType } = licence
  const keyEndsAt = key.usedOn + key.durationSeconds

  for (const { name, endsAt } of await subscriptionTimes(access)) {
    const recordedEnd = markedEnd(key.note, name)

    if (recordedEnd === null && endsAt <= keyEndsAt + slackSeconds) {
      if (endsAt > 0) await requireSuccess(ask, sellerType, { type: 'delsub', user, sub: name })
      continue
    }

    const remainingEnd = recordedEnd ?? endsAt - key.durationSeconds

    if (recordedEnd === null) {
      const markedNote = addEndMark(key.note, name, remainingEnd)
      await requireSuccess(ask, sellerType, { type: 'setnote', key: licence.key, note: markedNote })
    }

    const excessSeconds = endsAt - remainingEnd

    if (excessSeconds > slackSeconds)
      await requireSuccess(ask, sellerType, {
        type: 'subtract',
        user,
        sub: name,
        seconds: String(excessSeconds),
      })
  }
}

async function giveTime(access: Access, clock: Clock): Promise<void> {
  const { ask, licence, key, user } = access
  const { sellerType } = licence
  const now = Math.floor(clock().getTime() / 1000)

  for (const { name, endsAt } of await subscriptionTimes(access)) {
    const recordedEnd = markedEnd(key.note, name)
    const targetEnd =
      recordedEnd === null ? key.usedOn + key.durationSeconds : recordedEnd + key.durationSeconds
    const missingSeconds = targetEnd - Math.max(endsAt, now)
    if (missingSeconds <= slackSeconds) continue

    // The service adds whole days.
    const extensionDays = String(Math.ceil(missingSeconds / daySeconds))
    await requireSuccess(ask, sellerType, {
      type: 'extend',
      user,
      sub: name,
      expiry: extensionDays,
    })
  }

  const unmarkedNote = removeEndMarks(key.note)
  if (unmarkedNote !== key.note)
    await requireSuccess(ask, sellerType, { type: 'setnote', key: licence.key, note: unmarkedNote })
}

async function replaceKey(ask: Ask, licence: LicenceIdentity, key: Key) {
  await requireSuccess(ask, licence.sellerType, { type: 'del', key: licence.key, userToo: '0' })
  await createKey(ask, licence, { ...key, days: key.durationSeconds / daySeconds })
}

const createKey = (
  ask: Ask,
  { sellerType, key: mask }: LicenceIdentity,
  { level, days, note }: { level: string | number; days: number; note: string },
) =>
  requireSuccess(ask, sellerType, {
    type: 'add',
    format: 'json',
    expiry: String(days),
    level: String(level),
    amount: '1',
    note,
    mask,
  })

async function requireSuccess(ask: Ask, sellerType: string, parameters: Record<string, string>) {
  const { success, message } = await ask(sellerType, parameters)
  if (!success) throw new ProviderUnknown('keyauth', `${parameters.type} failed: ${message}`)
}

const fieldsList = (value: unknown): Fields[] =>
  (Array.isArray(value) ? value : []).filter(isFields)

const endMarkOf = (name: string) => ` left[${name}]=`

function markedEnd(note: string, name: string): number | null {
  const markIndex = note.indexOf(endMarkOf(name))
  return markIndex < 0 ? null : Number.parseInt(note.slice(markIndex + endMarkOf(name).length), 10)
}

const removeEndMarks = (note: string): string => note.replace(/ left\[[^\]]*\]=\d+/g, '')
const addEndMark = (note: string, name: string, end: number): string =>
  `${note}${endMarkOf(name)}${end}`
