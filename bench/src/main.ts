import autocannon from 'autocannon'
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { openFleet } from '../../server/src/testing/fleet.ts'
import { product } from '../../server/src/testing/make.ts'
import { bareServer } from './bare.ts'
import { addRates, checkoutRates } from './buy.ts'
import { rounds, type Rates } from './each.ts'
import { databaseMemory, resident } from './memory.ts'
import { searchTimes } from './search.ts'
import { addVariants, settleRates } from './settle.ts'
import { visitTimes } from './visits.ts'

// Results are ratios within one run, because machines differ in speed. Absolute values are printed
// for orientation only.

const seconds = Number(process.env.BENCH_SECONDS ?? 5)

const say = (text: string) => console.log(text)

async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections: 50, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${url} refused ${result.non2xx} requests`)

  return result.requests.average
}

const fleet = await openFleet(1)

try {
  await new Promise((done) => setTimeout(done, 3000))

  const idle = {
    server: resident(fleet.servers[0]!.child.pid!),
    database: databaseMemory(fleet.app.config.dataDir),
  }

  for (let i = 0; i < 20; i++) await product(fleet.app, { featured: true, keys: 20 })
  const soldProduct = await product(fleet.app, { keys: 20 })
  const five = await product(fleet.app, { keys: 20 })
  await addVariants(fleet.app, five.id)
  const origin = fleet.servers[0]!.origin
  say(`| what | a second | bare | ratio |\n|---|---|---|---|`)

  for (const [name, path] of [
    ['catalogue list of 20', '/api/product/list-featured-products'],
    ['product detail', `/api/product/detail/${soldProduct.id}`],
    ['product detail, five variants', `/api/product/detail/${five.id}`],
    ['page /products', '/products'],
  ] as const) {
    const bytes = Buffer.from(await (await fetch(origin + path)).arrayBuffer())
    const bare = await bareServer(bytes)
    await rate(origin + path)
    const [ours, theirs] = [await rate(origin + path), await rate(bare.origin)]
    await bare.close()
    say(
      `| ${name} | ${Math.round(ours)} | ${Math.round(theirs)} (Fastify, same bytes) | ${(ours / theirs).toFixed(2)} |`,
    )
  }

  const row = (name: string, rates: Rates) =>
    say(
      `| ${name} | ${rates.ours} | ${rates.bare} (SQL transaction, same rows) | ` +
        `${(rates.ours / rates.bare).toFixed(2)} |`,
    )

  row('first product into the cart', await rounds(3, () => addRates(fleet.app, 300)))

  row(
    'checkout with nothing to pay, delivery included',
    await rounds(3, () => checkoutRates(fleet.app, 200)),
  )

  const few = await rounds(3, () => settleRates(fleet.app, 300, 0))
  row('settlement, few sold keys', few)

  row(
    'settlement, one of five variants',
    await rounds(3, () => settleRates(fleet.app, 300, 0, { variants: true })),
  )

  const many = await rounds(3, () => settleRates(fleet.app, 300, 20_000))
  row('settlement, 20,000 sold keys of the product', many)

  say(
    `\nSettlement with 20,000 sold keys runs at ${(many.ours / few.ours).toFixed(2)} ` +
      'of the rate with few (the bare transaction at ' +
      `${(many.bare / few.bare).toFixed(2)}).`,
  )

  const search = await searchTimes(fleet, seconds)

  say(
    `Search as typed among 5,000 products, 32 connections: ${Math.round(search.rate)} a second, ` +
      `p50 ${search.p50} ms, p99 ${search.p99} ms (aim 60), ${search.refused} refused.`,
  )

  const counted = await visitTimes(fleet)

  say(
    `A hundred thousand visits from 300 places: ${counted.processorMs.toFixed(2)} ms of a ` +
      `processor each (aim 1), p50 ${counted.p50} ms, p99 ${counted.p99} ms at 50 connections, ` +
      `${counted.rows} rows, ${counted.refused} refused.`,
  )

  say(
    `Resident when idle: server ${Math.round(idle.server)} MB, embedded PostgreSQL ` +
      `${Math.round(idle.database)} MB (its shared pages counted once), together ` +
      `${Math.round(idle.server + idle.database)} MB (aim 250).`,
  )

  say(
    `Server process after this load: ${Math.round(resident(fleet.servers[0]!.child.pid!))} MB resident.`,
  )

  const load = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../../scripts/check-budget.mjs', import.meta.url))],
    { encoding: 'utf8' },
  )

  say(load.stdout.trim())

  if (load.status !== 0) process.exitCode = 1
} finally {
  await fleet.close()
}

process.exit()
