import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { readFaults, dropVaultKeys, countSealers } from '../../platform/secrets/vault-canaries.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { checkSecrets } from './check-secrets.queries.ts'
import { keysStatus } from './keys.queries.ts'
import { repeatPasses, walkBatches, type RotationOptions } from './rotation.walk.ts'
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
  /** Number of values that stayed locked, or that a process sealed with an older key meanwhile. */
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
  const newestKey = app.config.vaultKeys[0]!.id
  const refusal = await refusalOf(app, options.dryRun === true)
  if (refusal) return { ...rotationOutcome(newestKey, emptyPass()), refused: refusal }

  const { keys } = await keysStatus(app)
  const olderKeys = keys.filter(({ id, values, needed }) => id !== newestKey && (values || needed))
  if (!olderKeys.length) return rotationOutcome(newestKey, emptyPass())
  if (options.dryRun) return rotationOutcome(newestKey, await onePass(app, newestKey, options))

  const valuesByKey = Object.fromEntries(olderKeys.map(({ id, values }) => [id, values]))
  await recordRotation(app, 'vault.rotation-begun', { to: newestKey, under: valuesByKey })
  const lastPass = await repeatPasses(
    (passOptions) => onePass(app, newestKey, passOptions),
    options,
  )
  const rotationResult = rotationOutcome(newestKey, {
    ...lastPass,
    ...(await releaseOldKeys(app, newestKey, lastPass)),
  })
  const { unopened, refused: _, newest: to, ...counts } = rotationResult
  await recordRotation(app, 'vault.rotation-ended', { to, ...counts, unopened: unopened.count })

  return rotationResult
}

const rotationOutcome = (newest: number, { unopened, ...pass }: Pass): Rotation => ({
  ...pass,
  refused: null,
  newest,
  unopened: { count: unopened.count, first: unopened.first },
})

/** Adds an audit entry about the start or end of a rotation. */
export const recordRotation = (app: App, action: string, details: object): Promise<void> =>
  inTransaction(app, (tx) => recordAudit(tx, { action, targetType: 'vault', details }))

/** Why a rotation cannot start: a process still seals with another key, or a secret is wrong. */
async function refusalOf(app: App, dryRun: boolean): Promise<string | null> {
  const newestKey = app.config.vaultKeys[0]!.id
  const otherKeys = [...(await countSealers(app.pool))].filter(([id]) => id !== newestKey)

  if (otherKeys.length)
    return otherKeys
      .map(
        ([id, n]) =>
          `${n} ${n === 1 ? 'process' : 'processes'} of this shop still seal with the key ${id}: ` +
          `start ${n === 1 ? 'it' : 'them'} again with the same VAULT_KEYS as this command`,
      )
      .join('\n')

  const secretFaults = await (dryRun ? readFaults : checkSecrets)(app.pool, app.config)

  return secretFaults.length ? secretFaults.join('\n') : null
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
  const passResult = emptyPass()

  for (const place of sealedPlaces)
    await walkBatches(passResult, withBatch(options, place), {
      next: (page) => valuesOfOtherKeys(app, place, { key: newest, ...page }),
      async take(values) {
        const resealed = values.flatMap((value) =>
          resealValue(app, place, value, passResult.unopened),
        )

        const replaced =
          resealed.length && !options.dryRun
            ? await inTransaction(app, (tx) => replaceBytes(tx, place, resealed))
            : resealed.length

        passResult.moved += replaced
        passResult.left += resealed.length - replaced
      },
    })

  return passResult
}

/** Seals a value with the newest key; returns an empty list when no key opens the value. */
function resealValue(
  app: App,
  { name, table }: SealedPlace,
  value: SealedValue,
  unopenedValues: Failed,
) {
  try {
    const plainText = app.vault.open(value.bytes, table, value.row)
    return [{ ...value, next: app.vault.seal(plainText, table, value.row) }]
  } catch {
    noteUnopened(unopenedValues, { place: name, id: value.id, key: value.bytes[0] ?? 0 })
    return []
  }
}

/**
 * Releases older keys that seal no value, or only values that no key opens: later starts do not
 * require released keys. Returns the ids of released keys, and how many values still wait for the
 * newest key.
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

function noteUnopened(unopenedValues: Failed, unopened: Unopened): void {
  unopenedValues.count++
  unopenedValues.byKey.set(unopened.key, (unopenedValues.byKey.get(unopened.key) ?? 0) + 1)
  if (unopenedValues.first.length < mostReported) unopenedValues.first.push(unopened)
}
