import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import {
  activeSubscriptions,
  licencesOf,
  nowSeconds,
  recordEvent,
  subscriptionOf,
  type KeyAuth,
  type Licence,
} from './model.ts'
import { extendSubscription } from './user-calls.ts'

// The loader that a buyer runs; it is not part of the seller API.

/**
 * The user and device of an activation. By default the key is also the user name, as with a login
 * by licence.
 */
export type Device = { user?: string; hardwareId?: string; address?: string }

/**
 * A buyer enters the key into the loader. The key's days start now; an existing user's time is
 * extended.
 */
export function activateKey(keyauth: KeyAuth, key: string, device: Device = {}): Licence {
  const licence = licencesOf(keyauth, key).at(-1)
  if (!licence) throw new Refusal(404, `no such key: ${key}`)
  if (licence.status === 'Banned')
    throw new Refusal(409, `this key is banned: ${licence.bannedFor}`)
  if (licence.status === 'Used')
    throw new Refusal(409, `this key is used by ${licence.usedBy || 'nobody'}`)
  if (isBlacklisted(keyauth, device)) throw new Refusal(409, 'this device is blacklisted')

  const userName = device.user ?? key
  const activatedAt = nowSeconds(keyauth)
  const subscriptionName = subscriptionOf(licence.level)

  if (keyauth.users.get(userName))
    extendSubscription(keyauth, {
      user: userName,
      name: subscriptionName,
      seconds: licence.durationSeconds,
    })
  else {
    keyauth.users.save({
      id: userName,
      banned: null,
      hardwareId: device.hardwareId ?? null,
      address: device.address ?? null,
      createdAt: activatedAt,
    })

    const endsAt = activatedAt + licence.durationSeconds
    keyauth.subscriptions.save({
      id: randomText(16),
      user: userName,
      name: subscriptionName,
      key,
      endsAt,
    })
  }

  recordEvent(keyauth, 'activate', key, userName)
  for (const sameKeyLicence of licencesOf(keyauth, key))
    keyauth.licences.save({
      ...sameKeyLicence,
      status: 'Used',
      usedBy: userName,
      usedOn: activatedAt,
    })

  return keyauth.licences.get(licence.id)!
}

/**
 * A buyer logs in with their user name, or with a key that is the user name. The service checks the
 * user and their time, not the key.
 */
export function logInUser(keyauth: KeyAuth, userName: string): { user: string; endsAt: string } {
  const savedUser = keyauth.users.get(userName)
  if (!savedUser) throw new Refusal(404, `no such user: ${userName}`)
  if (savedUser.banned !== null) throw new Refusal(403, `this user is banned: ${savedUser.banned}`)

  const endTimes = activeSubscriptions(keyauth, userName).map(({ endsAt }) => endsAt)
  if (endTimes.length === 0) throw new Refusal(403, 'no active subscription')

  return { user: userName, endsAt: new Date(Math.max(...endTimes) * 1000).toISOString() }
}

const isBlacklisted = (keyauth: KeyAuth, { hardwareId, address }: Device): boolean =>
  keyauth.blacklist.find(({ value }) => value === hardwareId || value === address) !== undefined
