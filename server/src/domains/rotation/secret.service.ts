import type { App } from '../../platform/app.ts'
import { inTransaction, sqlState } from '../../platform/database/transaction.ts'
import {
  faultsNow,
  letOlderSecretsGo,
  neededSecrets,
  signingNow,
} from '../../platform/secrets/vault-canaries.ts'
import { checkSecrets } from './check-secrets.queries.ts'
import { indexedPlaces, moveIndexes, rowsAfter, type Move } from './indexes.queries.ts'
import { tellTrail } from './rotation.service.ts'
import { untilStill, walk, type RotationOptions } from './rotation.walk.ts'
import { forgetOlderCodes, peopleWithOlderCodes, stateOf } from './secret.queries.ts'

/** What is told by its table and its id. */
type Told = { count: number; first: { place: string; id: string }[] }

export type SecretRotation = {
  /** Why nothing was begun; null when it was. */
  refused: string | null
  newest: number
  /** Rows that got an index of the newest value. */
  moved: number
  /** Rows that no key opens, and those of a value that stands there twice: they stay as they are. */
  unopened: Told
  doubled: Told
  /** Rows that somebody else held until the end. */
  left: number
  /** People whose recovery codes only an older value verifies, and how many were forgotten. */
  people: number
  forgotten: number
  letGo: number[]
  interrupted: boolean
}

export type SecretOptions = RotationOptions & {
  /** Forget the recovery codes that only an older value verifies. */
  forgetCodes?: boolean
}

const told = 100
const none = (): Told => ({ count: 0, first: [] })

const outcome = (app: App): SecretRotation => ({
  refused: null,
  newest: app.vault.marks[0]!,
  moved: 0,
  unopened: none(),
  doubled: none(),
  left: 0,
  people: 0,
  forgotten: 0,
  letGo: [],
  interrupted: false,
})

/**
 * Make the blind indexes anew under the newest value of STORE_SECRET, batch by batch while the shop
 * sells, and let the older ones go when nothing is found or verified by them any more (P580). It may
 * be stopped, killed, repeated and run twice at any time: what is done is told by the rows themselves.
 */
export async function rotateSecret(app: App, options: SecretOptions = {}): Promise<SecretRotation> {
  const { dryRun, forgetCodes } = options
  const refused = await whyNot(app, dryRun === true)
  if (refused) return { ...outcome(app), refused }

  if (dryRun) {
    const people = await peopleWithOlderCodes(app)
    return { ...outcome(app), ...(await onePass(app, options)), people }
  }

  const needed = await neededSecrets(app.pool, app.config)
  if (!needed.length && !(await isAnyOld(app))) return outcome(app)

  const { marks } = app.vault
  await tellTrail(app, 'secret.rotation-begun', { to: marks[0], from: needed })
  const pass = await untilStill((each) => onePass(app, each), options)
  const forgotten =
    forgetCodes && !pass.interrupted ? await inTransaction(app, forgetOlderCodes) : 0
  const people = await peopleWithOlderCodes(app)
  const letGo = pass.left || pass.interrupted || people ? [] : await letGoOf(app)
  const done = { ...outcome(app), ...pass, forgotten, people, letGo }
  const { newest: to, refused: _, unopened, doubled, ...counts } = done

  await tellTrail(app, 'secret.rotation-ended', {
    to,
    ...counts,
    unopened: unopened.count,
    doubled: doubled.count,
  })

  return done
}

/** Why no rotation may begin: other secrets, or a process that still signs with an older value. */
async function whyNot(app: App, dryRun: boolean): Promise<string | null> {
  const faults = await (dryRun ? faultsNow : checkSecrets)(app.pool, app.config)
  return [...(await others(app)), ...faults].join('\n') || null
}

const others = async (app: App): Promise<string[]> =>
  [...(await signingNow(app.pool))]
    .filter(([mark]) => mark !== app.vault.marks[0])
    .map(
      ([mark, n]) =>
        `${n} ${n === 1 ? 'process' : 'processes'} of this shop still sign with the value ${mark}: ` +
        `start ${n === 1 ? 'it' : 'them'} again with the same STORE_SECRET as this command`,
    )

type Pass = Pick<SecretRotation, 'moved' | 'left' | 'unopened' | 'doubled' | 'interrupted'>

async function onePass(app: App, options: SecretOptions): Promise<Pass> {
  const pass: Pass = { moved: 0, left: 0, unopened: none(), doubled: none(), interrupted: false }

  for (const place of indexedPlaces)
    await walk(pass, options, {
      next: (page) => rowsAfter(app, place, page),
      async take(rows) {
        const wanted = rows.flatMap((row) => {
          const state = stateOf(app, place, row)
          if (state === 'unopened') note(pass.unopened, place.table, row.id)

          return state === null || state === 'unopened' ? [] : [{ ...state, id: row.id }]
        })

        if (options.dryRun) pass.moved += wanted.length
        else if (wanted.length) await move(app, place, pass, wanted)
      },
    })

  return pass
}

async function move(
  app: App,
  { table, group }: (typeof indexedPlaces)[number],
  pass: Pass,
  wanted: readonly (Move & { id: string })[],
): Promise<void> {
  const { rows, moved, doubled } = await inTransaction(app, (tx) =>
    moveIndexes(tx, group, wanted),
  ).catch((error: unknown) => {
    // Somebody adds one of these values at this moment: the next pass sees how it ended.
    if (!['23505', '55P03'].includes(sqlState(error))) throw error
    return { rows: 0, moved: 0, doubled: [] as Move[] }
  })

  for (const one of wanted.filter((move) => doubled.includes(move)))
    note(pass.doubled, table, one.id)
  pass.moved += rows
  pass.left += wanted.length - moved - doubled.length
}

function note(of: Told, place: string, id: string): void {
  of.count++
  if (of.first.length < told) of.first.push({ place, id })
}

/** Whether anything stands under an older value that no start asks for any more. */
async function isAnyOld(app: App): Promise<boolean> {
  if (app.vault.marks.length < 2) return false
  return (await onePass(app, { dryRun: true, batch: 1000 })).moved > 0
}

/** Have nobody need the older values any more, unless a process began to sign with one meanwhile. */
async function letGoOf(app: App): Promise<number[]> {
  if ((await others(app)).length) return []

  const needed = await neededSecrets(app.pool, app.config)
  await inTransaction(app, (tx) => letOlderSecretsGo(tx.db, app.config))

  return needed
}
