import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import {
  activeSubscriptions,
  licencesOf,
  nowSeconds,
  record,
  subscriptionOf,
  type KeyAuth,
  type Licence,
} from './model.ts'
import { extendSubscription } from './user-calls.ts'

// The buyer's loader at the service: no part of the seller API.

/**
 * The user and device of an activation; by default the key is its own user, as with a login by
 * licence.
 */
export type Device = { user?: string; hardwareId?: string; address?: string }

/**
 * A buyer enters the key into the loader: its days start now; an existing user gets the time added.
 */
export function activate(keyauth: KeyAuth, key: string, device: Device = {}): Licence {
  const licence = licencesOf(keyauth, key).at(-1)
  if (!licence) throw new Refusal(404, `no such key: ${key}`)
  if (licence.status === 'Banned')
    throw new Refusal(409, `this key is banned: ${licence.bannedFor}`)
  if (licence.status === 'Used')
    throw new Refusal(409, `this key is used by ${licence.usedBy || 'nobody'}`)
  if (isBlacklisted(keyauth, device)) throw new Refusal(409, 'this device is blacklisted')

  const user = device.user ?? key
  const usedOn = nowSeconds(keyauth)
  const name = subscriptionOf(licence.level)

  if (keyauth.users.get(user))
    extendSubscription(keyauth, { user, name, seconds: licence.durationSeconds })
  else {
    keyauth.users.save({
      id: user,
      banned: null,
      hardwareId: device.hardwareId ?? null,
      address: device.address ?? null,
      createdAt: usedOn,
    })

    const endsAt = usedOn + licence.durationSeconds
    keyauth.subscriptions.save({ id: randomText(16), user, name, key, endsAt })
  }

  record(keyauth, 'activate', key, user)
  for (const same of licencesOf(keyauth, key))
    keyauth.licences.save({ ...same, status: 'Used', usedBy: user, usedOn })

  return keyauth.licences.get(licence.id)!
}

/**
 * A buyer logs in with their user name, or with a key that is its own user. The service checks the
 * user and their time, not the key.
 */
export function login(keyauth: KeyAuth, user: string): { user: string; endsAt: string } {
  const found = keyauth.users.get(user)
  if (!found) throw new Refusal(404, `no such user: ${user}`)
  if (found.banned !== null) throw new Refusal(403, `this user is banned: ${found.banned}`)

  const times = activeSubscriptions(keyauth, user).map(({ endsAt }) => endsAt)
  if (times.length === 0) throw new Refusal(403, 'no active subscription')

  return { user, endsAt: new Date(Math.max(...times) * 1000).toISOString() }
}

const isBlacklisted = (keyauth: KeyAuth, { hardwareId, address }: Device): boolean =>
  keyauth.blacklist.find(({ value }) => value === hardwareId || value === address) !== undefined
