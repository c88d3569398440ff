import { randomInt } from 'node:crypto'

import { answerWith, type Answer, type Call } from './call.ts'
import {
  licencesOf,
  mintLicence,
  recordEvent,
  settingsOf,
  type KeyAuth,
  type Licence,
} from './model.ts'
import { banUser, unbanUser, USER_CALLS } from './user-calls.ts'

const MOST_AT_ONCE = 100
const DEFAULT_MASK = '******-******-******-******-******-******'

const LETTER_SETS: Record<string, string> = {
  1: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  2: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  3: 'abcdefghijklmnopqrstuvwxyz0123456789',
}

const keyNotFound = (): Answer => answerWith(406, false, 'Key Not Found')

/** The calls of /api/seller/ by their `type`. */
export const SELLER_CALLS: Readonly<Record<string, Call>> = {
  add: {
    takes: ['expiry', 'mask', 'level', 'amount', 'owner', 'character', 'note', 'format'],
    run: addLicences,
  },
  verify: {
    takes: ['key'],
    run: (keyauth, query) =>
      licenceIn(keyauth, query)
        ? answerWith(200, true, 'Key Successfully Verified')
        : keyNotFound(),
  },
  info: { takes: ['key'], run: readLicence },
  del: { takes: ['key', 'userToo'], run: deleteLicence },
  ban: { takes: ['key', 'reason', 'userToo'], run: banLicence },
  unban: { takes: ['key'], run: unbanLicence },
  setnote: { takes: ['key', 'note'], run: updateNote },
  addtime: { takes: ['time'], run: addTimeToUnused },
  fetchallkeys: { takes: ['format'], run: listLicences },
  ...USER_CALLS,
}

/**
 * The keys that a call creates. A mask without * is the caller's own key; empty `letters` mean an
 * unknown character type.
 */
type Order = {
  amount: number
  mask: string
  letters: string
  input: { level: string; days: number; note: string; owner: string }
}

function addLicences(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const keyOrder = readOrder(query)
  const refusalReply = refusalOf(keyauth, keyOrder)
  if (refusalReply) return refusalReply

  const { amount, mask, letters, input } = keyOrder

  const mintedKeys = Array.from(
    { length: amount },
    () =>
      mintLicence(keyauth, isCustomMask(mask) ? mask : fillMask(keyauth, mask, letters), input).key,
  )

  if (query.get('format') === 'text') return { status: 200, body: mintedKeys.join('\n') }

  // Like the real service, a 302 without Location but with a body.
  return amount === 1
    ? answerWith(200, true, 'License Successfully Generated', { key: mintedKeys[0] })
    : answerWith(302, true, 'Licenses successfully generated', { keys: mintedKeys })
}

const readOrder = (query: URLSearchParams): Order => ({
  amount: Number(query.get('amount') ?? '1'),
  mask: query.get('mask') || DEFAULT_MASK,
  letters: LETTER_SETS[query.get('character') ?? '1'] ?? '',
  input: {
    level: query.get('level') ?? '1',
    days: Number(query.get('expiry') ?? ''),
    note: query.get('note') ?? '',
    owner: query.get('owner') || 'SellerAPI',
  },
})

/**
 * The refusal of an invalid order, in the sequence of the service's checks; null for a valid one.
 */
function refusalOf(keyauth: KeyAuth, { amount, mask, letters, input }: Order): Answer | null {
  if (!(input.days > 0)) return answerWith(406, false, 'Expiry not set')
  if (!Number.isInteger(amount) || amount < 1) return answerWith(406, false, 'Amount not set')
  if (amount > MOST_AT_ONCE)
    return answerWith(200, false, 'You can only generate 100 licenses at a time')
  if (!/^[1-9]\d{0,8}$/.test(input.level)) return answerWith(406, false, 'Invalid level')
  if (!letters) return answerWith(406, false, 'Invalid character type')
  if (isCustomMask(mask) && amount > 1)
    return answerWith(200, false, "Can't do custom key with amount greater than one")
  if (isCustomMask(mask) && !settingsOf(keyauth).customMasks)
    return answerWith(406, false, 'Mask must contain at least one *')

  return null
}

const isCustomMask = (mask: string): boolean => !mask.includes('*')

function fillMask(keyauth: KeyAuth, mask: string, letters: string): string {
  for (;;) {
    const key = mask.replace(/\*/g, () => letters[randomInt(letters.length)]!)
    if (!licencesOf(keyauth, key).length) return key
  }
}

function readLicence(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence) return answerWith(200, false, 'Key Not Found')

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

/** Deletes a key and the subscription that it opened; with userToo also the key's user. */
function deleteLicence(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!readFlag(query, 'userToo')) return answerWith(406, false, 'userToo must be 0 or 1')
  if (!licence) return answerWith(406, false, 'Failed to delete license!')

  const user = licence.usedBy

  if (query.get('userToo') === '1' && user !== null) {
    for (const subscription of keyauth.subscriptions.filter((row) => row.user === user))
      keyauth.subscriptions.remove(subscription.id)
    keyauth.users.remove(user)
  }

  for (const subscription of keyauth.subscriptions.filter((row) => row.key === licence.key))
    keyauth.subscriptions.remove(subscription.id)
  for (const sameKeyLicence of licencesOf(keyauth, licence.key))
    keyauth.licences.remove(sameKeyLicence.id)
  recordEvent(keyauth, 'del', licence.key)

  return answerWith(200, true, 'Successfully deleted license!')
}

/**
 * Bans a key, so that nobody can activate it. The key's current user can still log in, unless
 * userToo bans the user as well. The ban always succeeds. But the answer is a failure if no token
 * row changes: an old key without a row, or a second ban.
 */
function banLicence(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  const banReason = query.get('reason') ?? ''
  if (!readFlag(query, 'userToo')) return answerWith(406, false, 'userToo must be 0 or 1')
  if (!licence || banReason === '') return answerWith(406, false, 'Failed to ban license!')

  if (query.get('userToo') === '1' && licence.usedBy !== null)
    banUser(keyauth, licence.usedBy, banReason)
  const hasTokenChanged = updateTokens(keyauth, licence.key, 'banned')
  for (const sameKeyLicence of licencesOf(keyauth, licence.key))
    keyauth.licences.save({ ...sameKeyLicence, status: 'Banned', bannedFor: banReason })
  recordEvent(keyauth, 'ban', licence.key, banReason)

  return hasTokenChanged
    ? answerWith(200, true, 'Successfully banned license!')
    : answerWith(406, false, 'Failed to ban license!')
}

/**
 * Unbans a key and its user. An unused key can be activated again, except in the version that marks
 * it as used. As with a ban, a failure means that no token row changed.
 */
function unbanLicence(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence || licence.bannedFor === null)
    return answerWith(406, false, 'Failed to unban license!')

  if (licence.usedBy !== null) unbanUser(keyauth, licence.usedBy)
  const hasTokenChanged = updateTokens(keyauth, licence.key, 'good')
  const isMarkedUsed = licence.usedBy !== null || settingsOf(keyauth).unbansAsUsed
  for (const sameKeyLicence of licencesOf(keyauth, licence.key))
    keyauth.licences.save({
      ...sameKeyLicence,
      status: isMarkedUsed ? 'Used' : 'Not Used',
      bannedFor: null,
    })
  recordEvent(keyauth, 'unban', licence.key)

  return hasTokenChanged
    ? answerWith(200, true, 'Successfully unbanned license!')
    : answerWith(406, false, 'Failed to unban license!')
}

/** Changes the token rows of a key; returns false if none changed. */
function updateTokens(keyauth: KeyAuth, key: string, token: 'good' | 'banned'): boolean {
  const tokenRows = licencesOf(keyauth, key).filter(
    ({ token: now }) => now !== undefined && now !== token,
  )
  for (const row of tokenRows) keyauth.licences.save({ ...row, token })

  return tokenRows.length > 0
}

function updateNote(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence) return answerWith(406, false, 'Failed to set note')

  for (const sameKeyLicence of licencesOf(keyauth, licence.key))
    keyauth.licences.save({ ...sameKeyLicence, note: query.get('note') ?? '' })

  return answerWith(200, true, 'Successfully set note')
}

/** Adds days to every key that is not activated yet. */
function addTimeToUnused(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const addedDays = Number(query.get('time') ?? '')
  if (!(addedDays > 0)) return answerWith(406, false, 'Time not set')

  const unusedLicences = keyauth.licences.filter((licence) => licence.status === 'Not Used')
  if (unusedLicences.length === 0) return answerWith(406, false, 'Failed to add time!')

  for (const licence of unusedLicences)
    keyauth.licences.save({
      ...licence,
      durationSeconds: licence.durationSeconds + Math.round(addedDays * 86_400),
    })

  return answerWith(200, true, 'Added time to unused licenses!')
}

function listLicences(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licences = keyauth.licences.all()
  if (licences.length === 0) return answerWith(406, false, 'No License Keys Found')
  if (query.get('format') === 'text')
    return { status: 200, body: licences.map((one) => one.key).join('\n') }

  return answerWith(200, true, 'Successfully retrieved licenses', {
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

const readFlag = (query: URLSearchParams, name: string): boolean =>
  ['0', '1', null].includes(query.get(name))
