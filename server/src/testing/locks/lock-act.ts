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
  /** Customers of whom nothing else is tried. */
  spare: Person
  gone: Person
}

/** What another connection holds by a statement, and an act of the shop that has to wait for it. */
export type LockAct = {
  hold: string
  /** What stands in the statement that waits, where the query builder does not write its lock. */
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

/** The act waits for a whole table. */
export const at =
  (table: string, act: Act, text?: RegExp): LockActs[string] =>
  (stage) => ({ hold: tableHeld(table), act: () => act(stage), ...(text && { text }) })

/** The same for an act that has to be prepared before anything is held. */
export const readied =
  (
    table: string,
    prepare: (stage: Stage) => Promise<() => Promise<unknown>>,
    text?: RegExp,
  ): LockActs[string] =>
  async (stage) => ({ hold: tableHeld(table), act: await prepare(stage), ...(text && { text }) })

/** The act waits for its turn: an advisory lock. */
export const inTurn =
  (key: string, act: Act): LockActs[string] =>
  (stage) => ({ hold: turnHeld(key), text: textOfTurn(key), act: () => act(stage) })

export const textOfTurn = (key: string): RegExp =>
  new RegExp(`pg_advisory_xact_lock(${key}`.replaceAll(/[()]/g, '\\$&'))

/** A call of the sample, by somebody who may make it, with these ids instead of the sample's. */
export const call =
  (name: string, ids: (stage: Stage) => Record<string, string> = () => ({})): Act =>
  async (stage) => {
    const found = everyCall.find((one) => one.name === name)
    if (!found) throw new Error(`there is no call ${name}`)

    const sample = { ...stage.sample, ids: { ...stage.sample.ids, ...ids(stage) } }
    const body = bodyIn(found, sample)

    const reply = await stage.testShop.http.inject({
      method: found.method,
      url: addressIn(found, sample),
      headers: (found.route.access === 'staff' ? stage.staff : sample.who).headers,
      ...(body ? { payload: body } : {}),
    })

    if (reply.statusCode >= 500) throw new Error(`${name} answers ${reply.payload}`)

    return reply
  }

export const ofSpare = ({ spare }: Stage): Record<string, string> => ({ userId: spare.userId })

/** A part of the shop that others call within their transaction. */
export const within =
  (work: (tx: App, stage: Stage) => Promise<unknown>): Act =>
  (stage) =>
    inTransaction(stage.testShop.app, (tx) => work(tx, stage))
