import { providerNames, type ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import { isDeepStrictEqual } from 'node:util'

import { createBinanceCrypto } from './adapters/binance/binance-crypto.ts'
import { guarded } from './adapters/breakers/guarded.ts'
import { createCaptcha } from './adapters/captcha/create.ts'
import { createDiscordLink } from './adapters/discord/discord-link.ts'
import { createDiscordWidget } from './adapters/discord/discord-widget.ts'
import { createDiscord } from './adapters/discord/discord.ts'
import { createEfiPix } from './adapters/efi/efi-pix.ts'
import { createKeyAuth } from './adapters/keyauth/keyauth.ts'
import { createPush } from './adapters/push/push.ts'
import { createSmtpMailer } from './adapters/smtp/smtp.ts'
import { createStripeCard } from './adapters/stripe/stripe-card.ts'
import { tryProvider } from './adapters/trial/try-provider.ts'
import type { App, ProviderSettings, Providers } from './platform/app.ts'
import { withSavedProviders, type Config } from './platform/config/config.ts'
import {
  isTest,
  mergeLayers,
  sourceOf,
  type SavedProviders,
  type SavedValues,
} from './platform/config/provider-settings.ts'
import { guardedNames, type Breakers } from './platform/load/breakers.ts'
import { emptyPublicCache } from './platform/load/public-cache.ts'
import { measureProvider } from './platform/observe/metrics/measure-provider.ts'

/** Calls in flight may still use a replaced adapter, so the adapter closes after this delay. */
const closeDelayMs = 60_000

type Around = Pick<App, 'clock' | 'processMetrics'> & { breakers?: Breakers }

/**
 * The adapters of a configuration, with metrics for each call. With `breakers`, adapters that move
 * money get circuit breakers.
 */
export function createProviders(config: Config, around: Around): Providers {
  const { clock, processMetrics: figures, breakers } = around
  const measure = <T extends object | null>(name: string, adapter: T) =>
    measureProvider(figures, name, adapter)
  const { chat, chatWidget, chatLink } = createChat(config)
  const payments = createPayments(config, around)

  return {
    ...(breakers ? guardPayments(payments, breakers) : payments),
    licences: measure('keyauth', config.licences && createKeyAuth(config.licences, clock.now)),
    chat: measure('discord', chat),
    chatWidget: measure('discord', chatWidget),
    chatLink: measure('discord', chatLink),
    captcha: measure('captcha', createCaptcha(config)),
    mail: measure('mail', config.smtp && createSmtpMailer(config.smtp)),
    push: measure('push', createPush()),
  }
}

const createPayments = (
  config: Config,
  { clock, processMetrics: figures }: Around,
): Pick<Providers, 'charges' | 'crypto'> => ({
  charges: {
    pix: measureProvider(figures, 'pix', config.pix && createEfiPix(config.pix, clock.now)),
    stripe: measureProvider(figures, 'card', config.card && createStripeCard(config.card)),
    crypto: null,
  },
  crypto: measureProvider(figures, 'crypto', config.crypto && createBinanceCrypto(config.crypto)),
})

function guardPayments(
  { charges, crypto }: Pick<Providers, 'charges' | 'crypto'>,
  breakers: Breakers,
): Pick<Providers, 'charges' | 'crypto'> {
  return {
    charges: {
      pix: charges.pix && guarded(charges.pix, 'pix', breakers),
      stripe: charges.stripe && guarded(charges.stripe, 'card', breakers),
      crypto: null,
    },
    crypto: crypto && guarded(crypto, 'crypto', breakers),
  }
}

const createChat = (config: Config): Pick<Providers, 'chat' | 'chatWidget' | 'chatLink'> => ({
  chat: config.chat.bot && createDiscord(config.chat.bot),
  chatWidget:
    config.discordGuildId === 'default'
      ? null
      : createDiscordWidget({
          apiUrl: config.chat.apiUrl,
          guildId: config.discordGuildId,
          timeoutMs: 3_000,
        }),
  chatLink: config.chat.link && createDiscordLink(config.chat.link),
})

/** Closes the connections of adapters. */
export function closeProviders({ chat, chatWidget, mail }: Partial<Providers>): void {
  chat?.close()
  chatWidget?.close()
  mail?.close()
}

/**
 * The part of the configuration that each adapter depends on. An adapter is replaced only when this
 * part changes.
 */
const settingsOf: Record<ProviderName, (config: Config) => unknown> = {
  pix: ({ pix }) => pix,
  card: ({ card }) => card,
  crypto: ({ crypto }) => crypto,
  mail: ({ smtp }) => smtp,
  discord: ({ chat, discordGuildId }) => ({ chat, discordGuildId }),
  keyauth: ({ licences }) => licences,
  captcha: ({ captcha }) => captcha,
}

/**
 * Replaces an app's adapters whenever staff change the settings, in every process. A call in flight
 * keeps its adapter (P352).
 */
export function keepProviders(app: App): ProviderSettings {
  const startConfig = app.config
  const faults = new Map<ProviderName, 'unopened' | 'unusable'>()
  let savedProviders: SavedProviders = {}
  let unusedCredentials = new Map<ProviderName, Aside>()
  let loadedStamp: string | null = null
  let reading: Promise<void> = Promise.resolve()

  const readSaved = async (): Promise<void> => {
    const rows = await app.pool.query<{ name: ProviderName; sealed: Buffer; updated_at: Date }>(
      'select name, sealed, updated_at from kept_providers order by name',
    )
    const newStamp = rows.rows.map((row) => `${row.name} ${row.updated_at.toISOString()}`).join()
    if (newStamp === loadedStamp) return
    if (loadedStamp === null && !newStamp) return void (loadedStamp = newStamp)

    faults.clear()
    savedProviders = openAllSaved(app, rows.rows, faults)
    applySaved(app, startConfig, savedProviders, faults)
    unusedCredentials = openUnused(app, startConfig, rows.rows)
    loadedStamp = newStamp
    // A page cached since the change was announced may have used the old adapters.
    await emptyPublicCache(app.db)
  }

  // Reloads run one after the other, so that an older result never replaces a newer one.
  const reload = (): Promise<void> => {
    reading = reading.catch(() => {}).then(readSaved)
    return reading
  }

  return {
    reload,

    heard: () => {
      if (loadedStamp === null) return
      reload().catch((error: unknown) =>
        app.log.warn({ err: error }, 'the saved settings of the providers could not be read again'),
      )
    },

    valuesOf: (name) => savedProviders[name] ?? null,
    sourceOf: (name) =>
      faults.has(name) ? 'off' : sourceOf(name, startConfig.layers(), savedProviders),
    faultOf: (name) => faults.get(name) ?? null,
    isTest: (name) => isTest(name, mergeLayers(startConfig.layers(), savedProviders)),
    wouldBeTest: (name, values) =>
      isTest(name, mergeLayers(startConfig.layers(), { ...savedProviders, [name]: values })),
    aside: (name) => unusedCredentials.get(name) ?? null,
    try: (name, values, options) => {
      const triedConfig = withSavedProviders(startConfig, { [name]: values })
      return tryProvider(name, triedConfig, { now: app.clock.now, ...options })
    },
  }
}

function openAllSaved(
  app: App,
  rows: { name: ProviderName; sealed: Buffer }[],
  faults: Map<ProviderName, 'unopened' | 'unusable'>,
): SavedProviders {
  const opened: SavedProviders = {}

  for (const { name, sealed } of rows) {
    if (!providerNames.includes(name)) continue

    opened[name] = openSaved(app, name, sealed)
    if (opened[name] !== 'unopened') continue

    faults.set(name, 'unopened')
    app.log.error(
      { provider: name },
      'the saved settings of a provider cannot be opened; it is off',
    )
  }

  return opened
}

type Aside = NonNullable<ReturnType<ProviderSettings['aside']>>

/**
 * Adapters for the saved credentials that are not in use: test credentials while the shop takes
 * real money, or the reverse. Payments opened with them continue (P427).
 */
function openUnused(
  app: App,
  startConfig: Config,
  rows: { name: string; sealed: Buffer }[],
): Map<ProviderName, Aside> {
  const unusedCredentials = new Map<ProviderName, Aside>()

  for (const { name: row, sealed } of rows) {
    const name = providerNames.find((one) => row === `${one}.other`)
    const values = name && openSaved(app, row, sealed)
    if (!name || !values || values === 'unopened') continue

    const test = isTest(name, mergeLayers(startConfig.layers(), { [name]: values })) === true
    unusedCredentials.set(name, {
      test,
      charges: unusedCharges(withSavedProviders(startConfig, { [name]: values }), name, app),
    })
  }

  return unusedCredentials
}

/**
 * The charges adapter for unused credentials. Null for crypto, which creates no charges, and when
 * no adapter can be created.
 */
function unusedCharges(config: Config, name: ProviderName, app: App): Aside['charges'] {
  try {
    const { charges } = createPayments(config, app)
    if (name === 'pix') return charges.pix

    return name === 'card' ? charges.stripe : null
  } catch (error) {
    const reason = (error as Error).name
    app.log.error(
      { provider: name, reason },
      'the credentials for the other kind of money cannot be used',
    )

    return null
  }
}

function openSaved(app: App, name: string, sealed: Buffer): SavedValues | 'unopened' {
  try {
    return JSON.parse(app.vault.open(sealed, 'kept_providers', name)) as SavedValues
  } catch {
    return 'unopened'
  }
}

/**
 * Applies the saved settings to the app. If an adapter cannot be created, the provider is off and
 * does not fall back to the sandbox.
 */
function applySaved(
  app: App,
  startConfig: Config,
  savedProviders: SavedProviders,
  faults: Map<ProviderName, 'unopened' | 'unusable'>,
): void {
  const usable: SavedProviders = { ...savedProviders }

  for (const name of providerNames) {
    if (!savedProviders[name] || savedProviders[name] === 'unopened') continue
    try {
      closeProviders(
        createProviders(withSavedProviders(startConfig, { [name]: savedProviders[name] }), {
          clock: app.clock,
          processMetrics: app.processMetrics,
        }),
      )
    } catch (error) {
      usable[name] = 'unopened'
      faults.set(name, 'unusable')

      app.log.error(
        { provider: name, reason: (error as Error).name },
        'the saved settings of a provider cannot be used; it is off',
      )
    }
  }

  const oldConfig = app.config
  const config = withSavedProviders(startConfig, usable)
  const oldProviders = app.providers
  const newProviders = createProviders(config, app)
  const isSame = (name: ProviderName) =>
    isDeepStrictEqual(settingsOf[name](oldConfig), settingsOf[name](config))
  for (const name of guardedNames) if (!isSame(name)) void app.breakers.reset(name)
  const { kept: next, dropped } = keepSame(oldProviders, newProviders, isSame)
  app.config = config
  app.providers = next
  closeProviders(dropped.unused)
  setTimeout(() => closeProviders(dropped.used), closeDelayMs).unref()
}

/** Adapters with unchanged settings are reused, because they hold tokens and connections. */
function keepSame(old: Providers, made: Providers, same: (name: ProviderName) => boolean) {
  const pick = <K extends keyof Providers>(name: ProviderName, key: K): Providers[K] =>
    same(name) ? old[key] : made[key]

  const currentAdapters: Providers = {
    charges: {
      pix: same('pix') ? old.charges.pix : made.charges.pix,
      stripe: same('card') ? old.charges.stripe : made.charges.stripe,
      crypto: null,
    },
    crypto: pick('crypto', 'crypto'),
    licences: pick('keyauth', 'licences'),
    chat: pick('discord', 'chat'),
    chatWidget: pick('discord', 'chatWidget'),
    chatLink: pick('discord', 'chatLink'),
    captcha: pick('captcha', 'captcha'),
    mail: pick('mail', 'mail'),
    push: old.push,
  }

  const less = (from: Providers): Partial<Providers> => ({
    ...(from.chat === currentAdapters.chat ? {} : { chat: from.chat, chatWidget: from.chatWidget }),
    ...(from.mail === currentAdapters.mail ? {} : { mail: from.mail }),
  })

  return {
    kept: currentAdapters,
    dropped: { unused: less(made), used: less(old) },
  }
}
