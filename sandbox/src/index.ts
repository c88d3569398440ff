import { resolve } from 'node:path'

import { startBinance } from './binance/binance.ts'
import { startCaptcha } from './captcha/captcha.ts'
import { addChatCalls } from './control/chat-calls.ts'
import { addCoreCalls, addWebhookCalls } from './control/core-calls.ts'
import { addLicenceCalls } from './control/licence-calls.ts'
import { addCaptchaCalls, addMailCalls } from './control/mail-calls.ts'
import { addCardCalls, addCryptoCalls, addPixCalls } from './control/payment-calls.ts'
import { makeControlServer } from './control/server.ts'
import { runDueWork, type World } from './control/world.ts'
import { openCore, type Core, type Provider } from './core/core.ts'
import { listen } from './core/provider-server.ts'
import { startDiscord } from './discord/discord.ts'
import { startEfi } from './efi/efi.ts'
import { startKeyAuth } from './keyauth/keyauth.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { addBankPages } from './pages/bank.ts'
import { addCardPages } from './pages/card.ts'
import { addChatPages } from './pages/chat.ts'
import { addHomePages } from './pages/home.ts'
import { addKeyAuthPages } from './pages/keyauth.ts'
import { addMailPages } from './pages/mail.ts'
import { addWalletPages } from './pages/wallet.ts'
import { startStripe } from './stripe/stripe.ts'

export type SandboxOptions = {
  /**
   * The folder of state and certificates. A later start with this folder has the same ports,
   * credentials and data.
   */
  stateDir: string
  /**
   * Origins that receive webhooks in turn; may be set later by POST /sandbox/api/store or
   * setOrigins.
   */
  storeOrigins?: readonly string[]
  /** The store's origin in links for browsers; by default the first of storeOrigins. */
  publicOrigin?: string
  /** Port of the control server; 0 for its previous port, or else a free one. */
  port?: number
}

export type Sandbox = {
  /** Origin of the control server, http://127.0.0.1:<port>. */
  origin: string
  /** Environment variables for the store's configuration. */
  env: Record<string, string>
  setOrigins(origins: readonly string[]): void
  close(): Promise<void>
}

const TICK_EVERY_MS = 250

/**
 * Starts all providers in this process; throws in production. `close` writes the state and stops
 * every server.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  refuseProduction()
  const core = openCore(resolve(options.stateDir), options.storeOrigins ?? [], options.publicOrigin)
  const world = await openWorld(core)
  const controlServer = makeControlServer(core)

  for (const addPages of [
    addCoreCalls,
    addWebhookCalls,
    addPixCalls,
    addCardCalls,
    addCryptoCalls,
    addMailCalls,
    addCaptchaCalls,
    addLicenceCalls,
    addChatCalls,
  ])
    addPages(controlServer, world)

  for (const addPages of [
    addHomePages,
    addCardPages,
    addBankPages,
    addWalletPages,
    addMailPages,
    addChatPages,
    addKeyAuthPages,
  ])
    addPages(controlServer, world)

  const port = await listen(core, controlServer, 'control', options.port)
  const tickTimer = setInterval(() => runDueWork(world), TICK_EVERY_MS)
  core.state.flush()

  return {
    origin: `http://127.0.0.1:${port}`,
    env: Object.assign({}, ...world.providers.map((provider) => provider.env)) as Record<
      string,
      string
    >,
    setOrigins: (origins) => core.origins.set(origins),
    async close() {
      clearInterval(tickTimer)
      core.deliveries.stop()
      await controlServer.close()
      for (const provider of world.providers) await provider.close()
      await core.deliveries.idle()
      core.state.close()
    },
  }
}

/** Throws in production, since the sandbox takes no real money. */
export function refuseProduction(env: NodeJS.ProcessEnv = process.env): void {
  if (env['STORE_MODE'] === 'production' || env['NODE_ENV'] === 'production')
    throw new Error('the sandbox does not start in production')
}

async function openWorld(core: Core): Promise<World> {
  const [stripe, efi, binance, captcha, mail] = await Promise.all([
    startStripe(core),
    startEfi(core),
    startBinance(core),
    startCaptcha(core),
    startMailbox(core),
  ])

  const [keyauth, discord] = await Promise.all([startKeyAuth(core), startDiscord(core)])
  const providers: Provider[] = [stripe, efi, binance, captcha, mail, keyauth, discord]

  return {
    core,
    providers,
    stripe: stripe.stripe,
    efi: efi.efi,
    binance: binance.binance,
    tokens: captcha.tokens,
    mailbox: mail.mailbox,
    keyauth: keyauth.keyauth,
    discord: discord.discord,
  }
}
