import type { App } from '../../../platform/app.ts'
import { checkByClock } from '../state/provider-checks.service.ts'

const daySeconds = 86_400

/**
 * Without its webhook a payment is found only by polling, seconds later. So the registration is
 * retried without an end.
 */
const againSeconds = 60

/**
 * Once a day: check that the PIX provider calls this shop, and register the webhook again if not.
 */
export async function watchPixWebhook(app: App): Promise<void> {
  const pixProvider = app.providers.charges.pix
  const webhookUrl = app.config.pix?.webhookUrl
  if (!pixProvider?.keepWebhook || !webhookUrl) return

  await checkByClock(
    app,
    'pix.webhook',
    async () => {
      const { found, foundUrl } = await pixProvider.keepWebhook!(webhookUrl)
      if (found !== 'right')
        app.log.warn({ found, foundUrl }, 'the PIX webhook was not registered here; now it is')

      return { found, detail: found === 'other' ? foundUrl : null, nextSeconds: daySeconds }
    },
    againSeconds,
  )
}
