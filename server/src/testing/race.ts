import { sql } from 'drizzle-orm'

import type { App } from '../platform/app.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { TestShop } from './test-shop.ts'

/**
 * Runs calls that wait for the same lock, one behind the other. Another process holds the lock
 * until all calls wait, so all but the first continue with outdated reads.
 */
export async function together<T>(
  testShop: TestShop,
  hold: (tx: App) => Promise<unknown>,
  acts: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const holder = await testShop.another()

  const { running: settledActs } = await inTransaction(holder, async (tx) => {
    await hold(tx)
    const startedActs: Promise<T>[] = []

    for (const act of acts) {
      startedActs.push(act())
      await untilWaiting(testShop.app, startedActs.length)
    }

    return { running: Promise.allSettled(startedActs) }
  })

  return settledActs
}

async function untilWaiting(app: App, acts: number): Promise<void> {
  for (let tries = 0; (await waitingForLocks(app)) < acts; tries++) {
    if (tries > 300) throw new Error('an act does not wait for what is held')
    await new Promise((done) => setTimeout(done, 10))
  }
}

async function waitingForLocks({ db }: App): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.n
}
