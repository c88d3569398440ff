import type { App } from '../../platform/app.ts'
import type { GuardedName } from '../../platform/load/breakers.ts'

/**
 * Probe failing providers when a probe is due, so that a shop without buyers also learns when they
 * answer again. One process probes at a time (P562).
 */
export async function probeFailing(app: App): Promise<void> {
  const { charges, crypto } = app.providers

  const probedProviders: Record<GuardedName, { check(): Promise<void> } | null> = {
    pix: charges.pix,
    card: charges.stripe,
    crypto,
  }

  const failingProviders = (await app.breakers.states()).filter(({ state }) => state !== 'closed')

  await Promise.all(
    failingProviders.map(async ({ name }) => {
      // A provider that was switched off meanwhile starts without old failures.
      if (!probedProviders[name]) return app.breakers.reset(name)
      if (await app.breakers.claim(name)) await probedProviders[name].check().catch(() => {})
    }),
  )
}
