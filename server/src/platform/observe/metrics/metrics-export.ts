import { statfs } from 'node:fs/promises'
import { Counter, Gauge, collectDefaultMetrics } from 'prom-client'

import about from '../../../../package.json' with { type: 'json' }
import type { App } from '../../app.ts'
import { logSink } from '../log.ts'
import type { MetricsExport } from './process-metrics.ts'

type Parts = Pick<
  App,
  'processMetrics' | 'pool' | 'replica' | 'health' | 'shopCounter' | 'shopMetrics' | 'config'
>

/**
 * All metrics of a process. The export is created at the first scrape, because the default metrics
 * start to measure then, which costs time.
 */
export function createMetricsExport(app: Parts): MetricsExport {
  const { registry } = app.processMetrics
  collectDefaultMetrics({ register: registry })
  // By convention, Prometheus counters have names that end with _total, but these metrics of Node
  // are gauges.
  for (const { name } of registry.getMetricsAsArray())
    if (name.endsWith('_total') && registry.getSingleMetric(name) instanceof Gauge)
      registry.removeSingleMetric(name)
  addProcessGauges(app)
  const setShopGauges = shopGauges(app)
  const setHealthGauges = healthGauges(app)

  const gatherMetrics = async () => {
    const [shop, health] = await Promise.all([app.shopCounter.read(), app.health.check()])
    // While the database does not answer, earlier counts may be wrong, so these counts are not
    // reported.
    setShopGauges(health.failing.includes('database') ? { kind: 'silent' } : shop)
    setHealthGauges(health.failing)
  }

  return {
    contentType: registry.contentType,
    gather: gatherMetrics,
    async read() {
      await gatherMetrics()
      return registry.metrics()
    },
  }
}

const gaugeFactory =
  ({ registry }: Parts['processMetrics']) =>
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

function addProcessGauges({ processMetrics, pool, replica, config }: Parts): void {
  const createGauge = gaugeFactory(processMetrics)

  createGauge('chaveiro_build_info', 'Which version runs; always 1', ['version', 'node']).set(
    { version: about.version, node: process.versions.node },
    1,
  )

  createGauge(
    'chaveiro_pool_connections',
    'Connections of this process by state',
    ['state'],
    (gauge) => {
      gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      gauge.set({ state: 'idle' }, pool.idleCount)
    },
  )

  createGauge(
    'chaveiro_pool_waiting',
    'Requests that wait for a connection of the pool',
    [],
    (gauge) => gauge.set(pool.waitingCount),
  )
  createGauge('chaveiro_pool_size', 'The most connections that this process may have').set(
    config.databasePool,
  )

  createGauge(
    'chaveiro_replica_in_use',
    'Whether the back office reads its lists from the replica; reported only with REPLICA_URL',
    [],
    (gauge) => (replica ? gauge.set(replica.state() === 'ok' ? 1 : 0) : gauge.remove()),
  )

  createGauge('chaveiro_disk_free_bytes', 'Free space where DATA_DIR lies', [], async (gauge) => {
    const diskStats = await statfs(config.dataDir).catch(() => null)
    if (diskStats) gauge.set(diskStats.bavail * diskStats.bsize)
    else gauge.reset()
  })

  // The log sink counts the lines itself, so this counter is set to its total at each scrape.
  const lostLines = new Counter({
    name: 'chaveiro_log_lost_lines_total',
    help: 'Lines of the log that could not be written',
    registers: [],
    collect() {
      this.reset()
      this.inc(logSink().state().lost)
    },
  })

  processMetrics.registry.registerMetric(lostLines)
}

function healthGauges({ processMetrics }: Parts) {
  const createGauge = gaugeFactory(processMetrics)

  const databaseUp = createGauge(
    'chaveiro_database_up',
    'Whether the database answered in time; when it is 0, the counts of the shop are left out',
  )

  const lackGauge = createGauge(
    'chaveiro_lack',
    '1 for each part that the shop lacks now, as in /readyz',
    ['lack'],
  )
  const lackNames = ['database', 'database_read_only', 'vault', 'worker', 'disk'] as const

  return (failing: readonly (typeof lackNames)[number][]) => {
    databaseUp.set(failing.includes('database') ? 0 : 1)
    for (const lack of lackNames) lackGauge.set({ lack }, failing.includes(lack) ? 1 : 0)
  }
}

function shopGauges({ processMetrics, shopMetrics }: Parts) {
  const createGauge = gaugeFactory(processMetrics)

  const isReporter = createGauge(
    'chaveiro_tells_shop',
    'Whether this process reports the metrics of the shop',
  )

  const metricGauges = shopMetrics.map((metric) => ({
    ...metric,
    gauge: createGauge(metric.name, metric.help, metric.labels),
  }))

  return (reading: Awaited<ReturnType<App['shopCounter']['read']>>) => {
    isReporter.set(reading.kind === 'counted' ? 1 : 0)
    for (const { name, labels, gauge } of metricGauges) {
      // A gauge without labels is removed, because a reset would report a false zero.
      if (labels.length) gauge.reset()
      else gauge.remove()
      if (reading.kind !== 'counted') continue

      for (const labelledCount of reading.counts.get(name) ?? [])
        gauge.set(labelledCount.labels, labelledCount.n)
    }
  }
}
