import { randomInt } from 'node:crypto'

import { answer, type Answer, type Call } from './call.ts'
import { licencesOf, mint, record, settingsOf, type KeyAuth, type Licence } from './model.ts'
import { banUser, unbanUser, USER_CALLS } from './user-calls.ts'

const MOST_AT_ONCE = 100
const DEFAULT_MASK = '******-******-******-******-******-******'

const LETTERS: Record<string, string> = {
  1: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  2: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  3: 'abcdefghijklmnopqrstuvwxyz0123456789',
}

const notFound = (): Answer => answer(406, false, 'Key Not Found')

/** The calls of /api/seller/ by their `type`. */
export const CALLS: Readonly<Record<string, Call>> = {
  add: {
    takes: ['expiry', 'mask', 'level', 'amount', 'owner', 'character', 'note', 'format'],
    run: add,
  },
  verify: {
    takes: ['key'],
    run: (keyauth, query) =>
      licenceIn(keyauth, query) ? answer(200, true, 'Key Successfully Verified') : notFound(),
  },
  info: { takes: ['key'], run: info },
  del: { takes: ['key', 'userToo'], run: remove },
  ban: { takes: ['key', 'reason', 'userToo'], run: ban },
  unban: { takes: ['key'], run: unban },
  setnote: { takes: ['key', 'note'], run: setNote },
  addtime: { takes: ['time'], run: addTime },
  fetchallkeys: { takes: ['format'], run: fetchAll },
  ...USER_CALLS,
}

/**
 * The keys that a call orders; a mask without * is the caller's own key. Empty letters mean an
 * unknown character type.
 */
type Order = {
  amount: number
  mask: string
  letters: string
  input: { level: string; days: number; note: string; owner: string }
}

function add(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const order = readOrder(query)
  const refused = refusalOf(keyauth, order)
  if (refused) return refused

  const { amount, mask, letters, input } = order

  const keys = Array.from(
    { length: amount },
    () => mint(keyauth, isCustom(mask) ? mask : fillMask(keyauth, mask, letters), input).key,
  )

  if (query.get('format') === 'text') return { status: 200, body: keys.join('\n') }

  // The 302 has no Location: the real service sets this status and writes a body.
  return amount === 1
    ? answer(200, true, 'License Successfully Generated', { key: keys[0] })
    : answer(302, true, 'Licenses successfully generated', { keys })
}

const readOrder = (query: URLSearchParams): Order => ({
  amount: Number(query.get('amount') ?? '1'),
  mask: query.get('mask') || DEFAULT_MASK,
  letters: LETTERS[query.get('character') ?? '1'] ?? '',
  input: {
    level: query.get('level') ?? '1',
    days: Number(query.get('expiry') ?? ''),
    note: query.get('note') ?? '',
    owner: query.get('owner') || 'SellerAPI',
  },
})

/**
 * The service's answer to an invalid order, in the order of its own checks; null for a valid one.
 */
function refusalOf(keyauth: KeyAuth, { amount, mask, letters, input }: Order): Answer | null {
  if (!(input.days > 0)) return answer(406, false, 'Expiry not set')
  if (!Number.isInteger(amount) || amount < 1) return answer(406, false, 'Amount not set')
  if (amount > MOST_AT_ONCE)
    return answer(200, false, 'You can only generate 100 licenses at a time')
  if (!/^[1-9]\d{0,8}$/.test(input.level)) return answer(406, false, 'Invalid level')
  if (!letters) return answer(406, false, 'Invalid character type')
  if (isCustom(mask) && amount > 1)
    return answer(200, false, "Can't do custom key with amount greater than one")
  if (isCustom(mask) && !settingsOf(keyauth).customMasks)
    return answer(406, false, 'Mask must contain at least one *')

  return null
}

const isCustom = (mask: string): boolean => !mask.includes('*')

function fillMask(keyauth: KeyAuth, mask: string, letters: string): string {
  for (;;) {
    const key = mask.replace(/\*/g, () => letters[randomInt(letters.length)]!)
    if (!licencesOf(keyauth, key).length) return key
  }
}

function info(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence) return answer(200, false, 'Key Not Found')

  return {
    status: 200,
    body: {
      success: true,
      duration: String(licence.durationSeconds),
      hwid: '',
      note: licence.note,
      status: licence.status,
      level: licence.level,
      createdby: licence.createdBy,
      usedby: licence.usedBy ?? '',
      usedon: licence.usedOn === null ? '' : String(licence.usedOn),
      creationdate: String(licence.createdAt),
    },
  }
}

/** Delete a key and the time that it opened; with userToo also the user who used it. */
function remove(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!flag(query, 'userToo')) return answer(406, false, 'userToo must be 0 or 1')
  if (!licence) return answer(406, false, 'Failed to delete license!')

  const user = licence.usedBy

  if (query.get('userToo') === '1' && user !== null) {
    for (const one of keyauth.subscriptions.filter((held) => held.user === user))
      keyauth.subscriptions.remove(one.id)
    keyauth.users.remove(user)
  }

  for (const one of keyauth.subscriptions.filter((held) => held.key === licence.key))
    keyauth.subscriptions.remove(one.id)
  for (const same of licencesOf(keyauth, licence.key)) keyauth.licences.remove(same.id)
  record(keyauth, 'del', licence.key)

  return answer(200, true, 'Successfully deleted license!')
}

/**
 * Ban a key, so that nobody can activate it. Its current user can still log in, unless userToo bans
 * them too. It answers failure when no token row changed, though the key is banned: an old key
 * without a row, or a second ban.
 */
function ban(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  const reason = query.get('reason') ?? ''
  if (!flag(query, 'userToo')) return answer(406, false, 'userToo must be 0 or 1')
  if (!licence || reason === '') return answer(406, false, 'Failed to ban license!')

  if (query.get('userToo') === '1' && licence.usedBy !== null)
    banUser(keyauth, licence.usedBy, reason)
  const changed = setToken(keyauth, licence.key, 'banned')
  for (const same of licencesOf(keyauth, licence.key))
    keyauth.licences.save({ ...same, status: 'Banned', bannedFor: reason })
  record(keyauth, 'ban', licence.key, reason)

  return changed
    ? answer(200, true, 'Successfully banned license!')
    : answer(406, false, 'Failed to ban license!')
}

/**
 * Unban a key and its user. An unused key can be activated again, except in the version that marks
 * it as used. As with a ban, failure means that no token row changed.
 */
function unban(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence || licence.bannedFor === null) return answer(406, false, 'Failed to unban license!')

  if (licence.usedBy !== null) unbanUser(keyauth, licence.usedBy)
  const changed = setToken(keyauth, licence.key, 'good')
  const isUsed = licence.usedBy !== null || settingsOf(keyauth).unbansAsUsed
  for (const same of licencesOf(keyauth, licence.key))
    keyauth.licences.save({ ...same, status: isUsed ? 'Used' : 'Not Used', bannedFor: null })
  record(keyauth, 'unban', licence.key)

  return changed
    ? answer(200, true, 'Successfully unbanned license!')
    : answer(406, false, 'Failed to unban license!')
}

/** Change the token rows of a key; false when none changed. */
function setToken(keyauth: KeyAuth, key: string, token: 'good' | 'banned'): boolean {
  const rows = licencesOf(keyauth, key).filter(
    ({ token: now }) => now !== undefined && now !== token,
  )
  for (const row of rows) keyauth.licences.save({ ...row, token })

  return rows.length > 0
}

function setNote(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence) return answer(406, false, 'Failed to set note')

  for (const same of licencesOf(keyauth, licence.key))
    keyauth.licences.save({ ...same, note: query.get('note') ?? '' })

  return answer(200, true, 'Successfully set note')
}

/** Add days to every key that is not activated yet. */
function addTime(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const days = Number(query.get('time') ?? '')
  if (!(days > 0)) return answer(406, false, 'Time not set')

  const unused = keyauth.licences.filter((licence) => licence.status === 'Not Used')
  if (unused.length === 0) return answer(406, false, 'Failed to add time!')

  for (const licence of unused)
    keyauth.licences.save({
      ...licence,
      durationSeconds: licence.durationSeconds + Math.round(days * 86_400),
    })

  return answer(200, true, 'Added time to unused licenses!')
}

function fetchAll(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licences = keyauth.licences.all()
  if (licences.length === 0) return answer(406, false, 'No License Keys Found')
  if (query.get('format') === 'text')
    return { status: 200, body: licences.map((one) => one.key).join('\n') }

  return answer(200, true, 'Successfully retrieved licenses', {
    keys: licences.map((one) => ({
      key: one.key,
      note: one.note,
      expires: String(one.durationSeconds),
      status: one.status,
      level: one.level,
      genby: one.createdBy,
      gendate: String(one.createdAt),
      usedby: one.usedBy,
      usedon: one.usedOn === null ? null : String(one.usedOn),
      banned: one.bannedFor,
    })),
  })
}

const licenceIn = (keyauth: KeyAuth, query: URLSearchParams): Licence | undefined =>
  licencesOf(keyauth, query.get('key') ?? '').at(-1)

const flag = (query: URLSearchParams, name: string): boolean =>
  ['0', '1', null].includes(query.get(name))
