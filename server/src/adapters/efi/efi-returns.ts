import { toDecimal } from '../../platform/text/money.ts'
import {
  ProviderUnknown,
  type RefundFact,
  type RefundRequest,
  type RefundResult,
} from '../../ports/payments.ts'
import { errorCodeOf, provider, unexpected, unknownOnly, type EfiCall } from './efi-client.ts'
import { parseCents, endToEndId, withoutCpf, type Devolution, type Receipt } from './efi-wire.ts'

/** A return in the list of its charge, whether the shop or somebody else requested it. */
export const refundFact = (pix: Receipt, devolution: Devolution): RefundFact => ({
  refundId: returnId(devolution),
  receiptId: endToEndId(pix),
  amountCents: parseCents(devolution.valor),
  status: refundStatus(devolution.status),
  // A missing nature means ORIGINAL (BACEN, DevolucaoNatureza): an ordinary return, not a contested
  // payment.
  ...(devolution.natureza?.startsWith('MED') ? { clawBack: true } : {}),
})

/** A return's identity within its receipt: the id of its request, else the payment system's id. */
function returnId({ id, rtrId }: Devolution): string {
  const identity = id ?? rtrId
  if (!identity) throw new ProviderUnknown(provider, 'money sent back without its identity')

  return identity
}

/**
 * Sends money back under our own id. When the reply to the PUT has no return, a GET reads the
 * return under that id. The refund fails if the PUT was refused and no such return exists.
 */
export async function requestRefund(call: EfiCall, request: RefundRequest): Promise<RefundResult> {
  const putReply = await call('PUT', devolutionPath(request), {
    valor: toDecimal(request.refundCents),
  }).catch(unknownOnly)
  const isAccepted =
    !(putReply instanceof ProviderUnknown) && (putReply.status === 200 || putReply.status === 201)
  if (isAccepted && putReply.body) return refundResult(putReply.body as Devolution)

  const devolution = await findDevolution(call, request)
  if (devolution) return refundResult(devolution)
  if (putReply instanceof ProviderUnknown) throw putReply
  if (isAccepted || putReply.status === 409) throw unexpected(putReply)

  return { status: 'failed', providerId: null, failure: errorCodeOf(putReply) }
}

/** The return under our id, or null. */
export async function findDevolution(
  call: EfiCall,
  request: RefundRequest,
): Promise<Devolution | null> {
  const reply = await call('GET', devolutionPath(request))
  if (reply.status === 200 && reply.body) return reply.body as Devolution

  if (
    reply.status === 404 ||
    errorCodeOf(reply) === 'devolucao_nao_encontrada' ||
    errorCodeOf(reply) === 'pix_nao_encontrado'
  )
    return null

  throw unexpected(reply)
}

const devolutionPath = ({ receiptId, refundId }: RefundRequest): string =>
  `/pix/${encodeURIComponent(receiptId)}/devolucao/${encodeURIComponent(refundId)}`

function refundStatus(status: string | undefined): RefundResult['status'] {
  if (status === 'DEVOLVIDO') return 'succeeded'
  return status === 'NAO_REALIZADO' ? 'failed' : 'pending'
}

export const refundResult = (devolution: Devolution): RefundResult => ({
  status: refundStatus(devolution.status),
  providerId: devolution.id ?? null,
  failure: devolution.motivo ? withoutCpf(devolution.motivo) : null,
})
