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
import type { KeptValues, ProviderSource } from './config/kept.ts'
import type { Replica } from './database/replica.ts'
import type { Leisure } from './load/background-work.ts'
import type { Breakers } from './load/breakers.ts'
import type { Pressure } from './load/pressure.ts'
import type { PublicCache } from './load/public-cache.ts'
import type { RateLimits } from './load/rate-limit.ts'
import type { HealthCheck } from './observe/health.ts'
import type { Log } from './observe/log.ts'
import type { Figures, Told } from './observe/metrics/figures.ts'
import type { ShopCounter } from './observe/metrics/shop-counter.ts'
import type { ShopMetric } from './observe/metrics/shop-metric.ts'
import type { Tally } from './observe/tally.ts'
import type { Visitors } from './observe/visitors.ts'
import type { Nudge } from './queue/nudge.ts'
import type { Vault } from './secrets/vault.ts'
import type { Clock } from './time/clock.ts'

/** The providers that are configured; a method that is null is not offered. */
export type Providers = {
  /** By payment method; crypto has no charges, its truth is the list of deposits. */
  charges: { pix: ChargeProvider | null; stripe: ChargeProvider | null; crypto: null }
  crypto: CryptoProvider | null
  /**
   * Makes licences for products whose provider is keyauth; null when no seller key is configured.
   */
  licences: LicenceProvider | null
  /**
   * The bot in the shop's chat server, and signing in there; each null when it is not configured.
   */
  chat: ChatProvider | null
  chatLink: ChatLink | null
  /** What the chat server shows to everybody; null without one. */
  chatWidget: { read(): Promise<ChatResult<ChatWidget>>; close(): void } | null
  captcha: Captcha
  mail: Mailer | null
  /** Reaches the browsers of staff who asked to be told; needs nothing to be set up. */
  push: PushSender
}

/** What staff entered for the providers, and how it is used (P350). */
export type KeptProviders = {
  /** Read it again and change configuration and adapters with it, in this process. */
  reload(): Promise<void>
  /** Something may have changed in another process. */
  heard(): void
  /** What is kept; 'unopened' where the vault cannot open it, null where nothing is. */
  valuesOf(name: ProviderName): KeptValues | 'unopened' | null
  sourceOf(name: ProviderName): ProviderSource
  faultOf(name: ProviderName): 'unopened' | 'unusable' | null
  /** Whether no real money moves by it now; null of who moves none. */
  isTest(name: ProviderName): boolean | null
  /** Whether test credentials are what was given; asks nobody. */
  wouldBeTest(name: ProviderName, values: KeptValues): boolean | null
  /** The credentials of the other kind of money, and who charges by them (P427). */
  aside(name: ProviderName): { test: boolean; charges: ChargeProvider | null } | null
  /** Ask the provider with these values instead of those that are kept; mailTo gets a letter. */
  try(name: ProviderName, values: KeptValues, options?: { mail?: Mail }): Promise<Trial>
}

/**
 * Everything that is not pure, in one object; inside a transaction it is the same object with the
 * database replaced.
 */
export type App = {
  config: Config
  clock: Clock
  log: Log
  vault: Vault
  pool: Pool
  /** What its connections hear of the database. */
  answers: Answers
  db: Db
  inTransaction: boolean
  publicCache: PublicCache
  /** null without REPLICA_URL. */
  replica: Replica | null
  health: HealthCheck
  leisure: Leisure
  nudge: Nudge
  /** What this process counts of its own work (P520). */
  figures: Figures
  /** The gauges about the whole shop, as jobs/metrics.ts lists them. */
  shopMetrics: readonly ShopMetric[]
  shopCounter: ShopCounter
  /** All that it tells, for who asks. */
  told: () => Told
  limits: RateLimits
  /** Whether there is more to do than can be done now (P565). */
  pressure: Pressure
  /** Steps of visits that are counted and not yet written (P400). */
  visits: Tally
  visitors: Visitors
  /** Whether the calls to providers go through now (P560). */
  breakers: Breakers
  providers: Providers
  kept: KeptProviders
}
