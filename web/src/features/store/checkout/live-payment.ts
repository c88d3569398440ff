import type { Api } from '@chaveiro/contracts'
import { soldAs } from '@chaveiro/contracts/sold-as'

import type { Reply } from '../../../api/http.ts'
import { isFailed, type PaymentStatusReply, type Provider } from '../shared/payment.ts'

export type PixPayment = Extract<Reply<Api['payments']['startPix']>, { pixCode: string }>

export type CryptoPayment = Extract<
  Reply<Api['payments']['startCrypto']>,
  { cryptoAddress: string }
>

export type Method = 'card' | 'pix' | 'crypto'
export type CardPage = { paymentId: string; url: string; amount: number; currency: string }

type Charge =
  | { method: 'pix'; pix: PixPayment }
  | { method: 'crypto'; crypto: CryptoPayment }
  | { method: 'card'; card: CardPage }

/**
 * A payment that can be paid now: amount in units of its currency, lines as `linesKey` writes them.
 */
export type OpenPayment = Charge & {
  paymentId: string
  amount: number
  currency: string
  lines: string
}

/** Result of a start: an open charge, or a completed payment of zero (Q59). */
export type Started = OpenPayment | { paymentId: string; done: true }

/** Why a start or payment failed, as text. paymentId is null if no payment exists. */
export type Failure = { method: Method; text: string; code: string; paymentId: string | null }

/** The checkout has at most one payable payment: the server cancels the older one (Q62). */
export type LiveState = {
  open: OpenPayment | null
  starting: Method | null
  failure: Failure | null
  /** Lines of the order whose card was refused before the page was opened; null without one. */
  declined: string | null
}

export type LiveEvent =
  | { type: 'starting'; method: Method }
  | { type: 'opened'; open: OpenPayment }
  | { type: 'refused'; failure: Failure }
  | { type: 'failed'; text: string }
  /** The card was refused before the page loaded; `lines` are those of its order. */
  | { type: 'declined'; lines: string }
  /** A payment was open before the page loaded. */
  | { type: 'found'; open: OpenPayment }
  | { type: 'gone' }
  | { type: 'again' }
  /** The browser restored the page from its back/forward cache. */
  | { type: 'back' }

export const initialLiveState: LiveState = {
  open: null,
  starting: null,
  failure: null,
  declined: null,
}

/** Reducer of the checkout. An open payment survives a refused start. */
export function liveReducer(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'starting':
      return { ...state, starting: event.method, failure: null, declined: null }
    case 'opened':
      return { ...initialLiveState, open: event.open }
    case 'refused':
      return { ...state, starting: null, failure: event.failure }

    case 'failed': {
      const { open } = state
      if (!open) return state

      const { method, paymentId } = open

      return { ...initialLiveState, failure: { method, paymentId, text: event.text, code: '' } }
    }

    case 'declined':
      return unlessBusy(state, { declined: event.lines })
    case 'found':
      return unlessBusy(state, { open: event.open })
    case 'gone':
      return { ...state, open: null }
    case 'again':
      return { ...state, failure: null }
    case 'back':
      return initialLiveState
  }
}

/** Applies the change only if no payment is open or being started. */
const unlessBusy = (state: LiveState, change: Partial<LiveState>): LiveState =>
  state.open || state.starting ? state : { ...state, ...change }

/** The payment to poll: the open one, unless another is being started. */
export const watchedPayment = ({ open, starting }: LiveState): OpenPayment | null => {
  if (starting) return null

  return open
}

export type Phase = 'idle' | 'starting' | 'waiting' | 'failed'

/**
 * State of a method for the current cart. An open payment for another cart or amount leaves the
 * method idle, so that the buyer can start a new payment (F127).
 */
export function phaseOf(
  { open, starting, failure }: LiveState,
  method: Method,
  matches: boolean,
): Phase {
  if (starting === method) return 'starting'
  if (failure?.method === method && !isCpfFailure(failure) && !isTotalFailure(failure))
    return 'failed'

  if (open?.method === method && matches) return 'waiting'

  return 'idle'
}

/** Error code: the account no longer stores a CPF that this page still shows. */
export const forgottenCpf = 'payment.cpf_not_kept'

/** Whether a start was refused for its CPF; shown at the field. */
export const isCpfFailure = (failure: Pick<Failure, 'code'> | null): boolean =>
  failure?.code === 'payment.cpf_invalid' || failure?.code === forgottenCpf

/** Whether a start was refused because the total has changed; shown at the pay button. */
export const isTotalFailure = (failure: Pick<Failure, 'code'> | null): boolean =>
  failure?.code === 'payment.total_changed'

/**
 * Lines of a cart or payment as one comparable text. A payment's name of a product includes its
 * variant, a cart's does not.
 */
export const linesKey = (
  lines: readonly { name: string; variantName?: string | undefined; quantity: number }[],
): string =>
  lines
    .map(({ name, variantName, quantity }) => `${quantity} × ${soldAs(name, variantName ?? '')}`)
    .sort()
    .join('\n')

const paidLines = ({ cartItems }: PaymentStatusReply): string =>
  linesKey(cartItems.map(({ product, quantity }) => ({ name: product.name, quantity })))

/** Lines of the order whose card was refused, to its owner; null for every other payment. */
export function declinedLines(reply: PaymentStatusReply): string | null {
  const { owner, payment, status } = reply
  const isRefused = payment.reason === 'declined' || payment.reason === 'refused'
  if (!owner || !isFailed(status) || payment.paymentMethod !== 'card' || !isRefused) return null

  return paidLines(reply)
}

/** Whether a reply is about a refused card of the person who asks. */
export const isRefusedCardIn = (reply: PaymentStatusReply | undefined): boolean =>
  reply !== undefined && declinedLines(reply) !== null

/** The open payment in a status reply to its owner; null if it cannot be paid. */
export function openPaymentOf(reply: PaymentStatusReply): OpenPayment | null {
  const { owner, payment, status } = reply
  if (!owner || status !== 'pending') return null

  const { paymentId, amount, currency } = payment
  const commonFields = { paymentId, amount, currency, lines: paidLines(reply) }
  if (owner.pix) return { ...commonFields, method: 'pix', pix: { success: true, ...owner.pix } }
  if (owner.crypto)
    return { ...commonFields, method: 'crypto', crypto: { success: true, ...owner.crypto } }
  if (owner.card)
    return {
      ...commonFields,
      method: 'card',
      card: { paymentId, amount, currency, url: owner.card.url },
    }

  return null
}

/** Confirmations of a coin payment, e.g. 1/3; null before any are seen. */
export const confirmationsIn = (reply: PaymentStatusReply | undefined): string | null =>
  reply?.owner?.crypto?.confirmations ?? null

/** Whether a part of a payment's money has arrived. */
export const hasReceivedIn = (reply: PaymentStatusReply | undefined): boolean =>
  (reply?.payment.received ?? 0) > 0

/** The next step of the checkout for a payment's status. */
export type NextStep =
  | { go: 'success'; paymentId: string }
  | { go: 'failed'; text: string | null }
  | { go: 'follow'; paymentId: string }
  | { go: 'gone' }
  | null

/**
 * Received money is a success, also if it was refunded since. A replaced payment leads to its
 * successor.
 */
export function nextStepOf({ status, message, payment, owner }: PaymentStatusReply): NextStep {
  if (status === 'pending') return null
  if (status === 'completed' || status === 'refunded')
    return { go: 'success', paymentId: payment.paymentId }
  if (payment.reason !== 'replaced') return { go: 'failed', text: message ?? null }

  if (owner?.replacedBy) return { go: 'follow', paymentId: owner.replacedBy }

  return { go: 'gone' }
}

const providers: Record<Method, Provider> = { pix: 'efybank', card: 'stripe', crypto: 'binance' }

/** Path segment of a method's status call. */
export const providerOf = (method: Method): Provider => providers[method]
