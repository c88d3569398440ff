import { createHash } from 'node:crypto'
import { openSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { isLong } from '../../server/src/testing/long.ts'
import { cartOf, person, product, validCpf, type Person } from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'
import { below, lives, startProcess, type ShopProcess } from './process.ts'

// Log and database fail under real processes. The shop reports the failure, continues, and recovers
// by itself.

let fleet: Fleet
let staff: Person
let shop: ShopProcess
const env = () => ({ ...fleet.env, LOG_LEVEL: 'debug' })

beforeAll(async () => {
  fleet = await openFleet(0)
  staff = await person(fleet.app, { role: 'admin' })
  // The log's disk is full from the first line on.
  shop = await startProcess(env(), { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] })
  await shop.ready
})

afterAll(async () => {
  await shop?.stop()
  await fleet?.close()
})

const health = async ({ origin }: ShopProcess): Promise<any> =>
  (await fetch(`${origin}/api/admin/system/health`, { headers: staff.headers })).json()

const readyz = async () => {
  const begun = performance.now()
  const answer = await fetch(`${shop.origin}/readyz`)
  const body = (await answer.json()) as { failing: string[] }

  return { status: answer.status, failing: body.failing, ms: performance.now() - begun }
}

it('a log on a full disk or in a closed pipe stops nothing and shows on the system page [F154]', async () => {
  const piped = await startProcess(env())
  await piped.ready
  piped.child.stdout!.destroy()
  piped.child.stderr!.destroy()

  for (const [one, reason] of [
    [shop, 'ENOSPC'],
    [piped, 'EPIPE'],
  ] as const) {
    for (let i = 0; i < 20; i++) expect((await fetch(`${one.origin}/api/none`)).status).toBe(404)
    await until(async () => {
      expect((await health(one)).log).toMatchObject({ ok: false, reason })
    }, 10)
    expect((await health(one)).log.lost).toBeGreaterThan(0)
  }

  piped.child.kill('SIGTERM')
  expect((await piped.ended).code).toBe(0)
})

it('a sandbox that dies restarts, and a payment begun afterwards brings its key [F163]', async () => {
  const pid = (await below(process.pid)).find((one) =>
    readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('sandbox/src/main.ts'),
  )!
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => lives(pid)).toBe(false)
  const { id: productId } = await product(fleet.app, { keys: ['VOLTA-0001'] })
  const buyer = await person(fleet.app)
  const cartId = await cartOf(fleet.app, buyer.userId, [{ productId, quantity: 1 }])

  const ask = async (path: string, body?: object): Promise<any> => {
    const answer = await fetch(shop.origin + path, {
      headers: { ...buyer.headers, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    return answer.json()
  }

  let begun: any

  await until(async () => {
    begun = await ask('/api/payment/efybank/checkout', {
      cartId,
      termsAccepted: true,
      customer: { cpf: validCpf },
    })
    expect(begun).toMatchObject({ txid: expect.any(String) })
  }, 20)

  await fleet.sandbox('POST', `/sandbox/api/pix/${begun.txid}/pay`, {})

  await until(async () => {
    const now = await ask(`/api/payment/efybank/status/${begun.paymentId}`)
    expect(now).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(now)).toContain('VOLTA-0001')
  }, 20)
})

const timed = async (path: string, headers: Record<string, string> = {}) => {
  const begun = performance.now()
  const answer = await fetch(shop.origin + path, { headers })
  const body = await answer.text()

  return {
    status: answer.status,
    stale: answer.headers.get('x-shop-stale'),
    ms: performance.now() - begun,
    body,
    sum: createHash('sha256').update(body).digest('hex'),
  }
}

const cachedPaths = ['/', '/api/product/list-featured-products', '/api/server/public/site-settings']

it('while the database is frozen readyz fails, pages come from memory, and the shop recovers [F160, F242]', async () => {
  const postmaster = await questionsTo(() => fleet).postmasterPid()
  expect(await readyz()).toMatchObject({ status: 200, failing: [] })
  const before = new Map<string, string>()
  for (const path of cachedPaths) before.set(path, (await timed(path)).sum)
  const cluster = [postmaster, ...(await below(postmaster))]
  for (const pid of cluster) process.kill(pid, 'SIGSTOP')

  try {
    const end = Date.now() + (isLong ? 45_000 : 8_000)
    const ownAnswer = await timed('/api/users/dashboard', staff.headers)
    expect(ownAnswer).toMatchObject({
      status: 500,
      body: expect.stringContaining('"database.away"'),
    })
    expect(ownAnswer.ms).toBeLessThan(2_500)
    // Wait until every cached answer is older than a change that the shop may have missed.
    await new Promise((done) => setTimeout(done, isLong ? 8_000 : 3_000))

    for (const path of cachedPaths)
      for (const headers of [{}, staff.headers]) {
        const { body: _, ...answer } = await timed(path, headers)

        expect([path, answer]).toMatchObject([
          path,
          { status: 200, stale: 'database away', sum: before.get(path) },
        ])

        expect(answer.ms).toBeLessThan(500)
      }

    expect((await timed('/api/users/dashboard', staff.headers)).ms).toBeLessThan(500)
    // A page that was never requested is not cached: the browser renders it, and its calls fail
    // quickly.
    expect(await timed('/products')).toMatchObject({ status: 200, stale: null })
    const unknown = await timed('/api/product/search?q=nunca')
    expect([unknown.status, unknown.ms < 2_500]).toEqual([500, true])

    while (Date.now() < end) {
      const answer = await readyz()
      expect(answer).toMatchObject({ status: 500, failing: ['database'] })
      expect(answer.ms).toBeLessThan(2_000)
      const begun = performance.now()
      const figures = await (await fetch(`${shop.origin}/metrics`)).text()
      expect(performance.now() - begun).toBeLessThan(2_500)
      expect(figures).toMatch(/^chaveiro_database_up 0$/m)
      expect(figures).not.toMatch(/^chaveiro_payments_pending \d/m)
      await new Promise((done) => setTimeout(done, 1_000))
    }
  } finally {
    for (const pid of cluster) process.kill(pid, 'SIGCONT')
  }

  await until(async () => {
    expect(await readyz()).toMatchObject({ status: 200, failing: [] })
    expect((await fetch(`${shop.origin}/api/product/list-featured-products`)).status).toBe(200)
  }, 20)
})
