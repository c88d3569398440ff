import type { Binance } from '../binance/model.ts'
import type { Tokens } from '../captcha/tokens.ts'
import type { Core, Provider } from '../core/core.ts'
import type { Discord } from '../discord/model.ts'
import type { Efi } from '../efi/model.ts'
import type { KeyAuth } from '../keyauth/model.ts'
import type { Mailbox } from '../mailbox/model.ts'
import type { Stripe } from '../stripe/model.ts'

/** All providers, for pages and control calls. */
export type World = {
  core: Core
  providers: readonly Provider[]
  stripe: Stripe
  efi: Efi
  binance: Binance
  tokens: Tokens
  mailbox: Mailbox
  keyauth: KeyAuth
  discord: Discord
}

/** Does all work that depends on time alone: expiries and pending refunds. */
export function runDueWork(world: World): void {
  for (const provider of world.providers) provider.tick()
}
