import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { faultsNow, letGo, sealingNow } from '../../platform/secrets/vault-canaries.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { checkSecrets } from './check-secrets.queries.ts'
import { keysStatus } from './keys.queries.ts'
import { untilStill, walk, type RotationOptions } from './rotation.walk.ts'
import {
  notUnder,
  replaceBytes,
  sealedPlaces,
  type SealedPlace,
  type SealedValue,
} from './sealed.queries.ts'

/** A value that no key opens. */
type Unopened = { place: string; id: string; key: number }

export type Rotation = {
  /** Why nothing was begun; null when it was. */
  refused: string | null
  newest: number
  moved: number
  /** What no key opens: all are counted, the first of them told. */
  unopened: { count: number; first: Unopened[] }
  /** Values that somebody else held until the end, or sealed with an older key meanwhile. */
  left: number
  letGo: number[]
  interrupted: boolean
}

const told = 100

/**
 * Seal everything anew that does not lie under the newest key, batch by batch while the shop sells,
 * and let the older keys go when nothing is left (P450). It may be stopped, killed, repeated and run
 * twice at any time: what is done is told by the values themselves.
 */
export async function rotateKeys(app: App, options: RotationOptions = {}): Promise<Rotation> {
  const newest = app.config.vaultKeys[0]!.id
  const refused = await whyNot(app, options.dryRun === true)
  if (refused) return { ...outcome(newest, nothing()), refused }

  const { keys } = await keysStatus(app)
  const older = keys.filter(({ id, values, needed }) => id !== newest && (values || needed))
  if (!older.length) return outcome(newest, nothing())
  if (options.dryRun) return outcome(newest, await onePass(app, newest, options))

  const under = Object.fromEntries(older.map(({ id, values }) => [id, values]))
  await tellTrail(app, 'vault.rotation-begun', { to: newest, under })
  const run = await untilStill((each) => onePass(app, newest, each), options)
  const done = outcome(newest, { ...run, ...(await letOldGo(app, newest, run)) })
  const { unopened, refused: _, newest: to, ...counts } = done
  await tellTrail(app, 'vault.rotation-ended', { to, ...counts, unopened: unopened.count })

  return done
}

const outcome = (newest: number, { unopened, ...pass }: Pass): Rotation => ({
  ...pass,
  refused: null,
  newest,
  unopened: { count: unopened.count, first: unopened.first },
})

/** A line of the trail about the beginning or the end of a rotation. */
export const tellTrail = (app: App, action: string, details: object): Promise<void> =>
  inTransaction(app, (tx) => recordAudit(tx, { action, targetType: 'vault', details }))

/** Why no rotation may begin: other secrets, or a process that could not open what it seals. */
async function whyNot(app: App, dryRun: boolean): Promise<string | null> {
  const newest = app.config.vaultKeys[0]!.id
  const others = [...(await sealingNow(app.pool))].filter(([id]) => id !== newest)

  if (others.length)
    return others
      .map(
        ([id, n]) =>
          `${n} ${n === 1 ? 'process' : 'processes'} of this shop still seal with the key ${id}: ` +
          `start ${n === 1 ? 'it' : 'them'} again with the same VAULT_KEYS as this command`,
      )
      .join('\n')

  const faults = await (dryRun ? faultsNow : checkSecrets)(app.pool, app.config)

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

const nothing = (): Pass => ({
  moved: 0,
  left: 0,
  unopened: { count: 0, first: [], byKey: new Map() },
  interrupted: false,
  letGo: [],
})

const batched = (options: RotationOptions, { batch = 200 }: SealedPlace): RotationOptions => ({
  ...options,
  batch: Math.min(batch, options.batch ?? batch),
})

async function onePass(app: App, newest: number, options: RotationOptions): Promise<Pass> {
  const pass = nothing()

  for (const place of sealedPlaces)
    await walk(pass, batched(options, place), {
      next: (page) => notUnder(app, place, { key: newest, ...page }),
      async take(values) {
        const next = values.flatMap((value) => sealedAnew(app, place, value, pass.unopened))

        const replaced =
          next.length && !options.dryRun
            ? await inTransaction(app, (tx) => replaceBytes(tx, place, next))
            : next.length

        pass.moved += replaced
        pass.left += next.length - replaced
      },
    })

  return pass
}

/** A value with its bytes under the newest key; none when no key opens it. */
function sealedAnew(app: App, { name, table }: SealedPlace, value: SealedValue, failed: Failed) {
  try {
    const plain = app.vault.open(value.bytes, table, value.row)
    return [{ ...value, next: app.vault.seal(plain, table, value.row) }]
  } catch {
    note(failed, { place: name, id: value.id, key: value.bytes[0] ?? 0 })
    return []
  }
}

/**
 * Have nobody need the older keys any more under which nothing is left, but what they do not open:
 * no start asks for them from now on. Answers their ids, and how many values the others still hold.
 */
async function letOldGo(
  app: App,
  newest: number,
  pass: Pass,
): Promise<Pick<Pass, 'left' | 'letGo'>> {
  if (pass.interrupted) return { left: pass.left, letGo: [] }

  const { keys } = await keysStatus(app)
  const older = keys
    .filter(({ id }) => id !== newest)
    .map((key) => ({ ...key, left: key.values - (pass.unopened.byKey.get(key.id) ?? 0) }))
  const unused = older.filter(({ needed, processes, left }) => needed && !processes && left <= 0)
  const ids = unused.map(({ id }) => id)
  if (ids.length) await letGo(app.db, ids)

  return { left: older.reduce((sum, { left }) => sum + Math.max(0, left), 0), letGo: ids }
}

function note(failed: Failed, one: Unopened): void {
  failed.count++
  failed.byKey.set(one.key, (failed.byKey.get(one.key) ?? 0) + 1)
  if (failed.first.length < told) failed.first.push(one)
}
