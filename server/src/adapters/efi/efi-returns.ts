import { toDecimal } from '../../platform/text/money.ts'
import {
  ProviderUnknown,
  type RefundFact,
  type RefundRequest,
  type RefundResult,
} from '../../ports/payments.ts'
import { codeOf, provider, unexpected, unknownOnly, type EfiCall } from './efi-client.ts'
import { cents, endToEndId, withoutCpf, type Devolution, type Receipt } from './efi-wire.ts'

/** A return as the charge it belongs to tells of it, whoever made it. */
export const refundFact = (pix: Receipt, devolution: Devolution): RefundFact => ({
  refundId: returnId(devolution),
  receiptId: endToEndId(pix),
  amountCents: cents(devolution.valor),
  status: refundStatus(devolution.status),
  // A nature that is left out means ORIGINAL (BACEN, DevolucaoNatureza): somebody sent the money
  // back, nobody contests it.
  ...(devolution.natureza?.startsWith('MED') ? { clawBack: true } : {}),
})

/**
 * A return's identity within its receipt: the id it was asked for under, else what the payment
 * system calls it.
 */
function returnId({ id, rtrId }: Devolution): string {
  const known = id ?? rtrId
  if (!known) throw new ProviderUnknown(provider, 'money sent back without its identity')

  return known
}

/**
 * Send money back under our own id. Whatever the PUT said, what stands under that id decides;
 * nothing there and refused is a failure.
 */
export async function refund(call: EfiCall, request: RefundRequest): Promise<RefundResult> {
  const put = await call('PUT', devolutionPath(request), {
    valor: toDecimal(request.refundCents),
  }).catch(unknownOnly)
  const isTaken = !(put instanceof ProviderUnknown) && (put.status === 200 || put.status === 201)
  if (isTaken && put.body) return refundResult(put.body as Devolution)

  const standing = await findDevolution(call, request)
  if (standing) return refundResult(standing)
  if (put instanceof ProviderUnknown) throw put
  if (isTaken || put.status === 409) throw unexpected(put)

  return { status: 'failed', providerId: null, failure: codeOf(put) }
}

/** The return that stands under our id, or null. */
export async function findDevolution(
  call: EfiCall,
  request: RefundRequest,
): Promise<Devolution | null> {
  const reply = await call('GET', devolutionPath(request))
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
