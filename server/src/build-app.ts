import { supportLimits } from '@chaveiro/contracts/support-limits'
import type { Client, Pool } from 'pg'

import { createBreakers } from './adapters/breakers/breakers.ts'
import { closeProviders, createProviders, keepProviders } from './build-providers.ts'
import { answersOf } from './db/open.ts'
import { createDb } from './db/session.ts'
import type { App, Subscriber } from './platform/app.ts'
import type { Config } from './platform/config/config.ts'
import { createReplica, type ReplicaParts } from './platform/database/replica.ts'
import { createBackgroundWork } from './platform/load/background-work.ts'
import { createPressure, isLargePage } from './platform/load/pressure.ts'
import { createPublicCache } from './platform/load/public-cache.ts'
import { createRateLimits } from './platform/load/rate-limit.ts'
import { createHealthCheck } from './platform/observe/health.ts'
import type { Log } from './platform/observe/log.ts'
import { createMetricsExport } from './platform/observe/metrics/metrics-export.ts'
import {
  createProcessMetrics,
  type MetricsExport,
} from './platform/observe/metrics/process-metrics.ts'
import { createShopCounter } from './platform/observe/metrics/shop-counter.ts'
import type { ShopMetric } from './platform/observe/metrics/shop-metric.ts'
import { createTally } from './platform/observe/tally.ts'
import { createVisitors } from './platform/observe/visitors.ts'
import { createNudge } from './platform/queue/nudge.ts'
import { holdSecretLocks } from './platform/secrets/vault-canaries.ts'
import { createVault } from './platform/secrets/vault.ts'
import { systemClock, type Clock } from './platform/time/clock.ts'

const quarterHourSeconds = 15 * 60
const hourSeconds = 60 * 60

type Parts = {
  config: Config
  log: Log
  pool: Pool
  connect: () => Promise<Client>
  connectPooled?: () => Promise<Client>
  replica?: ReplicaParts['replica'] | null
  clock?: Clock
  /**
   * The subscribers of jobs/subscribers.ts; empty in processes where neither customers nor staff
   * act.
   */
  subscribers: readonly Subscriber[]
  /** Gauges about the whole shop; empty in a process whose metrics nobody reads. */
  shopMetrics?: readonly ShopMetric[]
}

/**
 * Wires all parts of the shop by hand; no other file connects them. `connect` opens a separate
 * connection for listeners, `connectPooled` a connection through the pooler.
 */
export function buildApp(parts: Parts): App {
  const { config, log, pool, subscribers, shopMetrics = [] } = parts
  const clock = parts.clock ?? systemClock
  const processMetrics = createProcessMetrics()
  let metricsExport: MetricsExport | undefined
  const db = createDb(pool)
  const breakers = createBreakers({ pool, db, log, cache: () => app.publicCache })
  const pressure = createPressure(pool, config.shedLagMs)
  const answerWatch = answersOf(pool)

  const app = {
    config,
    clock,
    log,
    pool,
    answers: answerWatch,
    vault: createVault(config.vaultKeys, config.storeSecret, config.olderSecrets),
    db,
    inTransaction: false,

    publicCache: createPublicCache(() => holdSecretLocks(parts.connect, config), {
      onError: (error) =>
        log.warn({ err: error }, 'the page cache cannot listen; answering without it'),
      onWatched: () => app.providerSettings.heard(),
      isSilent: answerWatch.isSilent,
      onMake: (key) => isLargePage(key) && pressure.assert('first'),
    }),

    replica: openReplica(parts),
    health: createHealthCheck(config, parts.connectPooled ?? parts.connect),
    backgroundWork: createBackgroundWork(),
    nudge: createNudge(pool),
    subscribers,
    processMetrics,
    shopMetrics,
    shopCounter: createShopCounter({
      connect: parts.connect,
      metrics: shopMetrics,
      everySeconds: config.metricsSeconds,
      log,
    }),
    metricsExport: () => (metricsExport ??= createMetricsExport(app)),
    pressure,
    visits: createTally(),
    visitors: createVisitors('other'),
    limits: createLimits(pool, config),
    breakers,
    providers: createProviders(config, {
      clock,
      processMetrics,
      breakers,
    }),
  } as App

  // Created last, because the provider settings need all other parts.
  app.providerSettings = keepProviders(app)

  return app
}

/** Rate limits, shared by all processes through the database. */
const createLimits = (pool: Pool, config: Config) =>
  createRateLimits(pool, {
    login: { points: config.rates.login, seconds: quarterHourSeconds },
    account: { points: config.rates.login, seconds: quarterHourSeconds },
    guess: { points: config.rates.account, seconds: quarterHourSeconds },
    known: { points: config.rates.login, seconds: quarterHourSeconds },
    refresh: { points: config.rates.refresh, seconds: 60 },
    register: { points: config.rates.register, seconds: hourSeconds },
    recovery: { points: config.rates.recovery, seconds: hourSeconds },
    'mail code': { points: config.rates.mailCode, seconds: hourSeconds },
    // An attacker who changes IP addresses gets five guesses for each mailed code, so this limits
    // the number of codes.
    'mail code day': { points: 2 * config.rates.mailCode, seconds: 24 * hourSeconds },
    export: { points: 5, seconds: hourSeconds },
    checkout: { points: config.rates.checkout, seconds: 60 },
    coupon: { points: 60, seconds: 60 },
    status: { points: config.rates.status, seconds: 60 },
    challenge: { points: config.rates.status, seconds: 60 },
    unguarded: { points: 5, seconds: quarterHourSeconds },
    chat: { points: config.rates.chat, seconds: 60 },
    'ticket file': { points: supportLimits.uploadsAnHour, seconds: hourSeconds },
  })

const openReplica = ({ replica, connect, config, log }: Parts) =>
  replica ? createReplica({ connect, replica, lagSeconds: config.replicaLagSeconds, log }) : null

/** Closes all parts of the app except its connection pool. */
export async function closeApp(app: App): Promise<void> {
  app.pressure.close()
  app.nudge.close()
  await app.publicCache.close()
  await app.health.close()
  await app.replica?.close()
  await app.shopCounter.close()
  closeProviders(app.providers)
}
