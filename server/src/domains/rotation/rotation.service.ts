import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { readFaults, dropVaultKeys, countSealers } from '../../platform/secrets/vault-canaries.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { checkSecrets } from './check-secrets.queries.ts'
import { keysStatus } from './keys.queries.ts'
import { repeatPasses, walk, type RotationOptions } from './rotation.walk.ts'
import {
  valuesOfOtherKeys,
  replaceBytes,
  sealedPlaces,
  type SealedPlace,
  type SealedValue,
} from './sealed.queries.ts'

/** A value that no key opens. */
type Unopened = { place: string; id: string; key: number }

export type Rotation = {
  /** Why the rotation did not start; null when it did. */
  refused: string | null
  newest: number
  moved: number
  /** Values that no key opens: the count of all, and the first of them. */
  unopened: { count: number; first: Unopened[] }
  /** Values that others locked until the end, or sealed with an older key meanwhile. */
  left: number
  letGo: number[]
  interrupted: boolean
}

const mostReported = 100

/**
 * Seals all values of older keys again with the newest key, batch by batch while the shop sells.
 * Then it releases older keys without values (P450). It may be stopped, killed, repeated and run
 * twice at any time: the values themselves show what is done.
 */
export async function rotateKeys(app: App, options: RotationOptions = {}): Promise<Rotation> {
  const newest = app.config.vaultKeys[0]!.id
  const refused = await refusalOf(app, options.dryRun === true)
  if (refused) return { ...outcome(newest, emptyPass()), refused }

  const { keys } = await keysStatus(app)
  const older = keys.filter(({ id, values, needed }) => id !== newest && (values || needed))
  if (!older.length) return outcome(newest, emptyPass())
  if (options.dryRun) return outcome(newest, await onePass(app, newest, options))

  const valuesByKey = Object.fromEntries(older.map(({ id, values }) => [id, values]))
  await recordRotation(app, 'vault.rotation-begun', { to: newest, under: valuesByKey })
  const lastPass = await repeatPasses((each) => onePass(app, newest, each), options)
  const result = outcome(newest, { ...lastPass, ...(await releaseOldKeys(app, newest, lastPass)) })
  const { unopened, refused: _, newest: to, ...counts } = result
  await recordRotation(app, 'vault.rotation-ended', { to, ...counts, unopened: unopened.count })

  return result
}

const outcome = (newest: number, { unopened, ...pass }: Pass): Rotation => ({
  ...pass,
  refused: null,
  newest,
  unopened: { count: unopened.count, first: unopened.first },
})

/** Adds an audit entry about the start or end of a rotation. */
export const recordRotation = (app: App, action: string, details: object): Promise<void> =>
  inTransaction(app, (tx) => recordAudit(tx, { action, targetType: 'vault', details }))

/** Why a rotation cannot start: other secrets, or a process that could not open its results. */
async function refusalOf(app: App, dryRun: boolean): Promise<string | null> {
  const newest = app.config.vaultKeys[0]!.id
  const otherKeys = [...(await countSealers(app.pool))].filter(([id]) => id !== newest)

  if (otherKeys.length)
    return otherKeys
      .map(
        ([id, n]) =>
          `${n} ${n === 1 ? 'process' : 'processes'} of this shop still seal with the key ${id}: ` +
          `start ${n === 1 ? 'it' : 'them'} again with the same VAULT_KEYS as this command`,
      )
      .join('\n')

  const faults = await (dryRun ? readFaults : checkSecrets)(app.pool, app.config)

  return faults.length ? faults.join('\n') : null
}

type Failed = { count: number; first: Unopened[]; byKey: Map<number, number> }

type Pass = {
  moved: number
  left: number
  unopened: Failed
  interrupted: boolean
  letGo: number[]
}

const emptyPass = (): Pass => ({
  moved: 0,
  left: 0,
  unopened: { count: 0, first: [], byKey: new Map() },
  interrupted: false,
  letGo: [],
})

const withBatch = (options: RotationOptions, { batch = 200 }: SealedPlace): RotationOptions => ({
  ...options,
  batch: Math.min(batch, options.batch ?? batch),
})

async function onePass(app: App, newest: number, options: RotationOptions): Promise<Pass> {
  const pass = emptyPass()

  for (const place of sealedPlaces)
    await walk(pass, withBatch(options, place), {
      next: (page) => valuesOfOtherKeys(app, place, { key: newest, ...page }),
      async take(values) {
        const resealed = values.flatMap((value) => resealValue(app, place, value, pass.unopened))

        const replaced =
          resealed.length && !options.dryRun
            ? await inTransaction(app, (tx) => replaceBytes(tx, place, resealed))
            : resealed.length

        pass.moved += replaced
        pass.left += resealed.length - replaced
      },
    })

  return pass
}

/** A value sealed with the newest key; empty when no key opens it. */
function resealValue(app: App, { name, table }: SealedPlace, value: SealedValue, failed: Failed) {
  try {
    const plain = app.vault.open(value.bytes, table, value.row)
    return [{ ...value, next: app.vault.seal(plain, table, value.row) }]
  } catch {
    noteUnopened(failed, { place: name, id: value.id, key: value.bytes[0] ?? 0 })
    return []
  }
}

/**
 * Releases older keys without values, except values that they cannot open: later starts do not
 * require them. Returns their ids, and the number of values of the other keys.
 */
async function releaseOldKeys(
  app: App,
  newest: number,
  pass: Pass,
): Promise<Pick<Pass, 'left' | 'letGo'>> {
  if (pass.interrupted) return { left: pass.left, letGo: [] }

  const { keys } = await keysStatus(app)
  const olderKeys = keys
    .filter(({ id }) => id !== newest)
    .map((key) => ({ ...key, left: key.values - (pass.unopened.byKey.get(key.id) ?? 0) }))
  const unusedKeys = olderKeys.filter(
    ({ needed, processes, left }) => needed && !processes && left <= 0,
  )
  const unusedIds = unusedKeys.map(({ id }) => id)
  if (unusedIds.length) await dropVaultKeys(app.db, unusedIds)

  return { left: olderKeys.reduce((sum, { left }) => sum + Math.max(0, left), 0), letGo: unusedIds }
}

function noteUnopened(failed: Failed, one: Unopened): void {
  failed.count++
  failed.byKey.set(one.key, (failed.byKey.get(one.key) ?? 0) + 1)
  if (failed.first.length < mostReported) failed.first.push(one)
}
