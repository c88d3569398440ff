import type { Core } from '../core/core.ts'
import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import type { Row, Table } from '../core/state.ts'

const DAY_SECONDS = 86_400

/** A licence of the application; its id is the key itself, times are in epoch seconds. */
export type Licence = Row & {
  level: string
  durationSeconds: number
  note: string
  createdBy: string
  createdAt: number
  usedBy: string | null
  usedOn: number | null
  bannedFor: string | null
}
/** What an activated licence gave its user. */
export type Subscription = Row & { user: string; licence: string; level: string; endsAt: number }
export type Settings = Row & { customMasks: boolean }

/** The seller's application at the licence service. `trail` is what happened to licences, deleted ones among them. */
export type KeyAuth = {
  core: Core
  licences: Table<Licence>
  subscriptions: Table<Subscription>
  trail: Table<Row & { at: number; what: string; key: string; detail: string }>
  settings: Table<Settings>
}

export function openModel(core: Core): KeyAuth {
  const { state } = core
  return {
    core,
    licences: state.table('keyauth.licences'),
    subscriptions: state.table('keyauth.subscriptions'),
    trail: state.table('keyauth.trail'),
    settings: state.table('keyauth.settings'),
  }
}

export const nowSeconds = ({ core }: KeyAuth): number => Math.floor(core.clock.now() / 1000)
export const takesCustomMasks = ({ settings }: KeyAuth): boolean =>
  settings.get('settings')?.customMasks ?? true

/** The status as the API words it. */
export const statusOf = (licence: Licence): 'Not Used' | 'Used' | 'Banned' =>
  licence.bannedFor !== null ? 'Banned' : licence.usedBy ? 'Used' : 'Not Used'

/** Note down what became of a licence: proof of what was minted, revoked and restored. */
export function record(keyauth: KeyAuth, what: string, key: string, detail = ''): void {
  keyauth.trail.save({ id: randomText(12), at: keyauth.core.clock.now(), what, key, detail })
}

/** Make one licence under a key that is free. */
export function mint(
  keyauth: KeyAuth,
  key: string,
  input: { level: string; days: number; note: string; owner: string },
): Licence {
  record(keyauth, 'add', key, `level ${input.level}, ${input.days} days`)
  return keyauth.licences.save({
    id: key,
    level: input.level,
    durationSeconds: Math.round(input.days * DAY_SECONDS),
    note: input.note,
    createdBy: input.owner,
    createdAt: nowSeconds(keyauth),
    usedBy: null,
    usedOn: null,
    bannedFor: null,
  })
}

/** A buyer types the key into the loader: from here its days run. */
export function activate(keyauth: KeyAuth, key: string, user: string): Licence {
  const licence = keyauth.licences.get(key)
  if (!licence) throw new Refusal(404, `no such key: ${key}`)
  if (licence.bannedFor !== null) throw new Refusal(409, `this key is banned: ${licence.bannedFor}`)
  if (licence.usedBy) throw new Refusal(409, `this key is used by ${licence.usedBy}`)
  const usedOn = nowSeconds(keyauth)
  keyauth.subscriptions.save({
    id: key,
    user,
    licence: key,
    level: licence.level,
    endsAt: usedOn + licence.durationSeconds,
  })
  record(keyauth, 'activate', key, user)
  return keyauth.licences.save({ ...licence, usedBy: user, usedOn })
}

/** Everything about one licence, for tests and pages. */
export function licenceView(keyauth: KeyAuth, licence: Licence): object {
  return {
    key: licence.id,
    status: statusOf(licence),
    level: Number(licence.level),
    days: licence.durationSeconds / DAY_SECONDS,
    note: licence.note,
    createdBy: licence.createdBy,
    createdAt: iso(licence.createdAt),
    usedBy: licence.usedBy,
    usedOn: iso(licence.usedOn),
    endsAt: iso(keyauth.subscriptions.get(licence.id)?.endsAt ?? null),
    bannedFor: licence.bannedFor,
  }
}

const iso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
