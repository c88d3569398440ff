import { createHash, timingSafeEqual } from 'node:crypto'

import type { WebhookHint, WebhookInput } from '../../ports/payments.ts'
import { isFields, parseJson, type Fields } from '../json-call.ts'

export type EfiWebhookRules = {
  /**
   * Values of the hmac parameter that we gave out. The first is registered; the others stay valid
   * while a secret is being replaced.
   */
  webhookSecret: string[]
  /** IP addresses that may send callbacks; an empty list allows all. */
  webhookIps?: string[] | undefined
}

/**
 * The hints in a callback from Efí. Its body is not signed: the secret in the URL, and optionally
 * the sender's IP address, authenticate the callback. A GET then reads the facts. The
 * registration's test and other messages of banks are genuine and contain no hint.
 */
export function verifyEfiWebhook(
  { webhookSecret, webhookIps }: EfiWebhookRules,
  input: WebhookInput,
): WebhookHint[] | null {
  if (!matchesSecret(webhookSecret, String(input.query.hmac ?? ''))) return null
  if (webhookIps?.length && !webhookIps.includes(input.ip)) return null

  const webhookBody: unknown = parseJson(input.body.toString('utf8'))
  if (!isFields(webhookBody)) return null
  if (!('pix' in webhookBody)) return []

  // Some banks send a list of one entry as a plain object.
  const pixEntries = isFields(webhookBody.pix) ? [webhookBody.pix] : webhookBody.pix

  return Array.isArray(pixEntries) ? pixEntries.filter(isFields).flatMap(pixHints) : null
}

/** A text for an event id; `-` for a value that is neither text nor number. */
const idPart = (name: unknown): string =>
  typeof name === 'string' || typeof name === 'number' ? String(name) : '-'

/**
 * The format of a txid (BACEN's API). An entry without a valid txid belongs to no charge of the
 * shop.
 */
const isTxid = (txid: unknown): txid is string =>
  typeof txid === 'string' && /^[a-zA-Z0-9]{1,35}$/.test(txid)

/**
 * One hint for the money and one for each state of each return. Outgoing PIX (SOLICITACAO) pay no
 * charge of the shop.
 */
function pixHints({ endToEndId, txid, tipo, devolucoes }: Fields): WebhookHint[] {
  if (typeof endToEndId !== 'string' || !isTxid(txid) || tipo === 'SOLICITACAO') return []

  const identity = { reference: txid, paymentId: null, receiptId: endToEndId }
  const returnEntries = (Array.isArray(devolucoes) ? devolucoes : [devolucoes]).filter(isFields)

  return [
    { ...identity, eventId: endToEndId, type: 'pix' },
    ...returnEntries.map((fields) => ({
      ...identity,
      eventId: [endToEndId, fields.id, fields.status].map(idPart).join(':'),
      type: 'devolucao',
    })),
  ]
}

/** Whether a value is one of the secrets, compared in constant time. */
function matchesSecret(secrets: readonly string[], candidate: string): boolean {
  const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest()
  return (
    candidate !== '' &&
    secrets.filter((secret) => timingSafeEqual(sha256Of(candidate), sha256Of(secret))).length > 0
  )
}
