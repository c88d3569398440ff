import type { App } from '../../platform/app.ts'
import { inTransaction, sqlState } from '../../platform/database/transaction.ts'
import {
  readFaults,
  dropOlderSecrets,
  neededSecrets,
  countSigners,
} from '../../platform/secrets/vault-canaries.ts'
import { checkSecrets } from './check-secrets.queries.ts'
import { indexedPlaces, moveIndexes, rowsAfter, type Move } from './indexes.queries.ts'
import { recordRotation } from './rotation.service.ts'
import { repeatPasses, walkBatches, type RotationOptions } from './rotation.walk.ts'
import { forgetOlderCodes, peopleWithOlderCodes, readIndexState } from './secret.queries.ts'

/** Reported rows: the count of all, and the first of them. */
type Reported = { count: number; first: { place: string; id: string }[] }

export type SecretRotation = {
  /** Why the rotation did not start; null when it did. */
  refused: string | null
  newest: number
  /** Number of rows that got an index of the newest STORE_SECRET. */
  moved: number
  /** Rows that no key opens, and rows of a value that is stored twice; both stay unchanged. */
  unopened: Reported
  doubled: Reported
  /** Number of rows that other transactions locked until the end. */
  left: number
  /** Number of people whose recovery codes only an older STORE_SECRET verifies. */
  people: number
  /** Number of deleted recovery codes. */
  forgotten: number
  letGo: number[]
  interrupted: boolean
}

export type SecretOptions = RotationOptions & {
  /** Whether to delete recovery codes that only an older STORE_SECRET verifies. */
  forgetCodes?: boolean
}

const mostReported = 100
const noReportedRows = (): Reported => ({ count: 0, first: [] })

const rotationOutcome = (app: App): SecretRotation => ({
  refused: null,
  newest: app.vault.marks[0]!,
  moved: 0,
  unopened: noReportedRows(),
  doubled: noReportedRows(),
  left: 0,
  people: 0,
  forgotten: 0,
  letGo: [],
  interrupted: false,
})

/**
 * Makes all blind indexes again with the newest STORE_SECRET, batch by batch while the shop sells.
 * Then it releases older values of STORE_SECRET that nothing needs any more (P580). It may be
 * stopped, killed, repeated and run twice at any time: the rows themselves show what is done.
 */
export async function rotateSecret(app: App, options: SecretOptions = {}): Promise<SecretRotation> {
  const { dryRun, forgetCodes } = options
  const refusal = await refusalOf(app, dryRun === true)
  if (refusal) return { ...rotationOutcome(app), refused: refusal }

  if (dryRun) {
    const peopleWithOldCodes = await peopleWithOlderCodes(app)
    return { ...rotationOutcome(app), ...(await onePass(app, options)), people: peopleWithOldCodes }
  }

  const neededMarks = await neededSecrets(app.pool, app.config)
  if (!neededMarks.length && !(await isAnyOld(app))) return rotationOutcome(app)

  const { marks } = app.vault
  await recordRotation(app, 'secret.rotation-begun', { to: marks[0], from: neededMarks })
  const passResult = await repeatPasses((passOptions) => onePass(app, passOptions), options)
  const forgotten =
    forgetCodes && !passResult.interrupted ? await inTransaction(app, forgetOlderCodes) : 0
  const people = await peopleWithOlderCodes(app)
  const releasedMarks =
    passResult.left || passResult.interrupted || people ? [] : await releaseOldSecrets(app)
  const rotationResult = {
    ...rotationOutcome(app),
    ...passResult,
    forgotten,
    people,
    letGo: releasedMarks,
  }
  const { newest: to, refused: _, unopened, doubled, ...counts } = rotationResult

  await recordRotation(app, 'secret.rotation-ended', {
    to,
    ...counts,
    unopened: unopened.count,
    doubled: doubled.count,
  })

  return rotationResult
}

/**
 * Why a rotation cannot start: a secret is wrong, or a process still signs with an older value.
 */
async function refusalOf(app: App, dryRun: boolean): Promise<string | null> {
  const secretFaults = await (dryRun ? readFaults : checkSecrets)(app.pool, app.config)
  return [...(await otherSigners(app)), ...secretFaults].join('\n') || null
}

const otherSigners = async (app: App): Promise<string[]> =>
  [...(await countSigners(app.pool))]
    .filter(([mark]) => mark !== app.vault.marks[0])
    .map(
      ([mark, n]) =>
        `${n} ${n === 1 ? 'process' : 'processes'} of this shop still sign with the value ${mark}: ` +
        `start ${n === 1 ? 'it' : 'them'} again with the same STORE_SECRET as this command`,
    )

type Pass = Pick<SecretRotation, 'moved' | 'left' | 'unopened' | 'doubled' | 'interrupted'>

async function onePass(app: App, options: SecretOptions): Promise<Pass> {
  const passResult: Pass = {
    moved: 0,
    left: 0,
    unopened: noReportedRows(),
    doubled: noReportedRows(),
    interrupted: false,
  }

  for (const place of indexedPlaces)
    await walkBatches(passResult, options, {
      next: (page) => rowsAfter(app, place, page),
      async take(rows) {
        const pendingRows = rows.flatMap((row) => {
          const indexState = readIndexState(app, place, row)
          if (indexState === 'unopened') noteRow(passResult.unopened, place.table, row.id)

          return indexState === null || indexState === 'unopened'
            ? []
            : [{ ...indexState, id: row.id }]
        })

        if (options.dryRun) passResult.moved += pendingRows.length
        else if (pendingRows.length) await moveRows(app, place, passResult, pendingRows)
      },
    })

  return passResult
}

async function moveRows(
  app: App,
  { table, group }: (typeof indexedPlaces)[number],
  pass: Pass,
  pendingRows: readonly (Move & { id: string })[],
): Promise<void> {
  const { rows, moved, doubled } = await inTransaction(app, (tx) =>
    moveIndexes(tx, group, pendingRows),
  ).catch((error: unknown) => {
    // Another transaction inserted a value with the same index, or locks a row for too long. The
    // next pass tries these rows again.
    if (!['23505', '55P03'].includes(sqlState(error))) throw error
    return { rows: 0, moved: 0, doubled: [] as Move[] }
  })

  for (const pendingRow of pendingRows.filter((move) => doubled.includes(move)))
    noteRow(pass.doubled, table, pendingRow.id)
  pass.moved += rows
  pass.left += pendingRows.length - moved - doubled.length
}

function noteRow(reported: Reported, place: string, id: string): void {
  reported.count++
  if (reported.first.length < mostReported) reported.first.push({ place, id })
}

/**
 * Whether a row has an index of an older STORE_SECRET, although no start requires that value any
 * more.
 */
async function isAnyOld(app: App): Promise<boolean> {
  if (app.vault.marks.length < 2) return false
  return (await onePass(app, { dryRun: true, batch: 1000 })).moved > 0
}

/**
 * Releases older values of STORE_SECRET, unless a process meanwhile began to sign with one of them.
 */
async function releaseOldSecrets(app: App): Promise<number[]> {
  if ((await otherSigners(app)).length) return []

  const neededMarks = await neededSecrets(app.pool, app.config)
  await inTransaction(app, (tx) => dropOlderSecrets(tx.db, app.config))

  return neededMarks
}
