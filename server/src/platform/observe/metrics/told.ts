import { statfs } from 'node:fs/promises'
import { Counter, Gauge, collectDefaultMetrics } from 'prom-client'

import about from '../../../../package.json' with { type: 'json' }
import type { App } from '../../app.ts'
import { logSink } from '../log.ts'
import type { Told } from './figures.ts'

type Parts = Pick<
  App,
  'figures' | 'pool' | 'replica' | 'health' | 'shopCounter' | 'shopMetrics' | 'config'
>

/** Everything that a process tells; made when somebody asks first, since it measures from then on. */
export function toldFigures(app: Parts): Told {
  const { registry } = app.figures
  collectDefaultMetrics({ register: registry })
  // Of a name in _total every reader takes it for a counter.
  for (const { name } of registry.getMetricsAsArray())
    if (name.endsWith('_total') && registry.getSingleMetric(name) instanceof Gauge)
      registry.removeSingleMetric(name)
  tellProcess(app)
  const tellShop = shopGauges(app)
  const tellHealth = healthGauges(app)

  const gather = async () => {
    const [shop, health] = await Promise.all([app.shopCounter.read(), app.health.check()])
    // What was counted last says nothing of a database that does not answer now.
    tellShop(health.failing.includes('database') ? { kind: 'silent' } : shop)
    tellHealth(health.failing)
  }

  return {
    contentType: registry.contentType,
    gather,
    async read() {
      await gather()
      return registry.metrics()
    },
  }
}

const gaugeOf =
  ({ registry }: Parts['figures']) =>
  (
    name: string,
    help: string,
    labelNames: readonly string[] = [],
    collect?: (gauge: Gauge) => unknown,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      ...(collect
        ? {
            collect: async function (this: Gauge) {
              await collect(this)
            },
          }
        : {}),
    })

function tellProcess({ figures, pool, replica, config }: Parts): void {
  const made = gaugeOf(figures)

  made('chaveiro_build_info', 'Which version runs; always 1', ['version', 'node']).set(
    { version: about.version, node: process.versions.node },
    1,
  )

  made('chaveiro_pool_connections', 'Connections of this process by state', ['state'], (gauge) => {
    gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    gauge.set({ state: 'idle' }, pool.idleCount)
  })

  made('chaveiro_pool_waiting', 'Who waits for a connection', [], (gauge) =>
    gauge.set(pool.waitingCount),
  )
  made('chaveiro_pool_size', 'As many connections as this process may have').set(
    config.databasePool,
  )

  made(
    'chaveiro_replica_in_use',
    'Whether the back office reads its lists from the replica; told only where there is one',
    [],
    (gauge) => (replica ? gauge.set(replica.state() === 'ok' ? 1 : 0) : gauge.remove()),
  )

  made('chaveiro_disk_free_bytes', 'Free space where DATA_DIR lies', [], async (gauge) => {
    const room = await statfs(config.dataDir).catch(() => null)
    if (room) gauge.set(room.bavail * room.bsize)
    else gauge.reset()
  })

  // A counter that adds up nothing itself: the log knows its sum.
  const lost = new Counter({
    name: 'chaveiro_log_lost_lines_total',
    help: 'Lines of the log that could not be written',
    registers: [],
    collect() {
      this.reset()
      this.inc(logSink().state().lost)
    },
  })

  figures.registry.registerMetric(lost)
}

function healthGauges({ figures }: Parts) {
  const made = gaugeOf(figures)

  const answers = made(
    'chaveiro_database_up',
    'Whether the database answered in time; when it is 0, the counts of the shop are left out',
  )

  const lacks = made('chaveiro_lack', 'What the shop lacks now, as /readyz says it: 1', ['lack'])
  const all = ['database', 'database_read_only', 'vault', 'worker', 'disk'] as const

  return (failing: readonly (typeof all)[number][]) => {
    answers.set(failing.includes('database') ? 0 : 1)
    for (const lack of all) lacks.set({ lack }, failing.includes(lack) ? 1 : 0)
  }
}

function shopGauges({ figures, shopMetrics }: Parts) {
  const made = gaugeOf(figures)

  const tells = made(
    'chaveiro_tells_shop',
    'Whether this process is the one that tells the figures of the shop',
  )

  const gauges = shopMetrics.map((metric) => ({
    ...metric,
    gauge: made(metric.name, metric.help, metric.labels),
  }))

  return (reading: Awaited<ReturnType<App['shopCounter']['read']>>) => {
    tells.set(reading.kind === 'counted' ? 1 : 0)
    for (const { name, labels, gauge } of gauges) {
      // One without labels would stand at nothing after a reset, which would be a lie.
      if (labels.length) gauge.reset()
      else gauge.remove()
      if (reading.kind !== 'counted') continue

      for (const row of reading.counts.get(name) ?? []) gauge.set(row.labels, row.n)
    }
  }
}
