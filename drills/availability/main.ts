import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { buy, buyersOf, lostOrders } from './buyers.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { faults } from './faults.ts'
import { sleep, until } from './service.ts'
import { openShop, type DrilledShop } from './shop.ts'

// npm run drill: a shop on three PostgreSQL servers, while people buy. The primary is killed,
// frozen, cut off or out of disk space; or a synchronous standby is frozen or cut off. Run it as
// root on Debian, with patroni, etcd-server, haproxy, pgbouncer and postgresql-15. Fails when an
// acknowledged order is lost, a key is delivered twice or an invariant is broken. Also fails when
// orders fail for longer than thirty seconds.

const { values: given } = parseArgs({
  options: {
    /** How often each fault is repeated. */
    times: { type: 'string', default: '1' },
    /** How many people check out during each fault. */
    orders: { type: 'string', default: '500' },
    /** Seconds until the fault ends; Patroni waits for twenty of them. */
    lasts: { type: 'string', default: '40' },
    only: { type: 'string', multiple: true, default: Object.keys(faults) },
  },
})

const orders = Number(given.orders)
const apartMs = 90
const faultAfterMs = 8_000
const faultLastsMs = Number(given.lasts) * 1000
const longestSeconds = 30

type Verdict = { fault: string; line: string; isGood: boolean }

async function drill(cluster: Cluster, shop: DrilledShop, fault: string): Promise<Verdict> {
  const buyers = await buyersOf(shop, orders)
  const { of, begin } = faults[fault]!
  const primary = await cluster.primary()
  const struck = of === 'primary' ? primary : await cluster.standby()
  const begun = performance.now()
  const bought = buy(shop, buyers, apartMs)
  await sleep(faultAfterMs)
  const end = begin(struck)
  await sleep(faultLastsMs)
  end()
  const outcome = await bought
  await cluster.whole(120)
  await until('lists that are read from a replica', 60, shop.readsReplica)
  const lost = (await lostOrders(shop, outcome)).length
  const next = await cluster.primary()
  const broken = await brokenLaws(shop.app.db)
  const { acknowledged, refused } = outcome
  const keys = [...outcome.keys.values()]
  const gap = longestGap([begun, ...acknowledged.map(({ at }) => at)])
  const twice = keys.length - new Set(keys).size

  const isGood =
    acknowledged.length === orders &&
    keys.length === orders &&
    twice === 0 &&
    lost === 0 &&
    broken.length === 0 &&
    shop.living() === 3 &&
    gap <= longestSeconds

  return {
    fault,
    isGood,
    line:
      `${fault}: ${primary.name} -> ${next.name}, ${acknowledged.length} of ${orders} ` +
      `acknowledged, ${keys.length} delivered, ${lost} lost, ${twice} keys twice, no order for ` +
      `${gap.toFixed(1)} s${[...broken, ...new Set(refused)].map((one) => `\n    ${one}`).join('')}`,
  }
}

/** The longest time between two acknowledged orders, in seconds. */
const longestGap = (moments: number[]): number =>
  moments
    .toSorted((a, b) => a - b)
    .reduce((longest, at, i, all) => Math.max(longest, at - (all[i - 1] ?? at)), 0) / 1000

/**
 * Rejects when someone stops the drill, so that servers and networks are removed in that case too.
 */
const ended = new Promise<never>((_, failed) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => failed(new Error(`ended by ${signal}`)))
})

ended.catch(() => {})

const folder = mkdtempSync(join(tmpdir(), 'chaveiro-ha-'))
const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-ha-shop-'))
const cluster = await openCluster(folder)
const verdicts: Verdict[] = []
const isGood = () => verdicts.length > 0 && verdicts.every((one) => one.isGood)

try {
  const shop = await openShop(cluster, dataDir)
  try {
    for (let time = 1; time <= Number(given.times); time++)
      for (const fault of given.only) {
        const verdict = await Promise.race([drill(cluster, shop, fault), ended])
        verdicts.push(verdict)
        console.log(`${verdict.isGood ? 'good' : 'BAD '} ${verdict.line}`)
      }
  } catch (error) {
    verdicts.push({ fault: 'the drill', line: String(error), isGood: false })
    console.log(`BAD  ${String(error)}`)
  } finally {
    await shop.close()
  }
} finally {
  if (!isGood()) console.log(`Logs of all servers: ${keptLogs()}`)
  await cluster.close()
  rmSync(dataDir, { recursive: true, force: true })
}

const good = verdicts.filter((one) => one.isGood).length
console.log(`${good} of ${verdicts.length} drills were good`)
process.exit(isGood() ? 0 : 1)

/** Copies the logs of all services to a folder that is not deleted. */
function keptLogs(): string {
  const logFolder = mkdtempSync(join(tmpdir(), 'chaveiro-ha-logs-'))
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.log')))
    copyFileSync(join(folder, name), join(logFolder, name))

  return logFolder
}
