import { createHash, timingSafeEqual } from 'node:crypto'

import type { WebhookHint, WebhookInput } from '../../ports/payments.ts'
import { isFields, parseJson, type Fields } from '../json-call.ts'

export type EfiWebhookRules = {
  /**
   * Values of the hmac parameter that we gave out; the first is registered, the rest are valid
   * while one is being replaced.
   */
  webhookSecret: string[]
  /** Addresses that callbacks may come from; any when empty. */
  webhookIps?: string[] | undefined
}

/**
 * The hints in a callback of Efí's. Its body is not signed, so the secret in the address (and the
 * sender's address, when told) lets it in, and the GET that follows decides. The registration's
 * test, and whatever else a bank tells of, is genuine and names nothing.
 */
export function verifyEfiWebhook(
  { webhookSecret, webhookIps }: EfiWebhookRules,
  input: WebhookInput,
): WebhookHint[] | null {
  if (!isOneOf(webhookSecret, String(input.query.hmac ?? ''))) return null
  if (webhookIps?.length && !webhookIps.includes(input.ip)) return null

  const body: unknown = parseJson(input.body.toString('utf8'))
  if (!isFields(body)) return null
  if (!('pix' in body)) return []

  // Some banks write a list as its only member.
  const entries = isFields(body.pix) ? [body.pix] : body.pix

  return Array.isArray(entries) ? entries.filter(isFields).flatMap(hintsOf) : null
}

/** What stands for a name that should be a text. */
const wordOf = (name: unknown): string =>
  typeof name === 'string' || typeof name === 'number' ? String(name) : '-'

/** How a txid may look (BACEN's API); an entry with another one, or none, is no charge of ours. */
const isTxid = (txid: unknown): txid is string =>
  typeof txid === 'string' && /^[a-zA-Z0-9]{1,35}$/.test(txid)

/**
 * One hint for the money, one for each state of each return; outgoing PIX (SOLICITACAO) are not
 * ours to follow.
 */
function hintsOf({ endToEndId, txid, tipo, devolucoes }: Fields): WebhookHint[] {
  if (typeof endToEndId !== 'string' || !isTxid(txid) || tipo === 'SOLICITACAO') return []

  const about = { reference: txid, paymentId: null, receiptId: endToEndId }
  const returns = (Array.isArray(devolucoes) ? devolucoes : [devolucoes]).filter(isFields)

  return [
    { ...about, eventId: endToEndId, type: 'pix' },
    ...returns.map((fields) => ({
      ...about,
      eventId: [endToEndId, fields.id, fields.status].map(wordOf).join(':'),
      type: 'devolucao',
    })),
  ]
}

/** Whether a value is one of the secrets, in a time that does not tell how much of it was right. */
function isOneOf(secrets: readonly string[], given: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return (
    given !== '' &&
    secrets.filter((secret) => timingSafeEqual(digest(given), digest(secret))).length > 0
  )
}
