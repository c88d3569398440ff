import type { ChargeProvider, WebhookCheck } from '../../ports/payments.ts'
import { errorCodeOf, provider, unexpected, type EfiCall } from './efi-client.ts'
import type { EfiWebhookRules } from './efi-webhook.ts'

/** Registers our callback URL at the PSP, and compares it with the registered one. */
export function registrationOf(
  call: EfiCall,
  config: EfiWebhookRules & { pixKey: string },
): Required<Pick<ChargeProvider, 'registerWebhook' | 'keepWebhook' | 'check'>> {
  const webhookPath = `/webhook/${encodeURIComponent(config.pixKey)}`
  // Efí appends /pix to the URL as text: the last, empty parameter takes this suffix.
  const completeUrl = (url: string): string =>
    `${url}?hmac=${encodeURIComponent(config.webhookSecret[0]!)}&ignorar=`

  const registerWebhook = async (url: string): Promise<void> => {
    const reply = await call(
      'PUT',
      webhookPath,
      { webhookUrl: completeUrl(url) },
      { 'x-skip-mtls-checking': 'true' },
    )

    if (reply.status >= 300)
      throw new Error(`${provider}: the webhook was not accepted: ${errorCodeOf(reply)}`)
  }

  return {
    registerWebhook,
    // The webhook's registration is the cheapest read of every PSP. It needs the certificate, a
    // token and our key.
    async check() {
      await findRegisteredUrl(call, webhookPath)
    },
    async keepWebhook(url) {
      const registeredUrl = await findRegisteredUrl(call, webhookPath)
      if (registeredUrl === completeUrl(url)) return { found: 'right', foundUrl: url }

      await registerWebhook(url)

      return registeredUrl === null
        ? { found: 'missing', foundUrl: null }
        : ({ found: 'other', foundUrl: withoutSecret(registeredUrl) } satisfies WebhookCheck)
    },
  }
}

async function findRegisteredUrl(call: EfiCall, path: string): Promise<string | null> {
  const reply = await call('GET', path)
  if (reply.status === 200 && typeof reply.body?.webhookUrl === 'string')
    return reply.body.webhookUrl as string
  if (reply.status === 404 || errorCodeOf(reply) === 'webhook_nao_encontrado') return null

  throw unexpected(reply)
}

/** A URL without its parameters, which may hold a secret; safe to show to staff. */
const withoutSecret = (url: string): string => url.split(/[?#]/)[0]!.slice(0, 200)
