import { Agent, request } from 'undici'

import type { Certificates } from '../core/certificates.ts'
import { isoInstant } from '../core/clock.ts'
import type { Delivery } from '../core/deliveries.ts'
import { randomText } from '../core/ids.ts'
import { EfiRefusal } from './errors.ts'
import type { Efi, Receipt, Webhook } from './model.ts'
import { callbackEntry } from './wire.ts'

/**
 * Connections to the store's webhook: with the provider's certificate, and without one for the
 * first probe.
 */
export type WebhookAgents = { withCertificate: Agent; without: Agent; close(): Promise<void> }

const TIMEOUT_MS = 30_000

// A store under test has a self-signed certificate, so the sandbox does not verify it.
export function openAgents(certificates: Certificates): WebhookAgents {
  const withCertificate = new Agent({
    connections: 32,
    connect: {
      cert: certificates.webhookCert,
      key: certificates.webhookKey,
      rejectUnauthorized: false,
    },
  })

  const plainAgent = new Agent({ connect: { rejectUnauthorized: false } })

  return {
    withCertificate,
    without: plainAgent,
    close: async () => {
      await Promise.all([withCertificate.destroy(), plainAgent.destroy()])
    },
  }
}

/**
 * PUT /v2/webhook/:chave, only with https. Checks mutual TLS unless the call skips it, sends the
 * test notification to exactly this URL, and stores the URL after a 2xx.
 */
export async function registerWebhook(
  efi: Efi,
  agents: WebhookAgents,
  { key, url, skipMtls }: { key: string; url: unknown; skipMtls: boolean },
): Promise<Webhook> {
  assertOwnKey(efi, key)
  if (typeof url !== 'string' || !URL.canParse(url)) throw invalidUrl('URL inválida')
  if (new URL(url).protocol !== 'https:')
    throw invalidUrl('A URL do webhook deve usar o protocolo HTTPS')

  if (!skipMtls) await assertMutualTls(agents, url)

  const testBody = JSON.stringify({
    evento: 'teste_webhook',
    data_criacao: isoInstant(efi.core.clock.now()),
  })

  const probeStatus = await postBody(agents.withCertificate, url, testBody).catch(
    (error: unknown) => {
      const errorCode = (error as { code?: string }).code ?? ''
      throw refuseWebhook(
        errorCode.includes('TIMEOUT')
          ? 'A URL informada atingiu o tempo limite de resposta'
          : 'A URL informada está inacessível',
      )
    },
  )

  if (probeStatus < 200 || probeStatus > 299)
    throw refuseWebhook(`A URL informada respondeu com o código HTTP ${probeStatus}`)

  return efi.webhooks.save({ id: key, url, createdAt: efi.core.clock.now(), skipMtls })
}

/** Refuses a PIX key that does not belong to the token's account. */
export function assertOwnKey(efi: Efi, key: string): void {
  if (key !== efi.core.credentials.pixKey)
    throw new EfiRefusal(400, {
      nome: 'chave_invalida',
      mensagem: 'A chave informada não faz referência à conta Efí autenticada',
      bacen: 'WebhookOperacaoInvalida',
    })
}

/**
 * Sends the store a callback about received money or a completed refund; several payments may share
 * one callback.
 */
export function sendCallback(efi: Efi, receipts: readonly Receipt[], type = '/pix'): void {
  if (
    receipts.length === 0 ||
    (!efi.webhooks.get(receipts[0]!.key) && !efi.webhooks.get(efi.core.credentials.pixKey))
  )
    return

  efi.core.deliveries.send(
    'efi',
    type,
    `whk_${randomText(20)}`,
    JSON.stringify({ pix: receipts.map((receipt) => callbackEntry(efi, receipt)) }),
  )
}

/**
 * Sends one callback to the registered URL. Like Efí it appends `/pix` to the text of the URL, even
 * after a query.
 */
export function webhookSender(
  efi: Efi,
  agents: WebhookAgents,
): (delivery: Delivery) => Promise<number> {
  return async ({ body }) => {
    const webhook = efi.webhooks.get(efi.core.credentials.pixKey)
    if (!webhook) throw new Error('no webhook is registered')

    return postBody(agents.withCertificate, `${webhook.url}/pix`, body)
  }
}

async function assertMutualTls(agents: WebhookAgents, url: string): Promise<void> {
  const probeStatus = await postBody(agents.without, url, '{}').catch(() => null)
  if (probeStatus !== null && probeStatus < 400)
    throw refuseWebhook('A autenticação de TLS mútuo não está configurada na URL informada')
}

async function postBody(agent: Agent, url: string, body: string): Promise<number> {
  const storeReply = await request(url, {
    method: 'POST',
    body,
    dispatcher: agent,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    headers: { 'content-type': 'application/json', 'user-agent': 'Efi-Webhook/1.0' },
  })

  await storeReply.body.dump()

  return storeReply.statusCode
}

const invalidUrl = (mensagem: string): EfiRefusal =>
  new EfiRefusal(400, { nome: 'valor_invalido', mensagem, bacen: 'WebhookOperacaoInvalida' })

const refuseWebhook = (mensagem: string): EfiRefusal =>
  new EfiRefusal(400, { nome: 'webhook_invalido', mensagem, bacen: 'WebhookOperacaoInvalida' })
