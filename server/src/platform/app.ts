import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import type { Pool } from 'pg'

import type { Answers } from '../db/answers.ts'
import type { Db } from '../db/handle.ts'
import type { Captcha } from '../ports/captcha.ts'
import type { ChatLink, ChatProvider, ChatResult, ChatWidget } from '../ports/chat.ts'
import type { LicenceProvider } from '../ports/licences.ts'
import type { Mail, Mailer } from '../ports/mail.ts'
import type { ChargeProvider, CryptoProvider } from '../ports/payments.ts'
import type { PushSender } from '../ports/push.ts'
import type { Trial } from '../ports/trial.ts'
import type { Config } from './config/config.ts'
import type { SavedValues, ProviderSource } from './config/provider-settings.ts'
import type { Replica } from './database/replica.ts'
import type { BackgroundWork } from './load/background-work.ts'
import type { Breakers } from './load/breakers.ts'
import type { Pressure } from './load/pressure.ts'
import type { PublicCache } from './load/public-cache.ts'
import type { RateLimits } from './load/rate-limit.ts'
import type { HealthCheck } from './observe/health.ts'
import type { Log } from './observe/log.ts'
import type { ProcessMetrics, MetricsExport } from './observe/metrics/process-metrics.ts'
import type { ShopCounter } from './observe/metrics/shop-counter.ts'
import type { ShopMetric } from './observe/metrics/shop-metric.ts'
import type { Tally } from './observe/tally.ts'
import type { Visitors } from './observe/visitors.ts'
import type { ShopEvent } from './queue/events.ts'
import type { Nudge } from './queue/nudge.ts'
import type { Vault } from './secrets/vault.ts'
import type { Clock } from './time/clock.ts'

/** The configured providers; a payment method that is null is not offered. */
export type Providers = {
  /**
   * Adapters by payment method. Crypto has no charges: the shop matches each payment with the
   * exchange's list of deposits.
   */
  charges: { pix: ChargeProvider | null; stripe: ChargeProvider | null; crypto: null }
  crypto: CryptoProvider | null
  /** Makes licences for products whose provider is KeyAuth; null without a seller key. */
  licences: LicenceProvider | null
  /**
   * The shop's bot in the chat server, and login with a chat account; each is null without
   * settings.
   */
  chat: ChatProvider | null
  chatLink: ChatLink | null
  /** Public data of the chat server, such as members online; null without a chat server. */
  chatWidget: { read(): Promise<ChatResult<ChatWidget>>; close(): void } | null
  captcha: Captcha
  mail: Mailer | null
  /** Sends push messages to browsers of staff who subscribed; needs no settings. */
  push: PushSender
}

/** Provider settings that staff entered in the back office (P350). */
export type ProviderSettings = {
  /**
   * Reads the settings from the database again and replaces configuration and adapters in this
   * process.
   */
  reload(): Promise<void>
  /** Call this when another process may have changed the settings; the call starts a reload. */
  heard(): void
  /** The saved values; 'unopened' if the vault cannot decrypt them, null if none are saved. */
  valuesOf(name: ProviderName): SavedValues | 'unopened' | null
  sourceOf(name: ProviderName): ProviderSource
  faultOf(name: ProviderName): 'unopened' | 'unusable' | null
  /** Whether the provider moves test money now; null for a provider that moves no money. */
  isTest(name: ProviderName): boolean | null
  /** Whether these values are test credentials; calls no provider. */
  wouldBeTest(name: ProviderName, values: SavedValues): boolean | null
  /**
   * The saved credentials that are not in use, with their adapter: test credentials while the
   * provider moves real money, or the reverse (P427).
   */
  aside(name: ProviderName): { test: boolean; charges: ChargeProvider | null } | null
  /**
   * Calls the provider with these values instead of the saved ones; `mail` is a test mail to send.
   */
  try(name: ProviderName, values: SavedValues, options?: { mail?: Mail }): Promise<Trial>
}

/** A function that writes the consequences of an event, in the transaction that published it. */
export type Subscriber = (tx: App, event: ShopEvent) => Promise<void>

/**
 * All dependencies with side effects, in one object. A transaction works with a copy that has
 * another database handle.
 */
export type App = {
  config: Config
  clock: Clock
  log: Log
  vault: Vault
  pool: Pool
  /** Tracks whether the database answers on any connection. */
  answers: Answers
  db: Db
  inTransaction: boolean
  publicCache: PublicCache
  /** Null without REPLICA_URL. */
  replica: Replica | null
  health: HealthCheck
  backgroundWork: BackgroundWork
  nudge: Nudge
  /** Subscribers of every event, as jobs/subscribers.ts lists them. */
  subscribers: readonly Subscriber[]
  /** Metrics of this process itself (P520). */
  processMetrics: ProcessMetrics
  /** The gauges about the whole shop, as jobs/shop-metrics.ts lists them. */
  shopMetrics: readonly ShopMetric[]
  shopCounter: ShopCounter
  /** Current values of all metrics, for a scrape or an export. */
  metricsExport: () => MetricsExport
  limits: RateLimits
  /** Whether the process has more work than it can do now (P565). */
  pressure: Pressure
  /** Visits counted in memory and not written yet (P400). */
  visits: Tally
  visitors: Visitors
  /** Circuit breakers of the payment providers (P560). */
  breakers: Breakers
  providers: Providers
  providerSettings: ProviderSettings
}
