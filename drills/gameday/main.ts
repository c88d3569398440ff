import { parseArgs } from 'node:util'

import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { openFleet, type Fleet } from '../../server/src/testing/fleet.ts'
import { keyOf, methods, openCrowd, sleep, type Crowd, type Method, type Order } from './buyers.ts'
import { faults, type Fault } from './faults.ts'

// npm run gameday: people buy by PIX, card and crypto from two processes of a separate shop, while
// one fault after another occurs. Fails when a paid order is lost, a key is delivered twice or an
// invariant is broken. Also fails when buyers learn too late of a failing method, or a method does
// not recover soon after.

const { values: given } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    /** Seconds within which buyers must be informed of a failing method. */
    told: { type: 'string', default: '20' },
    /** Seconds after the end of a fault within which each method must sell and deliver again. */
    recovered: { type: 'string', default: '30' },
  },
})

const toldWithin = Number(given.told)
const recoveredWithin = Number(given.recovered)

type Verdict = {
  fault: string
  orders: number
  told: number | null
  recovered: number | null
  lost: number
  twice: number
  wrong: string[]
}

async function play(fleet: Fleet, crowd: Crowd, fault: Fault): Promise<Verdict> {
  const from = crowd.orders.length
  const begun = performance.now()
  const end = await fault.begin(fleet)

  const [told] = await Promise.all([
    fault.fails ? toldAfter(fleet, fault.fails, begun) : null,
    sleep(fault.lastsMs),
  ])

  await end()
  const recovered = await recoveredAfter(crowd, performance.now())
  const those = crowd.orders.slice(from)
  const wrong = await brokenNow(fleet)
  if (fault.fails && (told === null || told > toldWithin))
    wrong.push('buyers were not told in time')
  if (recovered === null) wrong.push(`not every method sold again within ${recoveredWithin} s`)
  const { lost, twice } = await counted(fleet, those)
  if (lost) wrong.push(`${lost} orders that were paid have no key`)
  if (twice) wrong.push(`${twice} keys were given twice`)

  return { fault: fault.name, orders: those.length, told, recovered, lost, twice, wrong }
}

const secondsSince = (from: number): number => (performance.now() - from) / 1000

/** Seconds until the checkout shows that a method fails; null when it does not. */
async function toldAfter({ servers }: Fleet, method: Method, from: number): Promise<number | null> {
  while (secondsSince(from) < toldWithin) {
    const site = await fetch(`${servers[0]!.origin}/api/server/public/site-settings`)
      .then((answer) => answer.json() as any)
      .catch(() => null)
    if (site?.store?.trouble?.[method]) return secondsSince(from)

    await sleep(200)
  }
  return null
}

/** Seconds until every method has sold and delivered a key; null when a method has not. */
async function recoveredAfter(crowd: Crowd, from: number): Promise<number | null> {
  const missingMethods = new Set<Method>(methods)

  while (secondsSince(from) < recoveredWithin) {
    for (const { paidBy, wanted, keyAt, cameAt } of crowd.orders)
      if (cameAt > from && keyAt && paidBy === wanted) missingMethods.delete(wanted)
    if (!missingMethods.size) return secondsSince(from)

    await sleep(200)
  }

  return null
}

/** Violated invariants. A violation may be a step in progress, so the check is repeated. */
async function brokenNow(fleet: Fleet): Promise<string[]> {
  for (let triesLeft = 5; ; triesLeft--) {
    const broken = await brokenLaws(fleet.app.db).catch(() => ['the books cannot be read'])
    if (!broken.length || triesLeft === 0) return broken.map(String)

    await sleep(1_000)
  }
}

/**
 * Counts paid orders without their key, or with a key other than the buyer saw, and keys delivered
 * twice. Orders of the last two seconds are left out.
 */
async function counted(fleet: Fleet, all: Order[]): Promise<{ lost: number; twice: number }> {
  const paid = all.filter(({ paymentId, cameAt }) => paymentId && secondsSince(cameAt) > 2)
  let lost = 0

  for (const order of paid) {
    const seenKey = order.key
    for (let triesLeft = 40; triesLeft > 0 && !(await keyOf(fleet, order)); triesLeft--)
      await sleep(500)
    const now = await keyOf(fleet, order)
    if (!now || (seenKey && seenKey !== now)) lost++
  }

  const keys = all.map(({ key }) => key).filter((key) => key !== null)

  return { lost, twice: keys.length - new Set(keys).size }
}

const number = (seconds: number | null) => (seconds === null ? '–' : seconds.toFixed(1))

function tell(verdicts: readonly Verdict[]): void {
  const head = ['', 'fault', 'orders', 'told s', 'sold again s', 'lost', 'twice']

  const rows = verdicts.map((verdict) => [
    verdict.wrong.length ? 'BAD' : 'good',
    verdict.fault,
    String(verdict.orders),
    number(verdict.told),
    number(verdict.recovered),
    String(verdict.lost),
    String(verdict.twice),
  ])

  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]!.length)))
  for (const row of [head, ...rows])
    console.log(row.map((cell, at) => cell.padEnd(widths[at]!)).join('  '))
  for (const { fault, wrong } of verdicts)
    for (const wrongFact of wrong) console.log(`  ${fault}: ${wrongFact}`)
}

const chosen = faults.filter(({ name }) => given.only?.includes(name) ?? true)

if (!chosen.length) {
  console.error(`--only one of: ${faults.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}

const begun = performance.now()
const fleet = await openFleet(2, { SWEEP_SECONDS: '2' })
const verdicts: Verdict[] = []

try {
  const crowd = await openCrowd(fleet)
  if ((await recoveredAfter(crowd, performance.now())) === null)
    throw new Error('no method sold anything before the faults')

  for (const fault of chosen) {
    const reason = fault.isPossible?.(fleet) ?? null

    if (reason) {
      console.log(`${fault.name}: not played, ${reason}`)
      continue
    }

    const verdict = await play(fleet, crowd, fault)
    verdicts.push(verdict)
    console.log(`${fault.name}: ${verdict.wrong.length ? verdict.wrong.join('; ') : 'good'}`)
  }

  await crowd.stop()
  const { lost, twice } = await counted(fleet, crowd.orders)
  const wrong = await brokenNow(fleet)
  if (lost) wrong.push(`${lost} orders that were paid have no key`)
  if (twice) wrong.push(`${twice} keys were given twice`)
  const never = crowd.orders.filter(({ paymentId }) => !paymentId).length
  if (never) wrong.push(`${never} people could not pay at all`)
  const orders = crowd.orders.length
  verdicts.push({ fault: 'the whole day', orders, told: null, recovered: null, lost, twice, wrong })
} finally {
  await fleet.close()
}

tell(verdicts)
console.log(`${secondsSince(begun).toFixed(0)} s`)
process.exit(verdicts.some(({ wrong }) => wrong.length) ? 1 : 0)
