import type { CryptoCoin, Currency, Language } from '@chaveiro/contracts/limits'
import type { DisputeState } from '@chaveiro/contracts/states'

/** What a waiting panel shows, kept as the provider answered it. */
export type ChargeData =
  /** key: the one that receives it, which the shop may have changed since. */
  | { kind: 'pix'; code: string; key?: string }
  | { kind: 'card'; url: string }
  | {
      kind: 'crypto'
      address: string
      tag: string
      coin: CryptoCoin
      network: string
      amount: string
      usdCents: number
    }

/**
 * What a provider needs to ask for money; everything is decided and committed before it is called.
 */
export type ChargeRequest = {
  paymentId: string
  /**
   * Identity chosen by us before the call (PIX txid); null where the provider names it (card
   * session).
   */
  reference: string | null
  attempt: number
  orderNumber: string
  amountCents: number
  discountCents: number
  currency: Currency
  lines: readonly { name: string; unitCents: number; quantity: number }[]
  customer: { name: string; email: string; cpf?: string }
  language: Language
  createdAt: Date
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/**
 * charged: the buyer can pay; refused: the provider will not take it, definitely, and nothing
 * stands there.
 */
export type ChargeResult =
  | { kind: 'charged'; reference: string; charge: ChargeData; expiresAt: Date | null }
  | { kind: 'refused'; code: string; message: string }

/** Money that a provider says came in for a charge, in cents of its currency. */
type Receipt = { receiptId: string; amountCents: number; currency: string; receivedAt: Date }

/**
 * A return of money that the provider reports, whoever made it. refundId is its identity among the
 * returns of its receipt; for one that we requested it is the id we gave. Whether it is ours is
 * known by the refunds table alone, since anybody may choose any id.
 */
export type RefundFact = {
  refundId: string
  receiptId: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** The provider says itself that it took this back because the payer contested it (MED). */
  clawBack?: boolean
}

/**
 * What the provider reports about a charge now. mismatch names what is not ours or not as requested
 * (recipient, reference, currency).
 */
export type ChargeFacts = {
  /**
   * open: can still be paid; closed: will not take money any more; unknown: the provider knows no
   * such charge.
   */
  state: 'open' | 'closed' | 'unknown'
  receipts: readonly Receipt[]
  refunds: readonly RefundFact[]
  mismatch: string | null
  /** Every dispute about the money (chargeback, MED), ended or not. */
  disputes: readonly DisputeFact[]
}

/** One dispute as the provider reports it now, in cents of the payment's currency. */
export type DisputeFact = {
  /** The provider's own id of it. */
  disputeId: string
  /** The receipt whose money is contested; null when the provider does not say. */
  receiptId: string | null
  state: DisputeState
  contestedCents: number
  /**
   * What the provider took away for it and has not given back; of a dispute that ended (won or
   * lost) this is the loss.
   */
  takenCents: number
  /**
   * Why it was raised, in the provider's own word; null when it says nothing, or in a report of its
   * own (MED).
   */
  reason: string | null
  /** Until when the shop can answer; null when there is nothing to answer. */
  dueAt: Date | null
}

export type ChargeIdentity = {
  paymentId: string
  reference: string
  amountCents: number
  currency: Currency
  /** Whom it was made for, where the shop kept that; else whoever is configured now. */
  recipient?: string
}

export type RefundRequest = ChargeIdentity & {
  refundId: string
  receiptId: string
  refundCents: number
}

export type RefundResult = {
  status: 'pending' | 'succeeded' | 'failed'
  providerId: string | null
  failure: string | null
}

/**
 * A hint that something happened: each event once by (provider, eventId); reference, paymentId or
 * receiptId (returns, disputes) finds the payment.
 */
export type WebhookHint = {
  eventId: string
  type: string
  reference: string | null
  paymentId: string | null
  receiptId?: string | null
}

export type WebhookInput = {
  body: Buffer
  headers: Record<string, string | string[] | undefined>
  query: Record<string, string | undefined>
  ip: string
  now: Date
}

/**
 * What was registered at the provider before it was put right; foundUrl never holds parameters,
 * since they may be somebody's secret.
 */
export type WebhookCheck = { found: 'right' | 'missing' | 'other'; foundUrl: string | null }

/** A report of fraud that a payer made at their bank (MED), as the provider reports it. */
export type InfractionFact = {
  infractionId: string
  receiptId: string
  /** The provider's own word for its state. */
  status: string
  /** null when it cannot be read: then all of the receipt counts as contested. */
  contestedCents: number | null
  /** Why, and what happened to the payer, both in the provider's own words. */
  reason: string | null
  situation: string | null
  openedAt: Date
  dueAt: Date | null
}

/** sent: the provider has the defence; refused: it will not take it, with its word. */
export type DefenceResult = { kind: 'sent' } | { kind: 'refused'; code: string }

/**
 * A way to take money by charges that can be read back; errors of the network throw
 * ProviderUnknown.
 */
export type ChargeProvider = {
  /** Request money. Idempotent by reference, paymentId and attempt. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  read(charge: ChargeIdentity): Promise<ChargeFacts>
  /** Close a charge so that it takes no money; 'paid' when it was too late for that. */
  cancel(charge: ChargeIdentity): Promise<'cancelled' | 'paid' | 'unknown'>
  refund(request: RefundRequest): Promise<RefundResult>
  readRefund(request: RefundRequest): Promise<RefundResult>
  /** The hints in a genuine webhook; null when it is forged, stale or unreadable. */
  verifyWebhook(input: WebhookInput): WebhookHint[] | null
  /** Throws when the provider does not serve us now; asks for nothing. */
  check(): Promise<void>
  /** Tell the provider where its webhooks go, where it has a call for that. */
  registerWebhook?(url: string): Promise<void>
  /**
   * Compare what is registered with where webhooks should go, and register anew what is missing or
   * different.
   */
  keepWebhook?(url: string): Promise<WebhookCheck>
  /** Reports of fraud that were opened within a span; null where the provider has no such call. */
  infractions?(from: Date, to: Date): Promise<InfractionFact[] | null>
  /** Answer a report of fraud. Idempotent with the same words. */
  defend?(
    infraction: { infractionId: string; openedAt: Date },
    text: string,
  ): Promise<DefenceResult>
}

export type CryptoQuote = {
  coin: CryptoCoin
  network: string
  address: string
  tag: string
  coinUnits: number
  unitDecimals: number
  usdCents: number
  dustMax: number
}

export type Deposit = {
  id: string
  coin: string
  network: string
  coinUnits: number
  amount: string
  txId: string
  status: number
  confirmations: string
  insertedAt: Date
}

/** A way to take coins: one address for all orders, so a unique amount tells them apart. */
export type CryptoProvider = {
  /**
   * Price of an amount in a coin now, rounded up to its unit; null when the coin or its network is
   * suspended.
   */
  quote(coin: CryptoCoin, amountCents: number, currency: Currency): Promise<CryptoQuote | null>
  /** All deposits since an instant, newest state of each. */
  deposits(since: Date): Promise<Deposit[]>
  /** Throws when the provider does not serve us now; asks for nothing. */
  check(): Promise<void>
  /** Decimals that a coin's units stand for. */
  decimals(coin: CryptoCoin): number
}

/**
 * The outcome of a provider call is not known (time-out, reset, 5xx): never to be read as a
 * failure.
 */
export class ProviderUnknown extends Error {
  readonly provider: string
  /** What came instead of an answer: a status, or a code of the network, of TLS or the provider. */
  readonly status: number | null
  readonly code: string | null

  constructor(
    provider: string,
    message: string,
    { status, code, ...options }: ErrorOptions & { status?: number; code?: string } = {},
  ) {
    super(`${provider}: ${message}`, options)
    this.provider = provider
    this.status = status ?? null
    this.code = code ?? null
  }
}
