import { randomText } from '../core/ids.ts'
import { answer, type Answer, type Call } from './call.ts'
import { activeSubscriptions, nowSeconds, subscriptionOf, type KeyAuth } from './model.ts'

const DAY_SECONDS = 86_400

/** The calls about users and their subscriptions, by their `type`. */
export const USER_CALLS: Readonly<Record<string, Call>> = {
  userdata: { takes: ['user'], run: userData },
  verifyuser: { takes: ['user'], run: verifyUser },

  banuser: {
    takes: ['user', 'reason'],
    run: (keyauth, query) =>
      banUser(keyauth, query.get('user') ?? '', query.get('reason') ?? '')
        ? answer(200, true, 'Successfully banned user!')
        : answer(406, false, 'User not found!'),
  },

  unbanuser: {
    takes: ['user'],
    run: (keyauth, query) =>
      unbanUser(keyauth, query.get('user') ?? '')
        ? answer(200, true, 'Successfully unbanned user!')
        : answer(406, false, 'User not found!'),
  },

  delsub: { takes: ['user', 'sub'], run: deleteSubscription },
  subtract: { takes: ['user', 'sub', 'seconds'], run: subtract },
  extend: { takes: ['user', 'sub', 'expiry', 'activeOnly'], run: extend },
  fetchallsubs: { takes: [], run: fetchSubscriptions },
}

function userData(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const user = keyauth.users.get(query.get('user') ?? '')
  if (!user) return answer(200, false, 'User not found')

  return {
    status: 200,

    body: {
      success: true,
      username: user.id,
      subscriptions: activeSubscriptions(keyauth, user.id).map(({ name, key, endsAt }) => ({
        subscription: name,
        key,
        expiry: String(endsAt),
        timeleft: endsAt - nowSeconds(keyauth),
      })),
      ip: user.address,
      hwid: user.hardwareId,
      createdate: String(user.createdAt),
      lastlogin: '',
      cooldown: null,
      banned: user.banned,
    },
  }
}

function verifyUser(keyauth: KeyAuth, query: URLSearchParams): Answer {
  return keyauth.users.get(query.get('user') ?? '')
    ? answer(200, true, 'User Successfully Verified')
    : answer(406, false, 'User Not Found')
}

/** Ban a user and put their device and address on the blacklist. */
export function banUser(keyauth: KeyAuth, name: string, reason: string): boolean {
  const user = keyauth.users.get(name)
  if (!user) return false

  keyauth.users.save({ ...user, banned: reason })
  if (user.hardwareId) blacklist(keyauth, 'Hardware ID', user.hardwareId)
  if (user.address) blacklist(keyauth, 'IP Address', user.address)

  return true
}

function blacklist(keyauth: KeyAuth, kind: 'Hardware ID' | 'IP Address', value: string): void {
  keyauth.blacklist.save({ id: `${kind}:${value}`, kind, value })
}

export function unbanUser(keyauth: KeyAuth, name: string): boolean {
  const user = keyauth.users.get(name)
  if (!user) return false

  keyauth.users.save({ ...user, banned: null })
  for (const { id, value } of keyauth.blacklist.all())
    if (value === user.hardwareId || value === user.address) keyauth.blacklist.remove(id)

  return true
}

function deleteSubscription(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const held = keyauth.subscriptions.filter(
    (one) => one.user === query.get('user') && one.name === query.get('sub'),
  )
  if (held.length === 0) return answer(406, false, 'Failed to delete subscription!')

  for (const { id } of held) keyauth.subscriptions.remove(id)

  return answer(200, true, 'Successfully deleted subscription!')
}

function subtract(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const seconds = Number(query.get('seconds') ?? '')
  if (!(seconds > 0)) return answer(406, false, 'Seconds must be greater than zero')

  const held = keyauth.subscriptions.filter(
    (one) => one.user === query.get('user') && one.name === query.get('sub'),
  )
  if (held.length === 0) return answer(406, false, 'Failed to subtract time!')

  for (const one of held) keyauth.subscriptions.save({ ...one, endsAt: one.endsAt - seconds })

  return answer(200, true, 'Successfully subtracted time!')
}

function extend(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const days = Number(query.get('expiry') ?? '')
  if (!(days > 0)) return answer(406, false, 'Expiry not set correctly, must be number of days')

  const user = query.get('user') ?? ''
  if (!keyauth.users.get(user)) return answer(406, false, 'User(s) not found!')

  const name = query.get('sub') ?? ''
  if (!subscriptionsOfLevels(keyauth).some((one) => one.name === name))
    return answer(406, false, 'Subscription not found!')

  extendSubscription(keyauth, { user, name, seconds: Math.round(days * DAY_SECONDS) })

  return answer(200, true, 'Successfully extended user(s)!')
}

/** Extend a user's time: added to the running subscription, otherwise from now. */
export function extendSubscription(
  keyauth: KeyAuth,
  { user, name, seconds }: { user: string; name: string; seconds: number },
): void {
  const held = activeSubscriptions(keyauth, user).filter((one) => one.name === name)
  for (const one of held) keyauth.subscriptions.save({ ...one, endsAt: one.endsAt + seconds })
  if (held.length > 0) return

  const endsAt = nowSeconds(keyauth) + seconds
  keyauth.subscriptions.save({ id: randomText(16), user, name, key: null, endsAt })
}

function fetchSubscriptions(keyauth: KeyAuth): Answer {
  const subs = subscriptionsOfLevels(keyauth)
  return subs.length === 0
    ? answer(406, false, 'No subscriptions found')
    : answer(200, true, 'Successfully retrieved subscriptions', { subs })
}

const subscriptionsOfLevels = (keyauth: KeyAuth): { name: string; level: string }[] =>
  [...new Set(keyauth.licences.all().map(({ level }) => level))].map((level) => ({
    name: subscriptionOf(level),
    level,
  }))
