import type { App } from '../../platform/app.ts'
import type { GuardedName } from '../../platform/load/breakers.ts'

/**
 * Ask the providers that fail whether they answer again, so that a shop without buyers finds out
 * too; one process asks, and not before a probe is due (P562).
 */
export async function probeFailing(app: App): Promise<void> {
  const { charges, crypto } = app.providers

  const asked: Record<GuardedName, { check(): Promise<void> } | null> = {
    pix: charges.pix,
    card: charges.stripe,
    crypto,
  }

  const failing = (await app.breakers.states()).filter(({ state }) => state !== 'closed')

  await Promise.all(
    failing.map(async ({ name }) => {
      // One that is switched off meanwhile holds nothing against the next.
      if (!asked[name]) return app.breakers.reset(name)
      if (await app.breakers.claim(name)) await asked[name].check().catch(() => {})
    }),
  )
}
