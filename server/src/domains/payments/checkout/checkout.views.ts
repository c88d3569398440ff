import { type CryptoCoin, type Language, staffRoles } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import type { cryptoPayment, paymentStatus, pixPayment } from '@chaveiro/contracts/payments'
import { encode } from 'uqr'
import type { z } from 'zod'

import type { Principal } from '../../../platform/http/mount.ts'
import { localizedMoney, toWire } from '../../../platform/text/money.ts'
import type { UnitView } from '../../licences/licences.queries.ts'
import type { Payment, PaymentOnPage } from '../state/payments.queries.ts'
import { remarkOf } from '../state/remarks.rules.ts'
import { messageFor, nearDeposit } from './buyer-messages.rules.ts'

/** All fields of a PIX reply; null before the charge is created. */
export function pixView(payment: Payment): z.infer<typeof pixPayment> | null {
  if (payment.charge?.kind !== 'pix') return null
  return {
    paymentId: payment.id,
    pixCode: payment.charge.code,
    pixQrCode: `data:image/svg+xml;base64,${Buffer.from(qrSvg(payment.charge.code)).toString('base64')}`,
    txid: payment.providerReference!,
    pixExpiration: payment.expiresAt.toISOString(),
    amount: toWire(payment.amountCents),
    currency: payment.currency,
    status: payment.status,
  }
}

/** A QR code as a small SVG: one path, with one step for each run of dark cells. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })

  const cellRuns = data
    .map((row, y) =>
      row
        .map((dark, x) =>
          dark && !row[x - 1]
            ? `M${x} ${y}h${row.slice(x).findIndex((cell) => !cell)}v1h-${row.slice(x).findIndex((cell) => !cell)}z`
            : '',
        )
        .join(''),
    )
    .join('')

  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path ` +
    `d="${cellRuns}"/></svg>`
  )
}

/**
 * All fields of a crypto reply. qrText is a payment link where wallets agree on one (BIP-21), else
 * the plain address.
 */
export function cryptoView(
  payment: Payment,
  confirmations?: string | null,
): z.infer<typeof cryptoPayment> | null {
  const cryptoCharge = payment.charge
  if (cryptoCharge?.kind !== 'crypto') return null

  const paymentLinks: Partial<Record<CryptoCoin, string>> = {
    BTC: `bitcoin:${cryptoCharge.address}?amount=${cryptoCharge.amount}`,
    LTC: `litecoin:${cryptoCharge.address}?amount=${cryptoCharge.amount}`,
  }

  return {
    paymentId: payment.id,
    cryptoAddress: cryptoCharge.address,
    cryptoAmount: cryptoCharge.amount,
    usdAmount: toWire(cryptoCharge.usdCents),
    cryptoType: cryptoCharge.coin,
    network: cryptoCharge.network,
    qrText: paymentLinks[cryptoCharge.coin] ?? cryptoCharge.address,
    ...(cryptoCharge.tag ? { cryptoTag: cryptoCharge.tag } : {}),
    ...(confirmations ? { confirmations } : {}),
    expiration: payment.expiresAt.toISOString(),
    amount: toWire(payment.amountCents),
    currency: payment.currency,
    status: payment.status,
  }
}

/** The reply of a checkout when there was nothing to pay (Q59). */
export const freeView = (payment: Payment) => ({
  success: true as const,
  paymentId: payment.id,
  status: 'completed' as const,
  amount: toWire(payment.amountCents),
  currency: payment.currency,
})

/**
 * The part of a payment that its owner alone sees: units, confirmations of the coins, and the
 * payment that replaced it.
 */
export type OwnersPart = {
  units: UnitView[]
  confirmations: string | null
  replacedBy: string | null
  /** Whether unmatched coins of nearly this payment's amount wait for staff. */
  hasNearDeposit: boolean
}

/**
 * The state of a payment. A stranger gets first name, lines, totals and status; the owner also gets
 * order, keys and the open charge (Q27, D005).
 */
export function statusView(
  { payment, orderNumber, lines }: PaymentOnPage,
  owners: OwnersPart | null,
  principal: Principal | null,
  language: Language,
): z.infer<typeof paymentStatus> {
  const isOwnPayment = owners !== null
  const seesAllFields = isOwnPayment || (principal !== null && staffRoles.includes(principal.role))
  const buyerMessage = owners?.hasNearDeposit
    ? nearDeposit
    : messageFor({ ...payment, remark: remarkOf(payment) }, amountTexts(payment))

  return {
    success: true,
    status: payment.status,
    ...(buyerMessage ? { message: inLanguage(language, buyerMessage) } : {}),
    payment: {
      ...headView(payment, { isOwner: isOwnPayment, seesAll: seesAllFields }),
      ...outcomeView(payment),
    },
    cartItems: lines.map((line) => ({
      product: { name: line.name, price: toWire(line.unitCents), image: line.image },
      quantity: line.quantity,
    })),
    ...(owners ? { owner: ownerView(payment, orderNumber, owners) } : {}),
  }
}

/** The amounts of a payment as its messages name them. */
function amountTexts({ amountCents, receivedCents, currency }: Payment) {
  const localAmount = (cents: number) => localizedMoney(cents, currency)
  return {
    received: localAmount(receivedCents),
    asked: localAmount(amountCents),
    left: localAmount(Math.max(0, amountCents - receivedCents)),
  }
}

/**
 * The purchase and its buyer. Only the owner sees full name and e-mail; the owner and staff see
 * codes and ids.
 */
const headView = (
  payment: Payment,
  { isOwner, seesAll }: { isOwner: boolean; seesAll: boolean },
) => ({
  paymentId: payment.id,
  cartId: seesAll ? payment.cartId : null,
  currency: payment.currency,
  amount: toWire(payment.amountCents),
  originalAmount: toWire(payment.originalCents),
  customer: isOwner
    ? { name: payment.customerName, email: payment.customerEmail }
    : { name: payment.customerName.split(/\s+/)[0]! },
  discount: {
    applied: payment.discountCents > 0,
    cupomCode: seesAll ? payment.couponCode : null,
    amount: toWire(payment.discountCents),
  },
  productName: payment.productName,
  paymentMethod: payment.method,
  origin:
    payment.discordMessageId && payment.discordChannelId ? ('discord' as const) : ('site' as const),
  discordMessageId: seesAll ? payment.discordMessageId : null,
  discordChannelId: seesAll ? payment.discordChannelId : null,
  createdAt: payment.createdAt.toISOString(),
})

/**
 * The expiry of an open payment or the reason of a closed one, and the received amount when it
 * differs from the price.
 */
function outcomeView(payment: Payment) {
  const isOddAmount = payment.receivedCents > 0 && payment.receivedCents !== payment.amountCents
  const hasFailed = payment.status === 'failed' || payment.status === 'rejected'

  return {
    expiresAt: payment.status === 'pending' ? payment.expiresAt.toISOString() : null,
    reason: hasFailed ? payment.reason : null,
    held: hasFailed && payment.reviewReason === 'held',
    received: isOddAmount ? toWire(payment.receivedCents) : null,
  }
}

function ownerView(
  payment: Payment,
  orderNumber: string,
  { units, confirmations, replacedBy }: OwnersPart,
) {
  const isPending = payment.status === 'pending'
  return {
    orderId: payment.orderId,
    orderNumber,
    units,
    pix: isPending ? pixView(payment) : null,
    crypto: isPending ? cryptoView(payment, confirmations) : null,
    card: isPending && payment.charge?.kind === 'card' ? { url: payment.charge.url } : null,
    replacedBy,
  }
}
