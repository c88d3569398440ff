import type { App } from '../../../platform/app.ts'
import { checkByClock } from './checks.service.ts'

const daySeconds = 86_400
/**
 * Without its webhook a payment is found by asking alone, seconds later: the registration is tried
 * for as long as it takes.
 */
const againSeconds = 60

/** Once a day: the PIX provider calls this shop and nobody else, or it is told to. */
export async function watchPixWebhook(app: App): Promise<void> {
  const pix = app.providers.charges.pix
  const url = app.config.pix?.webhookUrl
  if (!pix?.keepWebhook || !url) return
  await checkByClock(
    app,
    'pix.webhook',
    async () => {
      const { found, foundUrl } = await pix.keepWebhook!(url)
      if (found !== 'right')
        app.log.warn({ found, foundUrl }, 'the PIX webhook was not registered here; now it is')
      return { found, detail: found === 'other' ? foundUrl : null, nextSeconds: daySeconds }
    },
    againSeconds,
  )
}
