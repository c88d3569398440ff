import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'

import { cartOf, person, product } from '../../testing/make.ts'
import { payPix, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { inTransaction } from '../database/transaction.ts'
import { enqueue } from './jobs.ts'
import { createNudge } from './nudge.ts'
import { startWorker } from './worker.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(() => testShop?.close())

beforeEach(async () => {
  await testShop.drain()
  await testShop.app.pool.query('delete from graphile_worker._private_jobs')
})

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: testShop.app.config.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())

  return client
}

/** Collects the job count of each notification to workers. */
async function listenForJobs(): Promise<number[]> {
  const client = await connected()
  const counts: number[] = []
  client.on('notification', ({ channel, payload }) => {
    if (channel === 'jobs:insert') counts.push((JSON.parse(payload!) as { count: number }).count)
  })
  await client.query('listen "jobs:insert"; listen chaveiro_pages')

  return counts
}

it('no transaction of an order notifies, because such commits run one at a time', async () => {
  const announcedCounts = await listenForJobs()
  const { nudge } = testShop.app
  let nudgeCount = 0
  testShop.app.nudge = { note: () => void nudgeCount++, close() {} }
  onTestFinished(() => {
    testShop.app.nudge = nudge
  })
  const { id } = await product(testShop.app, { keys: 20 })
  const buyer = await person(testShop.app)
  const cart = await cartOf(testShop.app, buyer.userId, [{ productId: id, quantity: 2 }])
  const { body } = await startPix(testShop, buyer, cart, {})
  await payPix(testShop, body.txid)
  await expect.poll(() => nudgeCount).toBeGreaterThan(0)
  await testShop.drain()
  const sold = await testShop.app.pool.query("select from stock_keys where status = 'used'")
  expect(sold.rowCount).toBe(2)
  await sleep(100)
  expect(announcedCounts).toEqual([])
})

it('workers are notified of a job at once, and of all jobs in the next 250 ms together', async () => {
  const announcedCounts = await listenForJobs()
  const nudge = createNudge(testShop.app.pool)
  onTestFinished(() => nudge.close())
  for (let i = 0; i < 500; i++) nudge.note()
  await expect.poll(() => announcedCounts, { timeout: 200, interval: 10 }).toEqual([1])
  await expect.poll(() => announcedCounts).toEqual([1, 499])
  await sleep(400)
  expect(announcedCounts).toEqual([1, 499])
})

it('a job is announced after its commit; one that is rolled back or due later is not', async () => {
  const announcedCounts = await listenForJobs()
  const welcome = { userId: 'a' }

  const rolledBack = inTransaction(testShop.app, async (tx) => {
    await enqueue(tx, 'mail.welcome', welcome)
    throw new Error('undone')
  })

  await expect(rolledBack).rejects.toThrow('undone')
  const runAt = new Date(testShop.clock.now().getTime() + 60_000)
  await enqueue(testShop.app, 'mail.welcome', welcome, { runAt })
  await sleep(100)
  expect(announcedCounts).toEqual([])

  await inTransaction(testShop.app, async (tx) => {
    await enqueue(tx, 'mail.welcome', welcome)
    await sleep(100)
    expect(announcedCounts).toEqual([])
  })

  await expect.poll(() => announcedCounts).toEqual([1])
})

it('in a quiet shop a worker takes a job at once, not at its next poll', async () => {
  const takenAt: number[] = []
  const { pool, log } = testShop.app
  const tasks = { 'mail.welcome': async () => void takenAt.push(performance.now()) }

  const worker = await startWorker({
    pool,
    log,
    connect: connected,
    groups: [{ tasks, concurrency: 1 }],
  })

  onTestFinished(() => worker.stop())
  await sleep(300)
  let waitedMs = 0

  for (let i = 1; i <= 6; i++) {
    const at = performance.now()
    await enqueue(testShop.app, 'mail.welcome', { userId: `${i}` })
    await expect.poll(() => takenAt.length, { interval: 5, timeout: 2_000 }).toBe(i)
    waitedMs += takenAt.at(-1)! - at
    await sleep(260 + i * 30)
  }

  // By polling once a second, each job would wait half a second on average.
  expect(waitedMs).toBeLessThan(1_200)
})

/** The rows of the queue after each way of adding a job, without ids and times. */
async function rowsAfter(client: pg.Client, add: (more: string) => string): Promise<unknown> {
  await client.query('begin; delete from graphile_worker._private_jobs')

  const row = `select q.queue_name, t.identifier, j.payload, j.priority, j.run_at - now() as due,
    j.attempts, j.max_attempts, j.last_error, j.key, j.revision, j.flags, j.is_available
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id`

  const seen: unknown[] = []

  for (const act of [
    add(''),
    add(`, 'queue one', 3, now() + interval '1 hour'`),
    "update graphile_worker._private_jobs set attempts = 4, last_error = 'x'",
    add(`, 'queue two', 10, null`),
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'y'",
    add(`, null, 0, null`),
  ]) {
    await client.query(act)
    seen.push((await client.query(row)).rows)
  }

  await client.query('rollback')

  return seen
}

it('queue_job leaves the same rows as add_job of the library', async () => {
  const client = await connected()

  await client.query(`create function pg_temp.theirs(n text, q text = null, p int = 0, at timestamptz = null)
    returns void language sql as $$ select graphile_worker.add_job('test.' || n, json_build_object('n', n),
      run_at := at, max_attempts := 25, job_key := 'key', queue_name := q, priority := p) $$;
    create function pg_temp.ours(n text, q text = null, p int = 0, at timestamptz = null)
    returns void language sql as $$ select queue_job('test.' || n, json_build_object('n', n),
      due_at := at, tries := 25, about := 'key', in_queue := q, rank := p) $$`)

  let n = 0
  const calls = (name: string) => (more: string) => `select pg_temp.${name}('${n++ % 4}'${more})`
  const theirs = (await rowsAfter(client, calls('theirs'))) as unknown[][]
  expect(theirs.map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1, 2])
  expect(await rowsAfter(client, calls('ours'))).toEqual(theirs)
})
