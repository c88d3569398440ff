import type { Binance } from '../binance/model.ts'
import type { Tokens } from '../captcha/tokens.ts'
import type { Core, Provider } from '../core/core.ts'
import type { Discord } from '../discord/model.ts'
import type { Efi } from '../efi/model.ts'
import type { KeyAuth } from '../keyauth/model.ts'
import type { Mailbox } from '../mailbox/model.ts'
import type { Stripe } from '../stripe/model.ts'

/** All providers together, as pages and control calls drive them. */
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

/** Run everything that is due by time alone: expiries and pending returns. */
export function runDueWork(world: World): void {
  for (const provider of world.providers) provider.tick()
}
