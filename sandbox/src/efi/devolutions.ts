import { randomHex } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { invalidJson, EfiRefusal } from './errors.ts'
import { textToCents, devolutionsOf, type Devolution, type Efi, type Receipt } from './model.ts'
import { returnIdentity } from './receipts.ts'
import { sendCallback } from './webhooks.ts'

const WINDOW_MS = 90 * 86_400_000

/**
 * PUT /v2/pix/:e2eId/devolucao/:id: the refund begins as EM_PROCESSAMENTO. Its final status comes
 * later, by callback and GET.
 */
export function requestDevolution(
  efi: Efi,
  endToEndId: string,
  returnId: string,
  body: Record<string, unknown>,
): Devolution {
  const receipt = receiptOf(efi, endToEndId)
  if (!/^[a-zA-Z0-9]{1,35}$/.test(returnId))
    throw invalidReturn('Campo id deve respeitar o padrão ^[a-zA-Z0-9]{1,35}$')

  if (Object.keys(body).some((name) => name !== 'valor'))
    throw invalidJson([
      {
        chave: 'additionalProperties',
        caminho: '.body',
        mensagem: 'should NOT have additional properties',
      },
    ])

  const amountCents = textToCents(body['valor'])

  if (amountCents === null)
    throw invalidJson([
      {
        chave: 'pattern',
        caminho: '.body.valor',
        mensagem: 'should match pattern "^[0-9]{1,10}\\.[0-9]{2}$"',
      },
    ])

  if (amountCents === 0) throw invalidReturn('Campo valor deve ser maior que zero')

  if (efi.devolutions.get(`${endToEndId}/${returnId}`))
    throw new EfiRefusal(409, {
      nome: 'devolucao_id_duplicado',
      mensagem: 'O id informado já foi utilizado em outra devolução deste pix',
      bacen: 'PixDevolucaoInvalida',
    })

  if (efi.core.clock.now() - receipt.at > WINDOW_MS)
    throw invalidReturn('O prazo de 90 dias para a devolução foi ultrapassado')
  if (amountCents > refundableCents(efi, receipt))
    throw invalidReturn('O valor da devolução é maior que o valor disponível do pix')

  return startDevolution(efi, receipt, { id: returnId, amountCents, nature: null })
}

export function devolutionOf(efi: Efi, endToEndId: string, returnId: string): Devolution {
  const devolution = efi.devolutions.get(`${receiptOf(efi, endToEndId).id}/${returnId}`)

  if (!devolution)
    throw new EfiRefusal(400, {
      nome: 'devolucao_nao_encontrada',
      mensagem: 'Nenhuma devolução encontrada para o id informado',
      bacen: 'PixDevolucaoNaoEncontrada',
    })

  return devolution
}

export function receiptOf(efi: Efi, endToEndId: string): Receipt {
  const receipt = efi.receipts.get(endToEndId)

  if (!receipt)
    throw new EfiRefusal(400, {
      nome: 'pix_nao_encontrado',
      mensagem: 'Nenhum pix encontrado para o endToEndId informado',
      bacen: 'PixNaoEncontrado',
    })

  return receipt
}

/** Completes a refund now. A refund of one centavo always fails, as in Efí's test environment. */
export function settleDevolution(
  efi: Efi,
  devolution: Devolution,
  wanted: 'DEVOLVIDO' | 'NAO_REALIZADO',
): Devolution {
  const isRefused = wanted === 'NAO_REALIZADO' || devolution.amountCents === 1

  const settledDevolution = efi.devolutions.save({
    ...devolution,
    status: isRefused ? 'NAO_REALIZADO' : 'DEVOLVIDO',
    settledAt: isRefused ? null : efi.core.clock.now(),
    reason: isRefused ? 'Saldo insuficiente para realizar a devolução.' : null,
  })

  sendCallback(efi, [efi.receipts.get(devolution.endToEndId)!], '/pix/devolucao')

  return settledDevolution
}

/** Completes the refunds (devoluções) whose processing time is over. */
export function settleDue(efi: Efi): void {
  const now = Date.now()
  for (const devolution of efi.devolutions.filter(
    (d) => d.status === 'EM_PROCESSAMENTO' && d.dueAt <= now,
  ))
    settleDevolution(efi, devolution, 'DEVOLVIDO')
}

/**
 * Differences of a refund made outside the API: a partial amount, another id, a nature that is sent
 * or omitted.
 */
export type Returning = {
  amountCents?: number
  id?: string
  nature?: string | null
  endToEndId?: string
}

/**
 * Refunds a payment of a charge outside the API, as in the bank's app; by default the newest
 * payment in full.
 */
export function returnByApp(efi: Efi, txid: string, returning: Returning): Devolution {
  const receipt = returning.endToEndId
    ? receiptOf(efi, returning.endToEndId)
    : newestReceipt(efi, txid)
  return returnReceipt(efi, receipt, returning)
}

/**
 * Refunds received money. The bank's id has 32 hexadecimal characters; without `nature` the field
 * is omitted.
 */
export function returnReceipt(
  efi: Efi,
  receipt: Receipt,
  { amountCents, id = randomHex(16), nature = null }: Returning,
): Devolution {
  const leftCents = refundableCents(efi, receipt)
  if (leftCents === 0) throw new Refusal(409, 'this payment is already returned')
  if (amountCents !== undefined && amountCents > leftCents)
    throw new Refusal(400, 'more than is left of this payment')
  if (efi.devolutions.get(`${receipt.id}/${id}`)) throw new Refusal(409, 'this id is used')

  return startDevolution(efi, receipt, { id, amountCents: amountCents ?? leftCents, nature })
}

/** The newest payment of a charge. */
export function newestReceipt(efi: Efi, txid: string): Receipt {
  const receipt = efi.receipts.newestFirst().find((one) => one.txid === txid)
  if (!receipt) throw new Refusal(409, 'nothing was paid for this charge')

  return receipt
}

function startDevolution(
  efi: Efi,
  receipt: Receipt,
  { id, amountCents, nature }: { id: string; amountCents: number; nature: string | null },
): Devolution {
  const now = efi.core.clock.now()
  return efi.devolutions.save({
    id: `${receipt.id}/${id}`,
    returnId: id,
    endToEndId: receipt.id,
    rtrId: returnIdentity(now),
    amountCents,
    status: 'EM_PROCESSAMENTO',
    requestedAt: now,
    settledAt: null,
    reason: null,
    nature,
    dueAt: Date.now() + efi.settings.get().devolutionMs,
  })
}

/** Received centavos that no finished or pending refund covers. */
export function refundableCents(efi: Efi, receipt: Receipt): number {
  return devolutionsOf(efi, receipt.id)
    .filter((devolution) => devolution.status !== 'NAO_REALIZADO')
    .reduce((leftCents, devolution) => leftCents - devolution.amountCents, receipt.amountCents)
}

const invalidReturn = (mensagem: string): EfiRefusal =>
  new EfiRefusal(400, { nome: 'valor_invalido', mensagem, bacen: 'PixDevolucaoInvalida' })
