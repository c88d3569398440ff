import { randomText } from '../core/ids.ts'
import { answerWith, type Answer, type Call } from './call.ts'
import { activeSubscriptions, nowSeconds, subscriptionOf, type KeyAuth } from './model.ts'

const DAY_SECONDS = 86_400

/** The calls about users and their subscriptions, by `type`. */
export const USER_CALLS: Readonly<Record<string, Call>> = {
  userdata: { takes: ['user'], run: readUserData },
  verifyuser: { takes: ['user'], run: verifyUser },

  banuser: {
    takes: ['user', 'reason'],
    run: (keyauth, query) =>
      banUser(keyauth, query.get('user') ?? '', query.get('reason') ?? '')
        ? answerWith(200, true, 'Successfully banned user!')
        : answerWith(406, false, 'User not found!'),
  },

  unbanuser: {
    takes: ['user'],
    run: (keyauth, query) =>
      unbanUser(keyauth, query.get('user') ?? '')
        ? answerWith(200, true, 'Successfully unbanned user!')
        : answerWith(406, false, 'User not found!'),
  },

  delsub: { takes: ['user', 'sub'], run: deleteSubscription },
  subtract: { takes: ['user', 'sub', 'seconds'], run: subtractTime },
  extend: { takes: ['user', 'sub', 'expiry', 'activeOnly'], run: extendUser },
  fetchallsubs: { takes: [], run: fetchSubscriptions },
}

function readUserData(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const user = keyauth.users.get(query.get('user') ?? '')
  if (!user) return answerWith(200, false, 'User not found')

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
    ? answerWith(200, true, 'User Successfully Verified')
    : answerWith(406, false, 'User Not Found')
}

/** Bans a user and adds their device and IP address to the blacklist. */
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
  const heldSubscriptions = keyauth.subscriptions.filter(
    (subscription) =>
      subscription.user === query.get('user') && subscription.name === query.get('sub'),
  )
  if (heldSubscriptions.length === 0)
    return answerWith(406, false, 'Failed to delete subscription!')

  for (const { id } of heldSubscriptions) keyauth.subscriptions.remove(id)

  return answerWith(200, true, 'Successfully deleted subscription!')
}

function subtractTime(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const seconds = Number(query.get('seconds') ?? '')
  if (!(seconds > 0)) return answerWith(406, false, 'Seconds must be greater than zero')

  const heldSubscriptions = keyauth.subscriptions.filter(
    (subscription) =>
      subscription.user === query.get('user') && subscription.name === query.get('sub'),
  )
  if (heldSubscriptions.length === 0) return answerWith(406, false, 'Failed to subtract time!')

  for (const subscription of heldSubscriptions)
    keyauth.subscriptions.save({ ...subscription, endsAt: subscription.endsAt - seconds })

  return answerWith(200, true, 'Successfully subtracted time!')
}

function extendUser(keyauth: KeyAuth, query: URLSearchParams): Answer {
  const days = Number(query.get('expiry') ?? '')
  if (!(days > 0)) return answerWith(406, false, 'Expiry not set correctly, must be number of days')

  const user = query.get('user') ?? ''
  if (!keyauth.users.get(user)) return answerWith(406, false, 'User(s) not found!')

  const name = query.get('sub') ?? ''
  if (!subscriptionsOfLevels(keyauth).some((subscription) => subscription.name === name))
    return answerWith(406, false, 'Subscription not found!')

  extendSubscription(keyauth, { user, name, seconds: Math.round(days * DAY_SECONDS) })

  return answerWith(200, true, 'Successfully extended user(s)!')
}

/** Extends a user's running subscription, or starts one now. */
export function extendSubscription(
  keyauth: KeyAuth,
  { user, name, seconds }: { user: string; name: string; seconds: number },
): void {
  const heldSubscriptions = activeSubscriptions(keyauth, user).filter(
    (subscription) => subscription.name === name,
  )
  for (const subscription of heldSubscriptions)
    keyauth.subscriptions.save({ ...subscription, endsAt: subscription.endsAt + seconds })
  if (heldSubscriptions.length > 0) return

  const endsAt = nowSeconds(keyauth) + seconds
  keyauth.subscriptions.save({ id: randomText(16), user, name, key: null, endsAt })
}

function fetchSubscriptions(keyauth: KeyAuth): Answer {
  const allSubscriptions = subscriptionsOfLevels(keyauth)
  return allSubscriptions.length === 0
    ? answerWith(406, false, 'No subscriptions found')
    : answerWith(200, true, 'Successfully retrieved subscriptions', { subs: allSubscriptions })
}

const subscriptionsOfLevels = (keyauth: KeyAuth): { name: string; level: string }[] =>
  [...new Set(keyauth.licences.all().map(({ level }) => level))].map((level) => ({
    name: subscriptionOf(level),
    level,
  }))
