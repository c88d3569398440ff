import { randomInt } from 'node:crypto'
import {
  mint,
  nowSeconds,
  record,
  statusOf,
  takesCustomMasks,
  type KeyAuth,
  type Licence,
} from './model.ts'

/** What a call answers; HTTP status and success do not go together at this provider. */
export type Answer = { status: number; body: object | string }
/** One `type` of the seller API: the parameters it reads, and its work. */
export type Call = {
  takes: readonly string[]
  run(keyauth: KeyAuth, query: URLSearchParams): Answer
}

const MOST_AT_ONCE = 100
const DEFAULT_MASK = '******-******-******-******-******-******'
const LETTERS: Record<string, string> = {
  1: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  2: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  3: 'abcdefghijklmnopqrstuvwxyz0123456789',
}

export const answer = (
  status: number,
  success: boolean,
  message: string,
  more: object = {},
): Answer => ({ status, body: { success, message, ...more } })
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
  ban: {
    takes: ['key', 'reason', 'userToo'],
    run: (keyauth, query) => setBan(keyauth, query, query.get('reason') ?? ''),
  },
  unban: { takes: ['key'], run: (keyauth, query) => setBan(keyauth, query, null) },
  setnote: { takes: ['key', 'note'], run: setNote },
  addtime: { takes: ['time'], run: addTime },
  extend: { takes: ['user', 'sub', 'expiry'], run: extend },
  fetchallkeys: { takes: ['format'], run: fetchAll },
}

function add(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const days = Number(query.get('expiry') ?? '')
  if (!(days > 0)) return answer(406, false, 'Expiry not set')
  const amount = Number(query.get('amount') ?? '1')
  if (!Number.isInteger(amount) || amount < 1) return answer(406, false, 'Amount not set')
  if (amount > MOST_AT_ONCE)
    return answer(200, false, 'You can only generate 100 licenses at a time')
  const level = query.get('level') ?? '1'
  if (!/^[1-9]\d{0,8}$/.test(level)) return answer(406, false, 'Invalid level')
  const letters = LETTERS[query.get('character') ?? '1']
  if (!letters) return answer(406, false, 'Invalid character type')
  const mask = query.get('mask') || DEFAULT_MASK
  const custom = !mask.includes('*')
  if (custom && amount > 1)
    return answer(200, false, "Can't do custom key with amount greater than one")
  if (custom && !takesCustomMasks(keyauth))
    return answer(406, false, 'Mask must contain at least one *')
  if (custom && keyauth.licences.get(mask)) return answer(406, false, 'Key already exists')
  const input = {
    level,
    days,
    note: query.get('note') ?? '',
    owner: query.get('owner') || 'SellerAPI',
  }
  const keys = Array.from(
    { length: amount },
    () => mint(keyauth, fillMask(keyauth, mask, letters), input).id,
  )
  if (query.get('format') === 'text') return { status: 200, body: keys.join('\n') }
  // The 302 has no Location: the service's own code sets the status and writes the body none the less.
  return amount === 1
    ? answer(200, true, 'License Successfully Generated', { key: keys[0] })
    : answer(302, true, 'Licenses successfully generated', { keys })
}

function fillMask(keyauth: KeyAuth, mask: string, letters: string): string {
  for (;;) {
    const key = mask.replace(/\*/g, () => letters[randomInt(letters.length)]!)
    if (!keyauth.licences.get(key)) return key
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
      status: statusOf(licence),
      level: licence.level,
      createdby: licence.createdBy,
      usedby: licence.usedBy ?? '',
      usedon: licence.usedOn === null ? '' : String(licence.usedOn),
      creationdate: String(licence.createdAt),
    },
  }
}

function remove(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!flag(query, 'userToo')) return answer(406, false, 'userToo must be 0 or 1')
  if (!licence) return answer(406, false, 'Failed to delete license!')
  if (query.get('userToo') === '1') keyauth.subscriptions.remove(licence.id)
  keyauth.licences.remove(licence.id)
  record(keyauth, 'del', licence.id)
  return answer(200, true, 'Successfully deleted license!')
}

function setBan(keyauth: KeyAuth, query: URLSearchParams, reason: string | null): Answer {
  const [failed, done] =
    reason === null
      ? ['Failed to unban license!', 'Successfully unbanned license!']
      : ['Failed to ban license!', 'Successfully banned license!']
  const licence = licenceIn(keyauth, query)
  if (!flag(query, 'userToo')) return answer(406, false, 'userToo must be 0 or 1')
  if (!licence || reason === '' || (reason === null && licence.bannedFor === null))
    return answer(406, false, failed)
  keyauth.licences.save({ ...licence, bannedFor: reason })
  record(keyauth, reason === null ? 'unban' : 'ban', licence.id, reason ?? '')
  return answer(200, true, done)
}

function setNote(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licence = licenceIn(keyauth, query)
  if (!licence) return answer(406, false, 'Failed to set note')
  keyauth.licences.save({ ...licence, note: query.get('note') ?? '' })
  return answer(200, true, 'Successfully set note')
}

/** More days for every key that nobody has activated. */
function addTime(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const days = Number(query.get('time') ?? '')
  if (!(days > 0)) return answer(406, false, 'Time not set')
  const unused = keyauth.licences.filter((licence) => statusOf(licence) === 'Not Used')
  if (unused.length === 0) return answer(406, false, 'Failed to add time!')
  for (const licence of unused)
    keyauth.licences.save({
      ...licence,
      durationSeconds: licence.durationSeconds + Math.round(days * 86_400),
    })
  return answer(200, true, 'Added time to unused licenses!')
}

/** Activated keys are extended by their user. */
function extend(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const days = Number(query.get('expiry') ?? '')
  if (!(days > 0)) return answer(406, false, 'Expiry not set')
  const held = keyauth.subscriptions.filter((one) => one.user === query.get('user'))
  if (held.length === 0) return answer(406, false, 'Failed to extend user!')
  for (const one of held)
    keyauth.subscriptions.save({
      ...one,
      endsAt: Math.max(one.endsAt, nowSeconds(keyauth)) + Math.round(days * 86_400),
    })
  return answer(200, true, 'Successfully extended user!')
}

function fetchAll(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const licences = keyauth.licences.all()
  if (licences.length === 0) return answer(406, false, 'No License Keys Found')
  if (query.get('format') === 'text')
    return { status: 200, body: licences.map((one) => one.id).join('\n') }
  return answer(200, true, 'Successfully retrieved licenses', {
    keys: licences.map((one) => ({
      key: one.id,
      note: one.note,
      expires: String(one.durationSeconds),
      status: statusOf(one),
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
  keyauth.licences.get(query.get('key') ?? '')
const flag = (query: URLSearchParams, name: string): boolean =>
  ['0', '1', null].includes(query.get(name))
