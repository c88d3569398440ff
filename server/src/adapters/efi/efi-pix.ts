import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import type { ChargeMismatch } from '@chaveiro/contracts/shop-reasons'

import { toDecimal } from '../../platform/text/money.ts'
import {
  ProviderUnknown,
  type ChargeFacts,
  type ChargeIdentity,
  type ChargeProvider,
  type ChargeRequest,
  type ChargeResult,
} from '../../ports/payments.ts'
import type { JsonReply } from '../json-call.ts'
import {
  errorCodeOf,
  createEfiClient,
  provider,
  unexpected,
  unknownOnly,
  type EfiCall,
  type EfiConnection,
} from './efi-client.ts'
import { infractionsOf } from './efi-infractions.ts'
import { registrationOf } from './efi-registration.ts'
import { findDevolution, requestRefund, refundFact, refundResult } from './efi-returns.ts'
import { verifyEfiWebhook, type EfiWebhookRules } from './efi-webhook.ts'
import {
  parseCents,
  endToEndId,
  parseInstant,
  asList,
  withoutCpf,
  type Receipt,
} from './efi-wire.ts'

export type EfiConfig = EfiConnection & EfiWebhookRules & { pixKey: string }

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

/**
 * PIX by BACEN's API as Efí serves it: mutual TLS and our own txids; when in doubt a GET decides.
 */
export function createEfiPix(config: EfiConfig, clock: () => Date): ChargeProvider {
  const callEfi = createEfiClient(config, clock)
  return {
    charge: (request) => createCharge(callEfi, config.pixKey, request, clock()),
    async read(identity) {
      const existingCharge = await findCharge(callEfi, identity.reference)
      return existingCharge
        ? factsOf(existingCharge, identity, identity.recipient ?? config.pixKey, clock())
        : notFound
    },
    cancel: (identity) => cancelCharge(callEfi, identity.reference),
    refund: (request) => requestRefund(callEfi, request),
    async readRefund(request) {
      const devolution = await findDevolution(callEfi, request)
      if (!devolution) throw new ProviderUnknown(provider, 'no such return is known there')

      return refundResult(devolution)
    },
    verifyWebhook: (input) => verifyEfiWebhook(config, input),
    ...registrationOf(callEfi, config),
    ...infractionsOf(callEfi, clock),
  }
}

/**
 * PUT under the txid that the shop has already stored. When the outcome is unknown, or the txid is
 * taken, a GET shows whether our charge exists. If not, it is requested once more.
 */
async function createCharge(
  call: EfiCall,
  pixKey: string,
  request: ChargeRequest,
  now: Date,
): Promise<ChargeResult> {
  const txid = request.reference
  if (!txid) throw new Error('a PIX charge needs its txid')

  const chargeBody = chargeRequestBody(request, pixKey, now)

  for (let attempt = 1; ; attempt++) {
    const putReply = await call('PUT', `/cob/${txid}`, chargeBody).catch(unknownOnly)

    if (!(putReply instanceof ProviderUnknown)) {
      if (putReply.status === 200 || putReply.status === 201)
        return adoptCharge(call, putReply.body as Cob, request, pixKey)
      if (putReply.status !== 409) return refusalResult(putReply)
    }

    const existingCharge = await findCharge(call, txid)
    if (existingCharge) return adoptCharge(call, existingCharge, request, pixKey)
    if (attempt === 2) throw putReply instanceof ProviderUnknown ? putReply : unexpected(putReply)
  }
}

/** The text about a charge in the buyer's banking app. */
export const noteToPayer = (orderNumber: string): Localized => ({
  'pt-BR': `Pedido ${orderNumber}`,
  'en-US': `Order ${orderNumber}`,
})

function chargeRequestBody(request: ChargeRequest, pixKey: string, now: Date): object {
  const payerName = request.customer.name.trim().slice(0, 200)
  return {
    calendario: {
      expiracao: Math.max(1, Math.ceil((request.expiresAt.getTime() - now.getTime()) / 1000)),
    },
    ...(request.customer.cpf && payerName
      ? { devedor: { cpf: request.customer.cpf, nome: payerName } }
      : {}),
    valor: { original: toDecimal(request.amountCents) },
    chave: pixKey,
    solicitacaoPagador: inLanguage(request.language, noteToPayer(request.orderNumber)).slice(
      0,
      140,
    ),
  }
}

/**
 * Accepts an existing charge as the answer, if it has the requested amount and can still be paid.
 * Its PIX key may be an earlier key of the shop: the txid is our secret, and the bank only serves
 * keys of our account.
 */
async function adoptCharge(
  call: EfiCall,
  cob: Cob,
  request: ChargeRequest,
  pixKey: string,
): Promise<ChargeResult> {
  if (parseCents(cob.valor?.original) !== request.amountCents)
    return {
      kind: 'refused',
      code: 'txid_duplicado',
      message: 'another charge has this txid',
    }

  if (isRemoved(cob))
    return { kind: 'refused', code: 'status_cobranca_invalido', message: 'the charge was removed' }

  const pixCode = cob.pixCopiaECola ?? (await codeOfLocation(call, cob.loc?.id))

  // The charge expires when the payment does, so there is no other time to return.
  return {
    kind: 'charged',
    reference: request.reference!,
    charge: { kind: 'pix', code: pixCode, key: cob.chave ?? pixKey },
    expiresAt: null,
  }
}

async function codeOfLocation(call: EfiCall, id: number | undefined): Promise<string> {
  const reply = id === undefined ? null : await call('GET', `/loc/${id}/qrcode`)
  if (typeof reply?.body?.qrcode !== 'string')
    throw new ProviderUnknown(provider, 'a charge without its code')

  return reply.body.qrcode
}

const refusalResult = (reply: JsonReply): ChargeResult => ({
  kind: 'refused',
  code: errorCodeOf(reply),
  message: withoutCpf(String(reply.body?.mensagem ?? reply.body?.detail ?? '')),
})

async function findCharge(call: EfiCall, txid: string): Promise<Cob | null> {
  const reply = await call('GET', `/cob/${encodeURIComponent(txid)}`)
  if (reply.status === 200 && reply.body) return reply.body as Cob
  if (reply.status === 404 || errorCodeOf(reply) === 'cobranca_nao_encontrada') return null

  throw unexpected(reply)
}

function factsOf(cob: Cob, identity: ChargeIdentity, pixKey: string, now: Date): ChargeFacts {
  const received = asList(cob.pix)
  return {
    // An expired charge stays ATIVA and takes money: the shop itself checks when the money arrived.
    state: isRemoved(cob) ? 'closed' : 'open',
    receipts: received.map((pix) => ({
      receiptId: endToEndId(pix),
      amountCents: parseCents(pix.valor),
      currency: 'BRL',
      receivedAt: parseInstant(pix.horario, now),
    })),
    refunds: received.flatMap((pix) =>
      asList(pix.devolucoes).map((devolution) => refundFact(pix, devolution)),
    ),
    mismatch: mismatchOf(cob, received, identity, pixKey),
    // PIX disputes come from infractions, which a separate call reads.
    disputes: [],
  }
}

function mismatchOf(
  cob: Cob,
  received: readonly Receipt[],
  identity: ChargeIdentity,
  pixKey: string,
): ChargeMismatch | null {
  const requestedCents = parseCents(cob.valor?.original)
  // A charge that received no money has no mismatch.
  if (!received.length) return null
  if (identity.currency !== 'BRL') return 'another currency'

  if (
    [cob.txid, ...received.map((pix) => pix.txid)].some(
      (txid) => txid !== undefined && txid !== identity.reference,
    )
  )
    return 'another txid'

  if (![cob.chave, ...received.map((pix) => pix.chave)].every((key) => isSameKey(key, pixKey)))
    return 'another recipient'

  return requestedCents === identity.amountCents ? null : 'another amount asked'
}

/** Closes a charge. When the reply does not show the end of the charge, a GET decides. */
async function cancelCharge(
  call: EfiCall,
  txid: string,
): Promise<'cancelled' | 'paid' | 'unknown'> {
  const patchReply = await call('PATCH', `/cob/${encodeURIComponent(txid)}`, {
    status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  }).catch(unknownOnly)
  const reported =
    patchReply instanceof ProviderUnknown || patchReply.status !== 200
      ? null
      : closingStateOf(patchReply.body)
  if (reported) return reported

  const currentCharge = await findCharge(call, txid)
  if (!currentCharge) return 'unknown'

  const closingState = closingStateOf(currentCharge)
  if (closingState) return closingState

  throw patchReply instanceof ProviderUnknown ? patchReply : unexpected(patchReply)
}

/** How a charge ended; null when the reply shows no end. */
function closingStateOf(cob: Cob | null): 'cancelled' | 'paid' | null {
  if (!cob) return null
  if (cob.status === 'CONCLUIDA' || asList(cob.pix).length > 0) return 'paid'

  return isRemoved(cob) ? 'cancelled' : null
}

const isRemoved = (cob: Cob): boolean => cob.status?.startsWith('REMOVIDA') ?? false

const isSameKey = (key: string | undefined, ownKey: string): boolean =>
  key === undefined || key.toLowerCase() === ownKey.toLowerCase()
