import type { Core } from '../core/core.ts'
import { randomText } from '../core/ids.ts'
import type { Row, Table } from '../core/state.ts'

const DAY_SECONDS = 86_400

/**
 * A licence of the application. Two licences may have the same key, as at the real service. Times
 * are epoch seconds.
 */
export type Licence = Row & {
  key: string
  level: string
  durationSeconds: number
  note: string
  createdBy: string
  createdAt: number
  status: 'Not Used' | 'Used' | 'Banned'
  usedBy: string | null
  usedOn: number | null
  bannedFor: string | null
  /** The status of its row in the tokens table, which a ban and an unban change too. */
  token?: 'good' | 'banned'
}

/** A user's time in a subscription; `key` is the licence that opened the subscription. */
export type Subscription = Row & { user: string; name: string; key: string | null; endsAt: number }

/** A user of the loader. The login checks this row, never the key. */
type User = Row & {
  banned: string | null
  hardwareId: string | null
  address: string | null
  createdAt: number
}

type Blacklisted = Row & { kind: 'Hardware ID' | 'IP Address'; value: string }

/** The application's behaviour, which depends on the service's version and on the key's age. */
type Settings = Row & {
  /** Whether a mask without a * is accepted. */
  customMasks: boolean
  /** Whether keys get a row in the tokens table; older keys have none. */
  tokens: boolean
  /** Whether an unban marks the key as used, as in the version of 2023. */
  unbansAsUsed: boolean
}

/** An event in a licence's history. */
export type Trace = Row & { at: number; what: string; key: string; detail: string }

/**
 * The seller's application at the licence service. `trail` is the history of all licences, also of
 * deleted ones.
 */
export type KeyAuth = {
  core: Core
  licences: Table<Licence>
  subscriptions: Table<Subscription>
  users: Table<User>
  blacklist: Table<Blacklisted>
  trail: Table<Trace>
  settings: Table<Settings>
}

export function openModel(core: Core): KeyAuth {
  const { state } = core
  return {
    core,
    licences: state.table('keyauth.licences.2'),
    subscriptions: state.table('keyauth.subscriptions.2'),
    users: state.table('keyauth.users'),
    blacklist: state.table('keyauth.blacklist'),
    trail: state.table('keyauth.trail'),
    settings: state.table('keyauth.settings'),
  }
}

export const nowSeconds = ({ core }: KeyAuth): number => Math.floor(core.clock.now() / 1000)

export const settingsOf = ({ settings }: KeyAuth): Settings => ({
  id: 'settings',
  customMasks: true,
  tokens: true,
  unbansAsUsed: false,
  ...settings.get('settings'),
})

/** The subscription of a level; each level has one. */
export const subscriptionOf = (level: string): string =>
  level === '1' ? 'default' : `level-${level}`

export const licencesOf = (keyauth: KeyAuth, key: string): Licence[] =>
  keyauth.licences.filter((licence) => licence.key === key)

/** A user's subscriptions that have not ended. */
export const activeSubscriptions = (keyauth: KeyAuth, user: string): Subscription[] =>
  keyauth.subscriptions.filter((one) => one.user === user && one.endsAt > nowSeconds(keyauth))

/** Records an event of a licence, by which tests prove creation, revocation and restoration. */
export function recordEvent(keyauth: KeyAuth, what: string, key: string, detail = ''): void {
  keyauth.trail.save({ id: randomText(12), at: keyauth.core.clock.now(), what, key, detail })
}

export function mintLicence(
  keyauth: KeyAuth,
  key: string,
  input: { level: string; days: number; note: string; owner: string },
): Licence {
  recordEvent(keyauth, 'add', key, `level ${input.level}, ${input.days} days`)
  return keyauth.licences.save({
    id: randomText(16),
    key,
    level: input.level,
    durationSeconds: Math.round(input.days * DAY_SECONDS),
    note: input.note,
    createdBy: input.owner,
    createdAt: nowSeconds(keyauth),
    status: 'Not Used',
    usedBy: null,
    usedOn: null,
    bannedFor: null,
    ...(settingsOf(keyauth).tokens ? { token: 'good' as const } : {}),
  })
}

/** Everything about one licence, for tests and pages. */
export function licenceView(keyauth: KeyAuth, licence: Licence): object {
  const subscription = keyauth.subscriptions.find((one) => one.key === licence.key)
  return {
    key: licence.key,
    status: licence.status,
    level: Number(licence.level),
    days: licence.durationSeconds / DAY_SECONDS,
    note: licence.note,
    createdBy: licence.createdBy,
    createdAt: isoSeconds(licence.createdAt),
    usedBy: licence.usedBy,
    usedOn: isoSeconds(licence.usedOn),
    endsAt: isoSeconds(subscription?.endsAt ?? null),
    bannedFor: licence.bannedFor,
  }
}

const isoSeconds = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
