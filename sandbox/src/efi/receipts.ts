import { isoInstant } from '../core/clock.ts'
import { randomDigits, randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import type { Efi, Receipt } from './model.ts'
import { sendCallback } from './webhooks.ts'

const ISPB = '00416968'
const TEST_PAYER = { nome: 'CLIENTE DE TESTE', cpf: '52998224725', codigoBanco: ISPB }

/**
 * Differences between a payment and its charge, for tests: another amount, or another recipient
 * key.
 */
export type Paying = { amountCents?: number; key?: string; payerInfo?: string; silent?: boolean }

/**
 * Pays a charge as in a bank's app. A PSP may accept money for an expired or paid charge, so the
 * store must handle late and double payments. Only a removed charge is refused.
 */
export function payCharge(efi: Efi, txid: string, paying: Paying): Receipt {
  const charge = efi.charges.get(txid)
  if (!charge) throw new Refusal(404, `no such charge: ${txid}`)
  if (charge.status !== 'ATIVA' && charge.status !== 'CONCLUIDA')
    throw new Refusal(409, `the charge was removed: ${charge.status}`)

  const amountCents = paying.amountCents ?? charge.amountCents
  if (!(Number.isSafeInteger(amountCents) && amountCents > 0))
    throw new Refusal(400, 'amount must be above zero, with at most two decimals')

  const receivedAt = efi.core.clock.now()

  const receipt = efi.receipts.save({
    id: endToEndId(receivedAt),
    txid,
    key: paying.key ?? charge.key,
    amountCents,
    at: receivedAt,
    payerInfo: paying.payerInfo ?? null,
    payer: TEST_PAYER,
  })

  efi.charges.save({
    ...charge,
    status: 'CONCLUIDA',
    key: paying.key ?? charge.key,
    receiptIds: [...charge.receiptIds, receipt.id],
  })

  if (!paying.silent) sendCallback(efi, [receipt])

  return receipt
}

/** An endToEndId by BACEN's rule: E, ISPB, yyyyMMddHHmm and eleven characters, 32 in total. */
function endToEndId(receivedAt: number): string {
  return `E${ISPB}${isoInstant(receivedAt).replace(/\D/g, '').slice(0, 12)}${randomText(11)}`
}

/** The rtrId of a refund: D, ISPB, yyyyMMddHHmm and eleven digits. */
export const returnIdentity = (receivedAt: number): string =>
  `D${ISPB}${isoInstant(receivedAt).replace(/\D/g, '').slice(0, 12)}${randomDigits(11)}`
