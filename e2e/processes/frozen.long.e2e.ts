import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFleet, until, type Fleet } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product, validCpf } from '../../server/src/testing/make.ts'
import { questionsTo } from './database.ts'

// A process stands still in the middle of a job, as one does whose machine is suspended or gone: its
// connections stay open and say nothing, and the queue of the licence server waits behind it.

let fleet: Fleet
let productId: string
beforeAll(async () => {
  fleet = await openFleet(1, { SWEEP_SECONDS: '1' })
  productId = (await product(fleet.app, { provider: 'keyauth' })).id
})
afterAll(() => fleet?.close())
const { countOf, sound } = questionsTo(() => fleet)

/** Somebody pays for one unit at a process of the shop. */
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
const granting = () =>
  countOf(
    `select count(*)::int as n from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'unit.grant' and j.locked_at is not null`,
  )

it('a process that is frozen amid a grant: another one makes the key within forty seconds, and after the thaw all goes on', async () => {
  await fleet.sandbox('POST', '/sandbox/api/faults', {
    provider: 'keyauth',
    method: '*',
    path: '*',
    times: 1,
    do: 'delay:6000',
  })
  const frozen = fleet.servers[0]!
  await buyAt(frozen.origin)
  await until(async () => expect(await granting()).toBe(1), 15)
  frozen.child.kill('SIGSTOP')
  expect(await licences()).toBe(0)
  const stood = Date.now()
  const other = await fleet.start()
  try {
    await buyAt(other.origin)
    await until(async () => expect(await licences()).toBe(2), 60)
    expect(Date.now() - stood).toBeLessThan(40_000)
  } finally {
    frozen.child.kill('SIGCONT')
  }
  // Both do jobs of that queue again, and none was done twice.
  await until(async () => expect((await fetch(`${frozen.origin}/readyz`)).status).toBe(200), 20)
  for (const { origin } of [frozen, other, frozen, other]) await buyAt(origin)
  await until(async () => expect(await licences()).toBe(6), 30)
  await sound()
}, 180_000)
