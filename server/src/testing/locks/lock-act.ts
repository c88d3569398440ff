import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { person, type Person } from '../make.ts'
import { addressIn, bodyIn } from '../sample-calls.ts'
import { everyCall, openSampleData, type SampleData } from '../sample-data.ts'
import type { TestShop } from '../test-shop.ts'

export type Stage = {
  testShop: TestShop
  sample: SampleData
  staff: Person
  /** Two customers without orders or other data. */
  spare: Person
  gone: Person
}

/** A lock that another connection holds, and an act of the shop that must wait for it. */
export type LockAct = {
  hold: string
  /**
   * A pattern of the waiting statement, needed when its lock is not written by the query builder.
   */
  text?: RegExp
  act(): Promise<unknown>
}

export type LockActs = Readonly<Record<string, (stage: Stage) => LockAct | Promise<LockAct>>>
type Act = (stage: Stage) => Promise<unknown>

export async function openStage(testShop: TestShop): Promise<Stage> {
  return {
    testShop,
    sample: await openSampleData(testShop),
    staff: await person(testShop.app, { role: 'admin' }),
    spare: await person(testShop.app),
    gone: await person(testShop.app),
  }
}

export const caller = {
  ip: '127.0.0.1',
  userAgent: 'test',
  language: 'pt-BR',
  origin: null,
} as const

const tableHeld = (name: string): string => `lock table ${name} in exclusive mode`

export const rowsHeld = (name: string, where: string): string =>
  `select from ${name} where ${where} for update`

export const turnHeld = (key: string): string => `select pg_advisory_xact_lock(${key})`

/** An act that waits for a whole table. */
export const at =
  (table: string, act: Act, text?: RegExp): LockActs[string] =>
  (stage) => ({ hold: tableHeld(table), act: () => act(stage), ...(text && { text }) })

/** An act that waits for a whole table, and is prepared before the table is locked. */
export const readied =
  (
    table: string,
    prepare: (stage: Stage) => Promise<() => Promise<unknown>>,
    text?: RegExp,
  ): LockActs[string] =>
  async (stage) => ({ hold: tableHeld(table), act: await prepare(stage), ...(text && { text }) })

/** An act that waits for an advisory lock. */
export const inTurn =
  (key: string, act: Act): LockActs[string] =>
  (stage) => ({ hold: turnHeld(key), text: textOfTurn(key), act: () => act(stage) })

export const textOfTurn = (key: string): RegExp =>
  new RegExp(`pg_advisory_xact_lock(${key}`.replaceAll(/[()]/g, '\\$&'))

/** Makes a call with the sample's data, as a permitted caller; `ids` replaces ids of the sample. */
export const call =
  (name: string, ids: (stage: Stage) => Record<string, string> = () => ({})): Act =>
  async (stage) => {
    const namedCall = everyCall.find((anyCall) => anyCall.name === name)
    if (!namedCall) throw new Error(`there is no call ${name}`)

    const sample = { ...stage.sample, ids: { ...stage.sample.ids, ...ids(stage) } }
    const body = bodyIn(namedCall, sample)

    const reply = await stage.testShop.http.inject({
      method: namedCall.method,
      url: addressIn(namedCall, sample),
      headers: (namedCall.route.access === 'staff' ? stage.staff : sample.who).headers,
      ...(body ? { payload: body } : {}),
    })

    if (reply.statusCode >= 500) throw new Error(`${name} answers ${reply.payload}`)

    return reply
  }

export const ofSpare = ({ spare }: Stage): Record<string, string> => ({ userId: spare.userId })

/** Work of the shop that needs a transaction of the caller. */
export const within =
  (work: (tx: App, stage: Stage) => Promise<unknown>): Act =>
  (stage) =>
    inTransaction(stage.testShop.app, (tx) => work(tx, stage))
