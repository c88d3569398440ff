import { eq, sql } from 'drizzle-orm'
import { Logger, runOnce } from 'graphile-worker'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { clockTasks } from '../../jobs/schedule.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { deleteReplacedJobs } from '../../platform/queue/worker.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'developer' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/jobs'
const list = async (query = '') => (await send(testShop, `GET ${base}${query}`, { as: staff })).body

const find = async (name: string) =>
  (await list('?limit=100')).jobs.find((job: { name: string }) => job.name === name)

/**
 * Runs the queue with a scripted task, and waits until the worker has stored the result of the job.
 */
const work = async (name: string, run: () => Promise<void>) => {
  await runOnce({
    pgPool: testShop.app.pool,
    taskList: { [name]: run },
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
  })
  await expect.poll(async () => (await find(name))?.state).not.toBe('running')
}

const giveUpNext = (id: string) =>
  testShop.app.db.execute(
    sql`update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now() where id = ${id}::bigint`,
  )

it('shows waiting, retried and dead jobs with their error, and only ids of their payload', async () => {
  await enqueue(testShop.app, 'mail.password-reset', {
    userId: staff.userId,
    sealedToken: 'nobody-reads-this',
  })

  await enqueue(testShop.app, 'order.receipt', { orderId: 'order-7' })

  expect(await list()).toMatchObject({
    success: true,
    total: 2,
    counts: { waiting: 2, retrying: 0, running: 0, dead: 0 },
  })

  expect(await find('mail.password-reset')).toMatchObject({
    state: 'waiting',
    attempts: 0,
    maxAttempts: 25,
    error: null,
    about: { userId: staff.userId },
    runAt: expect.stringMatching(/Z$/),
  })

  expect(JSON.stringify(await list())).not.toContain('nobody-reads-this')
  await work('order.receipt', () => Promise.reject(new Error('SMTP 421 try later')))
  const failed = await find('order.receipt')

  expect(failed).toMatchObject({
    state: 'retrying',
    attempts: 1,
    error: expect.stringContaining('SMTP 421'),
    about: { orderId: 'order-7' },
  })

  expect(Date.parse(failed.runAt)).toBeGreaterThan(Date.now())
  await giveUpNext(failed.id)
  await work('order.receipt', () => Promise.reject(new Error('SMTP 550 no such mailbox')))

  expect(await find('order.receipt')).toMatchObject({
    state: 'dead',
    attempts: 25,
    error: expect.stringContaining('SMTP 550'),
  })

  expect((await list()).jobs[0].name).toBe('order.receipt')

  expect(await list('?state=dead')).toMatchObject({
    total: 1,
    jobs: [{ id: failed.id, _id: failed.id }],
    counts: { waiting: 1, dead: 1 },
  })

  expect((await list('?state=waiting&limit=1&page=2')).jobs).toEqual([])
})

it('a dead job runs again once when staff retry it, which is audited', async () => {
  const { id } = await find('order.receipt')
  expect((await send(testShop, `POST ${base}/${id}/retry`, { as: staff })).status).toBe(200)
  expect(await find('order.receipt')).toMatchObject({ state: 'waiting', attempts: 0 })
  let ran = 0
  await work('order.receipt', async () => {
    ran++
  })
  expect([ran, await find('order.receipt')]).toEqual([1, undefined])

  expect(await send(testShop, `POST ${base}/${id}/retry`, { as: staff })).toMatchObject({
    status: 404,
    body: { code: 'job.not_found' },
  })

  expect(
    await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, 'job.retried')),
  ).toMatchObject([
    {
      actorName: 'Dora Equipe',
      ip: '127.0.0.1',
      targetId: id,
      details: { name: 'order.receipt', state: 'dead', attempts: 25, orderId: 'order-7' },
    },
  ])
})

it('a running job is left alone, a discarded one is gone for good; only staff may do this', async () => {
  const { id } = await find('mail.password-reset')

  await work('mail.password-reset', async () => {
    expect((await find('mail.password-reset')).state).toBe('running')

    for (const [method, path] of [
      ['POST', `${base}/${id}/retry`],
      ['DELETE', `${base}/${id}`],
    ] as const)
      expect(await send(testShop, `${method} ${path}`, { as: staff })).toMatchObject({
        status: 409,
        body: { code: 'job.running' },
      })

    throw new Error('later')
  })

  const client = await person(testShop.app)

  for (const [method, path] of [
    ['GET', base],
    ['POST', `${base}/${id}/retry`],
    ['DELETE', `${base}/${id}`],
  ] as const) {
    expect((await send(testShop, `${method} ${path}`, { as: client })).status).toBe(403)
    expect((await send(testShop, `${method} ${path}`)).status).toBe(401)
  }

  expect((await send(testShop, `DELETE ${base}/${id}`, { as: staff })).status).toBe(200)
  expect((await list()).total).toBe(0)
  expect((await send(testShop, `DELETE ${base}/${id}`, { as: staff })).status).toBe(404)
  for (const wrong of ['x', '-1', '1;2', '9'.repeat(19)])
    expect((await send(testShop, `DELETE ${base}/${wrong}`, { as: staff })).status).toBe(400)
})

it('a job queued again while it ran is not dead after its failure; a dead one stays', async () => {
  await enqueue(testShop.app, 'role.sync', { userId: staff.userId })
  let ran = 0

  const sync = async () => {
    if (++ran > 1) return

    await enqueue(testShop.app, 'role.sync', { userId: staff.userId })
    throw new Error('the worker was lost')
  }

  // Two runs: the first run may end before the failed job releases its queue, and so skip the
  // second job.
  for (let n = 0; n < 2; n++) await work('role.sync', sync)
  await enqueue(testShop.app, 'mail.welcome', { userId: staff.userId })
  const { id } = await find('mail.welcome')
  await giveUpNext(id)
  await work('mail.welcome', () => Promise.reject(new Error('SMTP 550')))
  await deleteReplacedJobs(testShop.app.pool)
  const left = (await list('?limit=100')).jobs.filter(
    ({ name }: { name: string }) => name === 'role.sync' || name === 'mail.welcome',
  )
  expect(left.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['mail.welcome', 'dead'],
  ])
  expect(ran).toBe(2)
})

it('the clock runs these tasks at these intervals, on which promises of the shop depend [Q114, Q117, Q121, F104, F114]', () => {
  expect(
    clockTasks(testShop.app)
      .map(({ name, seconds }) => `${name}: ${seconds}`)
      .toSorted(),
  ).toEqual([
    'abandon idle carts: 600',
    'apply due prices: 5',
    'ask for waiting units: 60',
    'clear what is due: 3600',
    'compare roles: 300',
    'cut missing pictures: 3600',
    'expire licences: 300',
    'fold stock counts: 60',
    'forget bans: 3600',
    'forget chat arrivals: 3600',
    'forget chat links: 3600',
    'forget customers deleted long ago: 86400',
    'forget ended devices: 600',
    'forget files never said: 3600',
    'forget login challenges: 600',
    'forget old states: 3600',
    'forget unused CPFs: 86400',
    'forget viewed notifications: 3600',
    'invite reviewers: 3600',
    'look at the services: 60',
    'mark licences: 300',
    'mark stock keys: 300',
    'poll reports of fraud: 60',
    'probe failing providers: 5',
    'read deposits: 5',
    'read the channels of tickets: 5',
    'serve waiting units: 30',
    'sweep payments: 5',
    'tell expiring licences: 600',
    'try due roles: 15',
    'watch the PIX webhook: 15',
    'watch the shop: 60',
    'watch the stock: 60',
    'write visits: 10',
  ])
})
