import { Logger, runOnce, type TaskList } from 'graphile-worker'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { openTcpProxy } from '../../testing/tcp-proxy.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { keepPinging } from '../database/connection.ts'
import { enqueue } from './jobs.ts'
import { unlockDeadPools, startWorker } from './worker.ts'

// Tests the queue with workers that live, die, or get errors from the database. Other tests run the
// handlers of jobs.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

/** The lock class of workers ('CHAV' in ASCII). */
const lockClass = "x'43484156'::int"

const query = async (text: string, values: unknown[] = []) =>
  (await testShop.app.pool.query(text, values)).rows

const connections: pg.Client[] = []

const connect = async () => {
  const client = new pg.Client({ connectionString: testShop.app.config.databaseUrl })
  client.on('error', () => {})
  await client.connect()
  connections.push(client)

  return client
}

/** A worker like that of a shop process, but it checks for dead pools more often. */
async function startTestWorker(
  run: (payload: unknown) => Promise<void>,
  lookMs = 100,
  by = connect,
) {
  const tasks: TaskList = { 'order.receipt': run }
  const { pool, log } = testShop.app

  const worker = await startWorker({
    pool,
    log,
    connect: by,
    groups: [{ tasks, concurrency: 2 }],
    lookMs,
  })

  onTestFinished(() => worker.stop())
}

const queue = (orderId: string) => enqueue(testShop.app, 'order.receipt', { orderId })

const remainingJobs = async () =>
  (await query('select count(*)::int as jobs from graphile_worker._private_jobs'))[0].jobs

beforeEach(async () => {
  connections.length = 0
  await query('delete from graphile_worker._private_jobs')
})

describe('a job', () => {
  it('that no person waits for goes behind all others, however old it is', async () => {
    const { app } = testShop
    await enqueue(app, 'order.receipt', { orderId: 'early' })
    await enqueue(app, 'mail.login-code', { id: 'late', sealedCode: '' })
    await enqueue(app, 'payment.settle', { paymentId: 'later', source: 'webhook' })
    const ran: string[] = []
    const recordRun = (name: string) => async () => void ran.push(name)

    await runOnce({
      pgPool: app.pool,
      taskList: Object.fromEntries(
        ['order.receipt', 'mail.login-code', 'payment.settle'].map((name) => [
          name,
          recordRun(name),
        ]),
      ),
      noHandleSignals: true,
      concurrency: 1,
      logger: new Logger(() => () => {}),
    })

    expect(ran).toEqual(['mail.login-code', 'payment.settle', 'order.receipt'])
  })

  it('that takes long runs once, however often others check for dead workers', async () => {
    const runs: string[] = []

    const run = async () => {
      runs.push('begun')
      await sleep(1_500)
      runs.push('done')
    }

    await startTestWorker(run)
    await startTestWorker(run)
    await queue('long')
    await expect.poll(remainingJobs, { timeout: 10_000 }).toBe(0)
    expect(runs).toEqual(['begun', 'done'])
  })

  it('is released once its worker is silent at two checks in a row, not at one', async () => {
    await queue('long')
    await query(
      `update graphile_worker._private_jobs set locked_by = 'pool-quiet', locked_at = now()`,
    )
    const look = unlockDeadPools(testShop.app.pool)

    const owner = async () => {
      await look()
      return (await query('select locked_by from graphile_worker._private_jobs'))[0].locked_by
    }

    const holder = await connect()
    const setLock = (how: 'lock' | 'unlock') =>
      holder.query(`select pg_advisory_${how}(x'43484156'::int, hashtext('pool-quiet'))`)
    await setLock('lock')
    expect(await owner()).toBe('pool-quiet')
    await setLock('unlock')
    expect(await owner()).toBe('pool-quiet')
    await setLock('lock')
    expect([await owner(), await owner()]).toEqual(['pool-quiet', 'pool-quiet'])
    await holder.end()
    expect([await owner(), await owner()]).toEqual(['pool-quiet', null])
  })

  it('stays with its worker when the heartbeat connection breaks', async () => {
    const runs: string[] = []

    const run = async () => {
      runs.push('begun')
      await sleep(3_000)
      runs.push('done')
    }

    await startTestWorker(run, 800)
    await startTestWorker(run, 800)
    await queue('long')
    await expect.poll(() => runs).toEqual(['begun'])
    for (const { processID } of [...connections] as unknown as { processID: number }[])
      await query('select pg_terminate_backend($1)', [processID])
    await expect.poll(remainingJobs, { timeout: 10_000 }).toBe(0)
    expect(runs).toEqual(['begun', 'done'])
  })

  it('of a killed worker runs in another one within moments', async () => {
    await queue('orphan')
    await query(
      `update graphile_worker._private_jobs set locked_by = 'pool-killed', locked_at = now()`,
    )
    const seen: unknown[] = []
    await startTestWorker(async (payload) => void seen.push(payload))
    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([{ orderId: 'orphan' }])
    await expect.poll(remainingJobs).toBe(0)
  })
})

/** Process ids of the sessions that hold a worker's lock now. */
const holders = async () =>
  (
    await query(
      `select l.pid from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.classid::int = ${lockClass} and l.granted`,
    )
  ).map(({ pid }) => pid as number)

describe('a frozen worker', () => {
  it('loses its job, queue and session at the second check, despite its lock; a live one stays', async () => {
    const { app } = testShop
    await queue('quiet')
    await enqueue(app, 'unit.grant', { unitId: 'frozen' })
    await query(`update graphile_worker._private_jobs j set locked_at = now(), locked_by =
      case when job_queue_id is null then 'pool-speaks' else 'pool-frozen' end`)
    await query(`update graphile_worker._private_job_queues
      set locked_at = now(), locked_by = 'pool-frozen' where queue_name = 'keyauth'`)
    const [speaks, frozen] = [await connect(), await connect()]
    let isEnded = false
    frozen.once('end', () => (isEnded = true))
    keepPinging(speaks, { everyMs: 200, patienceMs: 200 })
    onTestFinished(() => speaks.end())
    await speaks.query(`select pg_advisory_lock(${lockClass}, hashtext('pool-speaks'))`)
    await frozen.query(`select pg_advisory_lock(${lockClass}, hashtext('pool-frozen'))`)
    const look = unlockDeadPools(app.pool, 1)

    const owners = async () => {
      await look()
      return [
        ...(await query(`select locked_by as by from graphile_worker._private_jobs order by id`)),
        ...(await query(`select locked_by as by from graphile_worker._private_job_queues
          where queue_name = 'keyauth'`)),
      ].map(({ by }) => by as string | null)
    }

    const all = ['pool-speaks', 'pool-frozen', 'pool-frozen']
    expect([await owners(), await owners()]).toEqual([all, all])
    await sleep(1_500)
    expect([await owners(), isEnded]).toEqual([all, false])
    expect(await owners()).toEqual(['pool-speaks', null, null])
    await expect.poll(() => isEnded).toBe(true)
  })

  it('that wakes deletes the job that another worker runs; the job’s queue is released', async () => {
    const { app } = testShop
    await enqueue(app, 'unit.grant', { unitId: 'twice' })
    await query(
      `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-next'`,
    )
    await query(`update graphile_worker._private_job_queues
      set locked_at = now(), locked_by = 'pool-next' where queue_name = 'keyauth'`)
    const holder = await connect()
    onTestFinished(() => holder.end())
    await holder.query(`select pg_advisory_lock(${lockClass}, hashtext('pool-next'))`)
    const look = unlockDeadPools(app.pool)

    const owner = async () => {
      await look()
      const held = `select locked_by from graphile_worker._private_job_queues where queue_name = 'keyauth'`

      return (await query(held))[0].locked_by
    }

    expect([await owner(), await owner()]).toEqual(['pool-next', 'pool-next'])
    await query('delete from graphile_worker._private_jobs')
    expect(await owner()).toBe(null)
  })
})

describe('the heartbeat of a worker', () => {
  it('comes from a new connection at once, though the database still holds the dead one', async () => {
    const { port, hostname } = new URL(testShop.app.config.databaseUrl!)
    expect(hostname).toBe('127.0.0.1')
    const line = await openTcpProxy(Number(port))
    onTestFinished(() => line.close())

    const through = async () => {
      const url = new URL(testShop.app.config.databaseUrl!)
      url.port = String(line.port)
      const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 1_000 })
      client.on('error', () => {})
      await client.connect()

      return client
    }

    await startTestWorker(async () => {}, 100, through)
    await expect.poll(holders).toHaveLength(1)
    const [old] = await holders()
    // Longer than the interval of pings, so that a ping is lost.
    line.freeze()
    await sleep(2_400)
    line.thaw()
    const both = async () =>
      (await holders()).map((pid) => (pid === old ? 'old' : 'new')).toSorted()
    await expect.poll(both, { timeout: 12_000 }).toEqual(['new', 'old'])
  })

  it('reconnects until it gets its lock', async () => {
    await startTestWorker(async () => {})
    await expect.poll(holders).toHaveLength(1)
    const rival = await connect()
    onTestFinished(() => rival.end())
    const [lockRow] =
      await query(`select objid::int8::text from pg_locks where pid = ${(await holders())[0]}
      and locktype = 'advisory'`)
    const { processID: first } = connections[0] as unknown as { processID: number }
    const at = `${lockClass}, ${Number(lockRow.objid) | 0}`
    const waits = rival.query(`select pg_advisory_lock(${at})`)
    await query('select pg_terminate_backend($1)', [first])
    await waits
    const { processID: own } = rival as unknown as { processID: number }
    // Each new connection failed to lock and was cut, so the worker never works without a lock.
    await expect.poll(() => connections.length, { timeout: 15_000 }).toBeGreaterThan(3)
    expect(await holders()).toEqual([own])
    await rival.query(`select pg_advisory_unlock(${at})`)
    await expect.poll(holders, { timeout: 10_000 }).not.toContain(own)
    await expect.poll(holders).toHaveLength(1)
  })

  it('uses a session whose loss the database detects within half a minute', async () => {
    await startTestWorker(async () => {})
    await expect.poll(holders).toHaveLength(1)
    const { rows } = await connections[0]!.query(
      `select name, setting from pg_settings where name like 'tcp_%' order by name`,
    )

    expect(rows).toEqual([
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '10' },
      { name: 'tcp_keepalives_interval', setting: '5' },
      { name: 'tcp_user_timeout', setting: '25000' },
    ])
  })
})

describe('worker groups', () => {
  it('run background jobs one at a time, delay no other, and survive a broken connection', async () => {
    const story: string[] = []
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>()

    const recordRun = (name: string, wait: Promise<void>) => async (payload: unknown) => {
      const what = `${name} ${Object.values(payload as object)[0]}`
      story.push(`${what} begins`)
      await wait
      story.push(`${what} is done`)
    }

    const { app } = testShop

    const worker = await startWorker({
      pool: app.pool,
      log: app.log,
      connect,
      lookMs: 800,
      groups: [
        { tasks: { 'payment.settle': recordRun('settle', end) }, concurrency: 4 },
        { tasks: { 'order.receipt': recordRun('receipt', end) }, concurrency: 1 },
      ],
    })

    onTestFinished(() => worker.stop())
    for (const orderId of ['one', 'two', 'three']) await queue(orderId)
    await expect.poll(() => story).toEqual(['receipt one begins'])
    await enqueue(app, 'payment.settle', { paymentId: 'late', source: 'webhook' })
    await expect.poll(() => story).toEqual(['receipt one begins', 'settle late begins'])
    for (const { processID } of [...connections] as unknown as { processID: number }[])
      await query('select pg_terminate_backend($1)', [processID])
    await sleep(2_500)
    expect(story).toEqual(['receipt one begins', 'settle late begins'])
    letGo()
    await expect.poll(remainingJobs, { timeout: 10_000 }).toBe(0)

    expect(story.filter((what) => what.startsWith('receipt'))).toEqual([
      'receipt one begins',
      'receipt one is done',
      'receipt two begins',
      'receipt two is done',
      'receipt three begins',
      'receipt three is done',
    ])
  })
})

describe('a frozen database', () => {
  /** A worker whose database sessions the test can freeze. */
  async function workAlone(
    run: (of: string) => Promise<void>,
    patience: object,
    { concurrency = 1, idleMs = 60_000 } = {},
  ) {
    const name = `alone ${connections.length}`
    const { databaseUrl } = testShop.app.config
    const pool = new pg.Pool({ connectionString: databaseUrl, application_name: name, ...patience })
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
    const tasks: TaskList = {
      'order.receipt': (payload) => run((payload as { orderId: string }).orderId),
    }
    const groups = [{ tasks, concurrency }]
    const { log } = testShop.app
    const worker = await startWorker({ pool, log, connect, groups, lookMs: 60_000, idleMs })
    const sessions = await query(`select pid from pg_stat_activity where application_name = $1`, [
      name,
    ])
    const pids = sessions.map(({ pid }) => pid as number)
    expect(pids.length).toBeGreaterThan(0)
    const resume = () => signal(pids, 'SIGCONT')

    onTestFinished(async () => {
      resume()
      await worker.stop()
      await pool.end()
    })

    const freeze = async () => {
      const now = await query(`select pid from pg_stat_activity where application_name = $1`, [
        name,
      ])
      pids.push(...now.map(({ pid }) => pid as number).filter((pid) => !pids.includes(pid)))
      signal(pids, 'SIGSTOP')
    }

    return { freeze, resume }
  }

  /** Signals each session; a session that has already ended is skipped. */
  const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
    for (const pid of pids)
      try {
        process.kill(pid, name)
      } catch {}
  }

  /** Checks for dead pools, as a worker in another process would. */
  let look: () => Promise<void>

  const leftAfterLook = async () => {
    await look()
    return remainingJobs()
  }

  const done: string[] = []

  beforeEach(() => {
    done.splice(0)
    look = unlockDeadPools(testShop.app.pool)
  })

  it('while two jobs end: the next one runs within seconds, and those two are released [F202]', async () => {
    const ends = new Map<string, () => void>()

    const run = async (orderId: string) => {
      if (['a', 'b'].includes(orderId) && !done.includes(orderId))
        await new Promise<void>((end) => ends.set(orderId, end))
      done.push(orderId)
    }

    const database = await workAlone(run, { query_timeout: 500, max: 3 }, { concurrency: 2 })
    await queue('a')
    await queue('b')
    await expect.poll(() => [...ends.keys()].toSorted()).toEqual(['a', 'b'])
    await database.freeze()
    ends.get('a')!()
    await sleep(20)
    ends.get('b')!()
    await sleep(2_500)
    database.resume()
    await queue('c')
    await expect.poll(leftAfterLook, { timeout: 12_000 }).toBe(0)
    expect(done).toContain('c')
  })

  it('while it hands out a job: the job that no worker received is released and runs [F202]', async () => {
    const run = async (orderId: string) => void done.push(orderId)
    const database = await workAlone(run, { query_timeout: 300 })
    await queue('first')
    await expect.poll(remainingJobs, { timeout: 5_000 }).toBe(0)
    await database.freeze()
    await queue('lost')
    // By then the worker polled once, timed out after 300 ms, and did not poll again.
    await sleep(1_800)
    database.resume()
    await expect.poll(leftAfterLook, { timeout: 10_000 }).toBe(0)
    expect(done).toEqual(['first', 'lost'])
  })

  it('that never answers a poll: the queue is opened again once a job is due [F202]', async () => {
    const run = async (orderId: string) => void done.push(orderId)
    const database = await workAlone(run, {}, { idleMs: 900 })
    await queue('first')
    await expect.poll(remainingJobs, { timeout: 5_000 }).toBe(0)
    await database.freeze()
    await queue('due')
    await expect.poll(() => done, { timeout: 12_000 }).toEqual(['first', 'due'])
  })
})

describe('a database that refuses to store a job’s outcome', () => {
  for (const [how, run, change] of [
    ['done', async () => {}, 'delete'],
    ['failed', () => Promise.reject(new Error('SMTP 421 try later')), 'update'],
  ] as const)
    it(`${how}: the process survives, and the job runs again [F171]`, async () => {
      let runs = 0
      await query(`create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no' using errcode = '57P01'; end $$`)

      await startTestWorker(async () => {
        runs++
        // The trigger exists only while the job runs: an update also locks a job at its start.
        if (runs === 1)
          await query(`create trigger refuse before ${change} on graphile_worker._private_jobs
            for each row execute function refuse()`)
        await run()
      })

      await queue('refused')
      await expect.poll(() => runs, { timeout: 5_000 }).toBe(1)
      await sleep(500)
      await query('drop function refuse cascade')
      await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThan(1)
    })
})
