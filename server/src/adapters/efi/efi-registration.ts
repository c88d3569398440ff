import type { ChargeProvider, WebhookCheck } from '../../ports/payments.ts'
import { codeOf, provider, unexpected, type EfiCall } from './efi-client.ts'
import type { EfiWebhookRules } from './efi-webhook.ts'

/**
 * The registration of our callback's address at the PSP: made, and compared with what stands there.
 */
export function registrationOf(
  call: EfiCall,
  config: EfiWebhookRules & { pixKey: string },
): Required<Pick<ChargeProvider, 'registerWebhook' | 'keepWebhook' | 'check'>> {
  const path = `/webhook/${encodeURIComponent(config.pixKey)}`
  // Efí puts /pix behind the address as text: the last, empty parameter swallows it.
  const complete = (url: string): string =>
    `${url}?hmac=${encodeURIComponent(config.webhookSecret[0]!)}&ignorar=`

  const registerWebhook = async (url: string): Promise<void> => {
    const reply = await call(
      'PUT',
      path,
      { webhookUrl: complete(url) },
      { 'x-skip-mtls-checking': 'true' },
    )

    if (reply.status >= 300)
      throw new Error(`${provider}: the webhook was not taken: ${codeOf(reply)}`)
  }

  return {
    registerWebhook,
    // The cheapest call that every PSP has: it needs certificate, token and our key.
    async check() {
      await findUrl(call, path)
    },
    async keepWebhook(url) {
      const standing = await findUrl(call, path)
      if (standing === complete(url)) return { found: 'right', foundUrl: url }

      await registerWebhook(url)

      return standing === null
        ? { found: 'missing', foundUrl: null }
        : ({ found: 'other', foundUrl: withoutSecret(standing) } satisfies WebhookCheck)
    },
  }
}

async function findUrl(call: EfiCall, path: string): Promise<string | null> {
  const reply = await call('GET', path)
  if (reply.status === 200 && typeof reply.body?.webhookUrl === 'string')
    return reply.body.webhookUrl as string
  if (reply.status === 404 || codeOf(reply) === 'webhook_nao_encontrado') return null

  throw unexpected(reply)
}

/** An address as staff may see it: its parameters hold somebody's secret. */
const withoutSecret = (url: string): string => url.split(/[?#]/)[0]!.slice(0, 200)
