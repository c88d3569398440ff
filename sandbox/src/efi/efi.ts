import { openCertificates } from '../core/certificates.ts'
import type { Core, Provider } from '../core/core.ts'
import { listen } from '../core/provider-server.ts'
import { settleDue } from './devolutions.ts'
import { startFront } from './front.ts'
import { DEFAULT_SETTINGS, openModel, type Efi } from './model.ts'
import { makeEfiServer } from './server.ts'
import { openAgents, webhookSender } from './webhooks.ts'

export type EfiProvider = Provider & { readonly efi: Efi }

/**
 * Starts Efí's side of PIX: its API over mutual TLS on loopback, and callbacks to the registered
 * webhook.
 */
export async function startEfi(core: Core): Promise<EfiProvider> {
  const efi = openModel(core)
  const certificates = await openCertificates(core.stateDir)
  const webhookAgents = openAgents(certificates)
  const frontServer = await startFront(core, certificates)
  const app = makeEfiServer(efi, certificates, webhookAgents)
  const port = await listen(core, app, 'efi')
  core.deliveries.register('efi', webhookSender(efi, webhookAgents))
  const { pixClientId, pixClientSecret, pixKey, pixWebhookSecret } = core.credentials

  return {
    name: 'efi',
    efi,

    env: {
      PIX_BASE_URL: `https://127.0.0.1:${port}`,
      PIX_OAUTH_PATH: '/oauth/token',
      PIX_CLIENT_ID: pixClientId,
      PIX_CLIENT_SECRET: pixClientSecret,
      PIX_CERT_PEM: certificates.clientCertPath,
      PIX_KEY_PEM: certificates.clientKeyPath,
      PIX_CA: certificates.caPath,
      PIX_KEY: pixKey,
      PIX_WEBHOOK_SECRET: pixWebhookSecret,
      PIX_WEBHOOK_URL: `${frontServer.origin}/api/webhooks/pix`,
    },

    dump: () => ({
      charges: efi.charges.all(),
      receipts: efi.receipts.all(),
      devolutions: efi.devolutions.all(),
      webhooks: efi.webhooks.all(),
      infractions: efi.infractions.all(),
      locations: efi.locations.all(),
      settings: efi.settings.get(),
    }),

    reset() {
      for (const table of [
        efi.charges,
        efi.receipts,
        efi.devolutions,
        efi.infractions,
        efi.locations,
      ])
        table.clear()
      efi.settings.set(DEFAULT_SETTINGS)
    },

    tick: () => settleDue(efi),
    async close() {
      await app.close()
      await frontServer.close()
      await webhookAgents.close()
    },
  }
}
