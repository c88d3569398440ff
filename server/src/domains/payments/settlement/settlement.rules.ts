import { lifetimes } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import { failureWords } from '@chaveiro/contracts/payment-words'
import {
  disputesByGravity,
  type DisputeState,
  type ReviewReason,
  type PaymentReason,
  type PaymentStatus,
} from '@chaveiro/contracts/states'

export type Money = { amountCents: number; currency: string; receivedAt: Date; receiptId: string }

export type Standing = {
  status: PaymentStatus
  amountCents: number
  currency: string
  expiresAt: Date
  reviewReason: ReviewReason | null
  /** Its buyer is banned or was deleted: what they paid for is not delivered by itself (Q114). */
  barred?: boolean
}

export type Seen = {
  state: 'open' | 'closed' | 'unknown'
  mismatch: string | null
  dispute: DisputeState | null
} & Partial<DepositFacts>

/**
 * What pending coins mean: whether there are any, whether they were seen in time, whether the
 * exchange waits for the shop.
 */
export type DepositFacts = { underway: boolean; detectedInTime: boolean; awaitsShop: boolean }

export type Verdict =
  | { kind: 'complete'; reviewReason: ReviewReason | null; paidAt: Date; extra: Money[] }
  | { kind: 'fail'; reason: PaymentReason; reviewReason: ReviewReason | null }
  | { kind: 'keep'; reviewReason: ReviewReason | null; extra: Money[] }

/**
 * The one rule that makes money real: what the facts of a payment mean. receipts are all that ever
 * arrived for it. Money in another currency or for somebody else never completes a payment; too
 * little waits; too much completes it and is reported to staff.
 */
export function decide(
  standing: Standing,
  receipts: readonly Money[],
  seen: Seen,
  now: Date,
): Verdict {
  // The confirmation is over when the exchange no longer asks for it.
  const payment =
    standing.reviewReason === 'confirmation' ? { ...standing, reviewReason: null } : standing
  const own = receipts
    .filter((receipt) => receipt.currency === payment.currency)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const covered = cover(own, payment.amountCents)
  if (wasPaid(payment)) return keeping(payment, covered, seen.dispute)

  const isForeign = own.length < receipts.length
  if (seen.mismatch !== null || (isForeign && !covered.paidAt))
    return closing(payment, seen, now, 'mismatch')
  if (covered.paidAt) return completing(payment, covered, covered.paidAt)
  // A part of the held money went back: the rest waits for staff as before.
  if (payment.reviewReason === 'held') return { kind: 'keep', reviewReason: 'held', extra: [] }

  const short = covered.sum > 0 ? 'partial' : null

  return closing(payment, seen, now, seen.awaitsShop ? 'confirmation' : short)
}

/** Whether a payment was ever completed, even if its money went back since. */
export const wasPaid = ({ status }: Pick<Standing, 'status'>): boolean =>
  status === 'completed' || status === 'refunded'

/** The verdict on a payment that was completed: it stays so, and any further money is sent back. */
function keeping(payment: Standing, covered: Covered, dispute: DisputeState | null): Verdict {
  const settled = payment.reviewReason === 'disputed' ? { ...payment, reviewReason: null } : payment
  return {
    kind: 'keep',
    reviewReason:
      dispute !== null && dispute !== 'won' ? 'disputed' : reasonOfExtra(covered, settled),
    extra: payment.status === 'completed' ? covered.extra : [],
  }
}

/**
 * The verdict on a payment whose whole amount is here: it completes, unless its buyer may not be
 * served.
 */
function completing(payment: Standing, covered: Covered, paidAt: Date): Verdict {
  // Once it waits for staff it goes on waiting, even if the ban is lifted.
  if (payment.barred || payment.reviewReason === 'held')
    return payment.status === 'pending'
      ? { kind: 'fail', reason: 'cancelled', reviewReason: 'held' }
      : { kind: 'keep', reviewReason: 'held', extra: [] }

  const late = payment.status !== 'pending' || paidAt > payment.expiresAt

  return {
    kind: 'complete',
    paidAt,
    extra: covered.extra,
    reviewReason: reasonOfExtra(covered, payment) ?? (late ? 'late' : null),
  }
}

/** How far receipts cover an amount: when they did, what arrived after that, and the sum of all. */
type Covered = { paidAt: Date | null; extra: Money[]; sum: number }

// The receipts that cover the amount, oldest first. What arrives after them is listed apart, to be
// sent back.
function cover(receipts: readonly Money[], amountCents: number): Covered {
  let sum = 0
  let paidAt: Date | null = null
  const extra: Money[] = []

  for (const receipt of receipts) {
    if (paidAt) extra.push(receipt)
    else if (sum + receipt.amountCents >= amountCents) paidAt = receipt.receivedAt
    sum += receipt.amountCents
  }

  return { paidAt, extra, sum }
}

function reasonOfExtra({ paidAt, extra, sum }: Covered, payment: Standing): ReviewReason | null {
  if (extra.length) return 'duplicate'

  // What was missing is there.
  const before = paidAt && payment.reviewReason === 'partial' ? null : payment.reviewReason

  return sum > payment.amountCents ? 'over' : before
}

function closing(
  payment: Standing,
  seen: Seen,
  now: Date,
  reviewReason: ReviewReason | null,
): Verdict {
  if (payment.status !== 'pending')
    return {
      kind: 'keep',
      reviewReason: reviewReason ?? payment.reviewReason,
      extra: [],
    }

  if (seen.state === 'closed')
    return {
      kind: 'fail',
      reason: now >= payment.expiresAt ? 'expired' : 'cancelled',
      reviewReason,
    }

  if (now >= payment.expiresAt && !seen.detectedInTime)
    return { kind: 'fail', reason: 'expired', reviewReason }

  return { kind: 'keep', reviewReason, extra: [] }
}

/**
 * The gravest state of a payment's disputes: contested money first, then what staff have to judge,
 * then what is lost.
 */
export function gravestState(disputes: readonly { state: DisputeState }[]): DisputeState | null {
  return (
    disputesByGravity.find((state) => disputes.some((dispute) => dispute.state === state)) ?? null
  )
}

/**
 * When to ask the provider again: often while somebody waits, rarely after that; null when there is
 * nothing more to learn. Pending money is followed to its end.
 */
export function nextCheck(
  payment: { status: PaymentStatus; createdAt: Date; expiresAt: Date; method: string },
  now: Date,
  underway = false,
): Date | null {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

  if (payment.status === 'pending') {
    const step = now.getTime() - payment.createdAt.getTime() < 300_000 ? after(15) : after(30)
    return now < payment.expiresAt && step > payment.expiresAt
      ? new Date(payment.expiresAt.getTime() + 500)
      : step
  }

  const closedFor = (now.getTime() - payment.expiresAt.getTime()) / 1000
  if (closedFor > lifetimes.watchAfterClose) return underway ? after(3600) : null
  if (payment.status === 'failed' || payment.status === 'rejected')
    return after(closedFor < 7200 ? 60 : 900)

  return after(closedFor < 3600 ? 600 : 21_600)
}

/**
 * The address to which a hosted page may send the buyer: only our own origin and known paths, else
 * the default (Q61, D4).
 */
export function returnUrl(wanted: string | undefined, publicUrl: string, fallback: string): string {
  const allowed = ['/status', '/success', '/failed', '/checkout']
  const home = new URL(publicUrl)
  if (!wanted || /[\\\s]/.test(wanted) || !URL.canParse(wanted)) return `${home.origin}${fallback}`

  const url = new URL(wanted)
  if (url.origin !== home.origin || url.username || url.password || !allowed.includes(url.pathname))
    return `${home.origin}${fallback}`

  return url.pathname === '/checkout'
    ? `${home.origin}/checkout`
    : `${home.origin}${url.pathname}?session_id={CHECKOUT_SESSION_ID}`
}

/**
 * The thing that a path segment names: a payment id, or a card session id, cut at '::1' and at
 * whatever follows a session id (Q27, S089).
 */
export function lookupId(id: string): { paymentId: string } | { sessionId: string } | null {
  const text = id.split('::1')[0]!
  const session = /^cs_(?:test|live)_[A-Za-z0-9]+/.exec(text)?.[0]
  if (session) return { sessionId: session }

  return /^[0-9a-f]{32}$/.test(text) ? { paymentId: text } : null
}

/**
 * Typed text, to be printed in one line: characters that break lines or turn the reading direction
 * become spaces; null when nothing is left.
 */
export const oneLine = (text: string | undefined): string | null =>
  text?.replace(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069\u200e\u200f\ufeff]+/gu, ' ').trim() || null

/** The remark on money that came for a payment whose coupon others had used up meanwhile. */
export const couponSpent = 'coupon_spent'

/** The remark on a payment that was ended because its buyer is being deleted. */
export const customerDeleted = 'customer deleted'

/** The sums that messages name. */
type Sums = { received: Localized; asked: Localized; left: Localized }

const texts = {
  held: ({ received }: Sums): Localized => ({
    'pt-BR':
      `Recebemos ${received['pt-BR']}, mas esta conta não pode receber pedidos agora. ` +
      'Nossa equipe vai verificar o pagamento.',
    'en-US':
      `We received ${received['en-US']}, but this account cannot receive orders now. Our ` +
      'team will look into the payment.',
  }),

  couponSpent: ({ received }: Sums): Localized => ({
    'pt-BR':
      `Recebemos ${received['pt-BR']} depois do prazo, e o cupom deste pagamento já se esgotou. ` +
      'Nossa equipe vai verificar; não pague de novo.',
    'en-US':
      `We received ${received['en-US']} after its time, and the coupon of this payment is used ` +
      'up. Our team will look into it; do not pay again.',
  }),

  partial: ({ received, asked, left }: Sums): Localized => ({
    'pt-BR': `Recebemos ${received['pt-BR']} de ${asked['pt-BR']}. Faltam ${left['pt-BR']}.`,
    'en-US': `We received ${received['en-US']} of ${asked['en-US']}. ${left['en-US']} is missing.`,
  }),
  mismatch: {
    'pt-BR': 'Recebemos um pagamento que não confere com este pedido. Nossa equipe vai verificar.',
    'en-US': 'We received a payment that does not match this order. Our team will look into it.',
  },

  confirmation: {
    'pt-BR':
      'Seu pagamento chegou e a corretora está conferindo. Avisaremos assim que terminar; nada mais precisa ser pago.',
    'en-US':
      'Your payment arrived and the exchange is checking it. We will tell you when it ' +
      'is done; nothing more has to be paid.',
  },

  duplicate: {
    'pt-BR': 'Este pedido já tinha sido pago. O valor repetido será devolvido.',
    'en-US': 'This order had already been paid. The repeated amount will be returned.',
  },
}

/**
 * What the buyer of an open payment by coins is told when coins came that may be meant for it: they
 * may be theirs or a stranger's.
 */
export const nearDeposit: Localized = {
  'pt-BR':
    'Chegaram moedas que podem ser deste pagamento, mas o valor ou a rede não são exatamente os ' +
    'pedidos. Se são suas, nossa equipe vai conferir e atribuir; não pague de novo. Se não, ' +
    'envie o valor exato.',
  'en-US':
    'Coins came that may be for this payment, but the amount or the network is not exactly what ' +
    'was asked. If they are yours, our team will check and assign them; do not pay again. If ' +
    'not, send the exact amount.',
}

/** The message to a buyer about a payment's state; none when all is as it should be. */
export function messageFor(
  payment: {
    status: PaymentStatus
    reason: PaymentReason | null
    reviewReason: ReviewReason | null
    note?: string | null
  },
  sums: Sums,
): Localized | undefined {
  const { reviewReason } = payment
  if (reviewReason === 'partial') return texts.partial(sums)
  if (reviewReason === 'mismatch' || reviewReason === 'confirmation') return texts[reviewReason]
  if (reviewReason === 'held' && !wasPaid(payment))
    return payment.note === couponSpent ? texts.couponSpent(sums) : texts.held(sums)
  if (payment.status === 'completed')
    return reviewReason === 'duplicate' ? texts.duplicate : undefined
  if (payment.status === 'failed' || payment.status === 'rejected')
    return failureWords[payment.reason ?? 'failed']

  return undefined
}
