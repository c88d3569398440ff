import { fromDecimal, toDecimal } from '../../platform/money.ts'
import {
  codeOf,
  createEfiClient,
  provider,
  unexpected,
  unknownOnly,
  type EfiCall,
  type EfiConnection,
} from './efi-client.ts'
import { verifyEfiWebhook, type EfiWebhookRules } from './efi-webhook.ts'
import type { JsonReply } from './json-call.ts'
import {
  ProviderUnknown,
  type ChargeFacts,
  type ChargeIdentity,
  type ChargeProvider,
  type ChargeRequest,
  type ChargeResult,
  type DisputeFact,
  type RefundFact,
  type RefundRequest,
  type RefundResult,
} from './port.ts'

export type EfiConfig = EfiConnection & EfiWebhookRules & { pixKey: string }

// Read leniently: PSPs leave out fields, and write numbers and lists otherwise than they document (providers.md 2.3, 2.6).
type Devolution = {
  id?: string
  valor?: unknown
  status?: string
  natureza?: string
  motivo?: string
}
type Receipt = {
  endToEndId?: string
  txid?: string
  chave?: string
  valor?: unknown
  horario?: string
  devolucoes?: Devolution | Devolution[]
}
type Cob = {
  txid?: string
  status?: string
  chave?: string
  valor?: { original?: unknown }
  pixCopiaECola?: string
  loc?: { id?: number }
  pix?: Receipt | Receipt[]
}

const notFound: ChargeFacts = {
  state: 'unknown',
  receipts: [],
  refunds: [],
  mismatch: null,
  disputes: [],
}

/** PIX by BACEN's API as Efí serves it: mutual TLS, txids of ours, a GET decides (reference/providers.md section 2). */
export function createEfiPix(config: EfiConfig, clock: () => Date): ChargeProvider {
  const call = createEfiClient(config, clock)
  return {
    charge: (asked) => charge(call, config.pixKey, asked, clock()),
    async read(identity) {
      const cob = await findCob(call, identity.reference)
      return cob ? factsOf(cob, identity, config.pixKey, clock()) : notFound
    },
    cancel: (identity) => cancel(call, identity.reference),
    refund: (asked) => refund(call, asked),
    async readRefund(asked) {
      const standing = await findDevolution(call, asked)
      if (!standing) throw new ProviderUnknown(provider, 'no such return is known there')
      return refundResult(standing)
    },
    verifyWebhook: (input) => verifyEfiWebhook(config, input),
    async registerWebhook(url) {
      // Efí puts /pix behind the address as text: the last, empty parameter swallows it (providers.md 2.6).
      const webhookUrl = `${url}?hmac=${encodeURIComponent(config.webhookSecret[0]!)}&ignorar=`
      const reply = await call(
        'PUT',
        `/v2/webhook/${encodeURIComponent(config.pixKey)}`,
        { webhookUrl },
        { 'x-skip-mtls-checking': 'true' },
      )
      if (reply.status >= 300)
        throw new Error(`${provider}: the webhook was not taken: ${codeOf(reply)}`)
    },
  }
}

/**
 * PUT under the txid that stands in our books already. When the outcome is not known, or the txid is taken, a GET tells
 * whether our charge stands: it is used, or asked for once more (providers.md 2.4).
 */
async function charge(
  call: EfiCall,
  pixKey: string,
  asked: ChargeRequest,
  now: Date,
): Promise<ChargeResult> {
  const txid = asked.reference
  if (!txid) throw new Error('a PIX charge needs its txid')
  const body = cobBody(asked, pixKey, now)
  for (let attempt = 1; ; attempt++) {
    const put = await call('PUT', `/v2/cob/${txid}`, body).catch(unknownOnly)
    if (!(put instanceof ProviderUnknown)) {
      if (put.status === 200 || put.status === 201)
        return adopt(call, put.body as Cob, asked, pixKey)
      if (put.status !== 409) return refused(put)
    }
    const standing = await findCob(call, txid)
    if (standing) return adopt(call, standing, asked, pixKey)
    if (attempt === 2) throw put instanceof ProviderUnknown ? put : unexpected(put)
  }
}

function cobBody(asked: ChargeRequest, pixKey: string, now: Date): object {
  const name = asked.customer.name.trim().slice(0, 200)
  return {
    calendario: {
      expiracao: Math.max(1, Math.ceil((asked.expiresAt.getTime() - now.getTime()) / 1000)),
    },
    ...(asked.customer.cpf && name ? { devedor: { cpf: asked.customer.cpf, nome: name } } : {}),
    valor: { original: toDecimal(asked.amountCents) },
    chave: pixKey,
    solicitacaoPagador: `Pedido ${asked.orderNumber}`.slice(0, 140),
  }
}

/** Take a standing charge as the answer, if it is as asked and can still be paid. */
async function adopt(
  call: EfiCall,
  cob: Cob,
  asked: ChargeRequest,
  pixKey: string,
): Promise<ChargeResult> {
  if (cents(cob.valor?.original) !== asked.amountCents || !isKey(cob.chave, pixKey))
    return {
      kind: 'refused',
      code: 'txid_duplicado',
      message: 'another charge stands under this txid',
    }
  if (isRemoved(cob))
    return { kind: 'refused', code: 'status_cobranca_invalido', message: 'the charge was removed' }
  const code = cob.pixCopiaECola ?? (await codeOfLocation(call, cob.loc?.id))
  // The expiry that was sent is the payment's own, so there is none to hand back.
  return {
    kind: 'charged',
    reference: asked.reference!,
    charge: { kind: 'pix', code },
    expiresAt: null,
  }
}

async function codeOfLocation(call: EfiCall, id: number | undefined): Promise<string> {
  const reply = id === undefined ? null : await call('GET', `/v2/loc/${id}/qrcode`)
  if (typeof reply?.body?.qrcode !== 'string')
    throw new ProviderUnknown(provider, 'a charge without its code')
  return reply.body.qrcode
}

const refused = (reply: JsonReply): ChargeResult => ({
  kind: 'refused',
  code: codeOf(reply),
  message: withoutCpf(String(reply.body?.mensagem ?? reply.body?.detail ?? '')),
})

async function findCob(call: EfiCall, txid: string): Promise<Cob | null> {
  const reply = await call('GET', `/v2/cob/${encodeURIComponent(txid)}`)
  if (reply.status === 200 && reply.body) return reply.body as Cob
  if (reply.status === 404 || codeOf(reply) === 'cobranca_nao_encontrada') return null
  throw unexpected(reply)
}

function factsOf(cob: Cob, identity: ChargeIdentity, pixKey: string, now: Date): ChargeFacts {
  const received = many(cob.pix)
  const returned = received.flatMap((pix) =>
    many(pix.devolucoes).map((one) => ({ one, fact: refundFact(pix, one) })),
  )
  return {
    // An expired charge stays ATIVA and takes money: the time is ours to judge (providers.md 2.3).
    state: isRemoved(cob) ? 'closed' : 'open',
    receipts: received.map((pix) => ({
      receiptId: endToEndId(pix),
      amountCents: cents(pix.valor),
      currency: 'BRL',
      receivedAt: instant(pix.horario, now),
    })),
    refunds: returned.filter((one) => !isClawBack(one)).map(({ fact }) => fact),
    mismatch: mismatchOf(cob, received, identity, pixKey),
    disputes: returned.filter(isClawBack).map(({ fact }) => disputeFact(fact)),
  }
}

function mismatchOf(
  cob: Cob,
  received: readonly Receipt[],
  identity: ChargeIdentity,
  pixKey: string,
): string | null {
  if (identity.currency !== 'BRL') return 'another currency'
  if (
    [cob.txid, ...received.map((pix) => pix.txid)].some(
      (txid) => txid !== undefined && txid !== identity.reference,
    )
  )
    return 'another txid'
  if (![cob.chave, ...received.map((pix) => pix.chave)].every((key) => isKey(key, pixKey)))
    return 'another recipient'
  return cents(cob.valor?.original) === identity.amountCents ? null : 'another amount asked'
}

/** A return that nobody here asked for is a claw-back (MED) unless the PSP says that it was an ordinary one. */
const isClawBack = ({ one, fact }: { one: Devolution; fact: RefundFact }): boolean =>
  one.natureza ? one.natureza.startsWith('MED') : !fact.ours

/** The PSP takes a contested amount back by a return of its own: underway is open, made is lost, not made is won. */
const disputeFact = (fact: RefundFact): DisputeFact => ({
  disputeId: fact.refundId ?? fact.receiptId,
  receiptId: fact.receiptId,
  state: clawBackStates[fact.status],
  contestedCents: fact.amountCents,
  takenCents: fact.status === 'succeeded' ? fact.amountCents : 0,
  dueAt: null,
})
const clawBackStates = { pending: 'open', succeeded: 'lost', failed: 'won' } as const

const refundFact = (pix: Receipt, one: Devolution): RefundFact => ({
  refundId: one.id ?? null,
  receiptId: endToEndId(pix),
  amountCents: cents(one.valor),
  status: refundStatus(one.status),
  ours: /^[0-9a-f]{32}$/.test(one.id ?? '') && !one.natureza?.startsWith('MED'),
})

async function cancel(call: EfiCall, txid: string): Promise<'cancelled' | 'paid' | 'unknown'> {
  const patch = await call('PATCH', `/v2/cob/${encodeURIComponent(txid)}`, {
    status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  }).catch(unknownOnly)
  const known =
    patch instanceof ProviderUnknown || patch.status !== 200 ? null : (patch.body as Cob | null)
  const cob = known ?? (await findCob(call, txid))
  if (!cob) return 'unknown'
  if (cob.status === 'CONCLUIDA' || many(cob.pix).length > 0) return 'paid'
  if (isRemoved(cob)) return 'cancelled'
  throw patch instanceof ProviderUnknown ? patch : unexpected(patch)
}

/** Send money back under our own id. Whatever the PUT said, what stands under that id decides; nothing there and refused is a failure. */
async function refund(call: EfiCall, asked: RefundRequest): Promise<RefundResult> {
  const put = await call('PUT', devolutionPath(asked), {
    valor: toDecimal(asked.refundCents),
  }).catch(unknownOnly)
  if (!(put instanceof ProviderUnknown) && (put.status === 200 || put.status === 201))
    return refundResult(put.body as Devolution)
  const standing = await findDevolution(call, asked)
  if (standing) return refundResult(standing)
  if (put instanceof ProviderUnknown) throw put
  if (put.status === 409) throw unexpected(put)
  return { status: 'failed', providerId: null, failure: codeOf(put) }
}

async function findDevolution(call: EfiCall, asked: RefundRequest): Promise<Devolution | null> {
  const reply = await call('GET', devolutionPath(asked))
  if (reply.status === 200 && reply.body) return reply.body as Devolution
  if (
    reply.status === 404 ||
    codeOf(reply) === 'devolucao_nao_encontrada' ||
    codeOf(reply) === 'pix_nao_encontrado'
  )
    return null
  throw unexpected(reply)
}

const devolutionPath = ({ receiptId, refundId }: RefundRequest): string =>
  `/v2/pix/${encodeURIComponent(receiptId)}/devolucao/${encodeURIComponent(refundId)}`
const refundStatus = (status: string | undefined): RefundResult['status'] =>
  status === 'DEVOLVIDO' ? 'succeeded' : status === 'NAO_REALIZADO' ? 'failed' : 'pending'
const refundResult = (one: Devolution): RefundResult => ({
  status: refundStatus(one.status),
  providerId: one.id ?? null,
  failure: one.motivo ? withoutCpf(one.motivo) : null,
})

const many = <T>(value: T | T[] | null | undefined): T[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
const isRemoved = (cob: Cob): boolean => cob.status?.startsWith('REMOVIDA') ?? false
const isKey = (key: string | undefined, ours: string): boolean =>
  key === undefined || key.toLowerCase() === ours.toLowerCase()
const withoutCpf = (text: string): string => text.replace(/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/g, '***')

/** Centavos of an amount as PSPs write it; one that cannot be read leaves the outcome open. */
function cents(value: unknown): number {
  try {
    return fromDecimal(String(value))
  } catch {
    throw new ProviderUnknown(provider, 'an amount that cannot be read')
  }
}

function endToEndId(pix: Receipt): string {
  if (!pix.endToEndId) throw new ProviderUnknown(provider, 'received money without its identity')
  return pix.endToEndId
}

function instant(text: string | undefined, otherwise: Date): Date {
  const at = new Date(text ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? otherwise : at
}
