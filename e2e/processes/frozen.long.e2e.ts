import { afterAll, beforeAll, expect, it } from 'vitest'

import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf } from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'

// A process freezes in the middle of a job, as if its machine was suspended: its connections stay
// open but silent, and the licence server's queue waits behind it.

let fleet: Fleet
let productId: string

beforeAll(async () => {
  fleet = await openFleet(1, { SWEEP_SECONDS: '1', KEYAUTH_TIMEOUT_MS: '5000' })
  productId = (await product(fleet.app, { provider: 'keyauth' })).id
})

afterAll(() => fleet?.close())
const { countOf, sound } = questionsTo(() => fleet)

/** A new customer pays for one unit through this process. */
async function buyAt(origin: string): Promise<void> {
  const who = await person(fleet.app)
  const cartId = await cartOf(fleet.app, who.userId, [{ productId, quantity: 1 }])

  const answer = await fetch(`${origin}/api/payment/efybank/checkout`, {
    method: 'POST',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ cartId, termsAccepted: true, customer: { cpf: validCpf } }),
  })

  expect(answer.status).toBe(200)
  const { txid } = (await answer.json()) as { txid: string }
  await fleet.sandbox('POST', `/sandbox/api/pix/${txid}/pay`, {})
}

const licences = () =>
  countOf('select count(distinct id)::int as n from licences where product_id = $1', [productId])

/**
 * The count of paid units without a KeyAuth licence. The demo data contains such units, and the
 * shop requests their licences at its start.
 */
const waiting = () =>
  countOf(
    `select count(*)::int as n from order_units u join orders o on o.id = u.order_id
      where u.provider = 'keyauth' and u.status = 'pending' and o.status = 'completed'
        and o.suspended_at is null`,
  )

/** The count of the product's licences that a process is requesting now. */
const asking = () =>
  countOf(
    `select count(*)::int as n from licence_grants g join order_units u on u.id = g.unit_id
      where g.busy_until is not null and u.variant_id = $1`,
    [productId],
  )

it('a process that freezes while it claims a key delays no other buyer and delivers later', async () => {
  await until(async () => expect(await waiting()).toBe(0), 90)

  await fleet.sandbox('POST', '/sandbox/api/faults', {
    provider: 'keyauth',
    method: '*',
    path: '*',
    times: 1,
    do: 'delay:6000',
  })

  const frozen = fleet.servers[0]!
  await buyAt(frozen.origin)
  await until(async () => expect(await asking()).toBe(1), 15)
  frozen.child.kill('SIGSTOP')
  expect(await licences()).toBe(0)
  const stood = Date.now()
  const other = await fleet.start()

  try {
    await buyAt(other.origin)
    await until(async () => expect(await licences()).toBe(1), 40)
    // The frozen process may still have a request at the licence server. No other process repeats
    // it for 45 seconds: six calls of five seconds, and 15 seconds more.
    await until(async () => expect(await licences()).toBe(2), 60)
    expect(Date.now() - stood).toBeGreaterThan(42_000)
    expect(Date.now() - stood).toBeLessThan(65_000)
  } finally {
    frozen.child.kill('SIGCONT')
  }

  // Both processes run jobs of that queue again, and no job ran twice.
  await until(async () => expect((await fetch(`${frozen.origin}/readyz`)).status).toBe(200), 20)
  for (const { origin } of [frozen, other, frozen, other]) await buyAt(origin)
  await until(async () => expect(await licences()).toBe(6), 30)
  await sound()
}, 180_000)
