import type { CryptoCoin, Currency, Language } from '@chaveiro/contracts/limits'
import type { ChargeMismatch } from '@chaveiro/contracts/shop-reasons'
import type { DisputeState } from '@chaveiro/contracts/states'

/** The data with which a buyer pays a charge, as the provider returned it. */
export type ChargeData =
  /** key: the PIX key that receives the money; the shop may have changed its key since. */
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

/** A request for money; everything is decided and committed before the call. */
export type ChargeRequest = {
  paymentId: string
  /**
   * Identity that we choose before the call (PIX txid); null where the provider chooses it (card
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

/** charged: the buyer can pay. refused: the provider refuses for good, and no charge exists. */
export type ChargeResult =
  | { kind: 'charged'; reference: string; charge: ChargeData; expiresAt: Date | null }
  | { kind: 'refused'; code: string; message: string }

/** Money that a provider received for a charge, in cents of its currency. */
type Receipt = { receiptId: string; amountCents: number; currency: string; receivedAt: Date }

/**
 * A refund that the provider reports, made by us or by others. refundId identifies the refund among
 * the refunds of its receipt; for our refunds it is the id of our request. Only the refunds table
 * shows which refunds are ours, since anybody may choose any id.
 */
export type RefundFact = {
  refundId: string
  receiptId: string
  amountCents: number
  status: 'pending' | 'succeeded' | 'failed'
  /** The provider reports that it took the money back because the payer contested it (MED). */
  clawBack?: boolean
}

/**
 * The current facts of a charge at the provider. mismatch names the part that is not ours or not
 * as requested (recipient, reference, currency).
 */
export type ChargeFacts = {
  /**
   * open: can still be paid. closed: accepts no more money. unknown: the provider knows no such
   * charge.
   */
  state: 'open' | 'closed' | 'unknown'
  receipts: readonly Receipt[]
  refunds: readonly RefundFact[]
  mismatch: ChargeMismatch | null
  /** All disputes about the money (chargeback, MED), ended or not. */
  disputes: readonly DisputeFact[]
}

/** One dispute as the provider reports it, in cents of the payment's currency. */
export type DisputeFact = {
  /** The provider's id of the dispute. */
  disputeId: string
  /** The receipt whose money is contested; null when the provider does not name it. */
  receiptId: string | null
  state: DisputeState
  contestedCents: number
  /**
   * Money that the provider withdrew and has not returned; after the dispute (won or lost) this is
   * the loss.
   */
  takenCents: number
  /**
   * The reason of the dispute, in the provider's word; null without a reason, or when a separate
   * report has it (MED).
   */
  reason: string | null
  /** The shop's deadline to answer; null when there is nothing to answer. */
  dueAt: Date | null
}

export type ChargeIdentity = {
  paymentId: string
  reference: string
  amountCents: number
  currency: Currency
  /** The recipient of the charge, if the shop stored it; otherwise the configured recipient. */
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
 * A hint that something happened, unique by provider and eventId. reference, paymentId or
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
 * The registration at the provider before it was corrected. foundUrl never holds parameters, since
 * they may be a secret.
 */
export type WebhookCheck = { found: 'right' | 'missing' | 'other'; foundUrl: string | null }

/** A fraud report by a payer at their bank (MED), as the provider reports it. */
export type InfractionFact = {
  infractionId: string
  receiptId: string
  /** The provider's word for the state of the report. */
  status: string
  /** null when the amount is unreadable: then the whole receipt counts as contested. */
  contestedCents: number | null
  /** The reason, and the payer's description of the situation, in the provider's words. */
  reason: string | null
  situation: string | null
  openedAt: Date
  dueAt: Date | null
}

/**
 * sent: the provider accepted the defence. refused: the provider rejected the defence, with this
 * code.
 */
export type DefenceResult = { kind: 'sent' } | { kind: 'refused'; code: string }

/**
 * A payment provider whose charges can be read back. Throws ProviderUnknown for errors of the
 * network.
 */
export type ChargeProvider = {
  /** Requests money. Idempotent by reference, paymentId and attempt. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  read(charge: ChargeIdentity): Promise<ChargeFacts>
  /** Closes a charge so that it accepts no money; 'paid' when it was too late. */
  cancel(charge: ChargeIdentity): Promise<'cancelled' | 'paid' | 'unknown'>
  refund(request: RefundRequest): Promise<RefundResult>
  readRefund(request: RefundRequest): Promise<RefundResult>
  /** The hints in a genuine webhook; null for a forged, stale or unreadable one. */
  verifyWebhook(input: WebhookInput): WebhookHint[] | null
  /** Throws when the provider does not serve us now; changes nothing. */
  check(): Promise<void>
  /** Registers the URL of our webhooks, if the provider has a call for that. */
  registerWebhook?(url: string): Promise<void>
  /**
   * Compares the registered URL with ours; registers our URL again if it is missing or different.
   */
  keepWebhook?(url: string): Promise<WebhookCheck>
  /** Fraud reports opened within a period; null if the provider has no such call. */
  infractions?(from: Date, to: Date): Promise<InfractionFact[] | null>
  /** Answers a fraud report. Idempotent with the same text. */
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

/** A crypto provider: all orders share one address, so a unique amount identifies each order. */
export type CryptoProvider = {
  /**
   * The current price of an amount in a coin, rounded up to its unit; null when the coin or its
   * network is suspended.
   */
  quote(coin: CryptoCoin, amountCents: number, currency: Currency): Promise<CryptoQuote | null>
  /** All deposits since an instant, each in its newest state. */
  deposits(since: Date): Promise<Deposit[]>
  /** Throws when the provider does not serve us now; changes nothing. */
  check(): Promise<void>
  /** Decimals of a coin's units. */
  decimals(coin: CryptoCoin): number
}

/**
 * The outcome of a provider call is unknown (timeout, reset, 5xx). Never treat it as a failure.
 */
export class ProviderUnknown extends Error {
  readonly provider: string
  /**
   * The status or the code (of the network, TLS or the provider) that arrived instead of an answer.
   */
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
