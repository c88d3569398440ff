import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'
import type { PaymentStatusReply, Provider } from '../shared/payment.ts'

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
 * A payment that can be paid now; amount in units of its currency, lines as `linesKey` writes them.
 */
export type OpenPayment = Charge & {
  paymentId: string
  amount: number
  currency: string
  lines: string
}

/** What a start answers: a charge that stands, or a payment of nothing that is complete (Q59). */
export type Started = OpenPayment | { paymentId: string; done: true }

/**
 * Why a start or a watched payment failed, in words to show; paymentId only where there was a
 * payment.
 */
export type Failure = { method: Method; text: string; code: string; paymentId: string | null }

/**
 * The checkout has at most one payment that can be paid, whatever was begun before it: the server
 * closes the older one (Q62).
 */
export type LiveState = {
  open: OpenPayment | null
  starting: Method | null
  failure: Failure | null
}

export type LiveEvent =
  | { type: 'starting'; method: Method }
  | { type: 'opened'; open: OpenPayment }
  | { type: 'refused'; failure: Failure }
  | { type: 'failed'; text: string }
  /** A payment that was open before the page was. */
  | { type: 'found'; open: OpenPayment }
  | { type: 'gone' }
  | { type: 'again' }
  /** The browser came back to a page it had kept. */
  | { type: 'back' }

export const nothingOpen: LiveState = { open: null, starting: null, failure: null }

/**
 * What the checkout knows after something happened; an open payment outlives a start that is
 * refused.
 */
export function next(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'starting':
      return { ...state, starting: event.method, failure: null }
    case 'opened':
      return { open: event.open, starting: null, failure: null }
    case 'refused':
      return { ...state, starting: null, failure: event.failure }

    case 'failed': {
      const { open } = state
      if (!open) return state

      const { method, paymentId } = open

      return { ...nothingOpen, failure: { method, paymentId, text: event.text, code: '' } }
    }

    case 'found':
      return state.open || state.starting ? state : { ...state, open: event.open }
    case 'gone':
      return { ...state, open: null }
    case 'again':
      return { ...state, failure: null }
    case 'back':
      return nothingOpen
  }
}

/**
 * Which payment is asked about: the open one, and none while another is being started in its place.
 */
export const watched = ({ open, starting }: LiveState): OpenPayment | null =>
  starting ? null : open

export type Phase = 'idle' | 'starting' | 'waiting' | 'failed'

/**
 * Where one method stands for the cart as it is now; an open payment for another content or amount
 * leaves it idle, so that a new one can be made (F127).
 */
export function phaseOf(
  { open, starting, failure }: LiveState,
  method: Method,
  matches: boolean,
): Phase {
  if (starting === method) return 'starting'
  if (failure?.method === method && !isOfCpf(failure) && !isOfTotal(failure)) return 'failed'

  return open?.method === method && matches ? 'waiting' : 'idle'
}

/** The account keeps no CPF any more, though this page still shows one. */
export const forgottenCpf = 'payment.cpf_not_kept'

/** Whether a start was refused for its CPF, which is told at its field. */
export const isOfCpf = (failure: Pick<Failure, 'code'> | null): boolean =>
  failure?.code === 'payment.cpf_invalid' || failure?.code === forgottenCpf

/** Whether a start was refused because it costs something else by now, which its button tells. */
export const isOfTotal = (failure: Pick<Failure, 'code'> | null): boolean =>
  failure?.code === 'payment.total_changed'

/** The lines of a cart or of a payment as one text to compare. */
export const linesKey = (lines: readonly { name: string; quantity: number }[]): string =>
  lines
    .map(({ name, quantity }) => `${quantity} × ${name}`)
    .sort()
    .join('\n')

/**
 * The open payment that a status reply tells its owner of; null when it cannot be paid (any more).
 */
export function openOf(reply: PaymentStatusReply): OpenPayment | null {
  const { owner, payment, status, cartItems } = reply
  if (!owner || status !== 'pending') return null

  const { paymentId, amount, currency } = payment
  const lines = linesKey(
    cartItems.map(({ product, quantity }) => ({ name: product.name, quantity })),
  )
  const facts = { paymentId, amount, currency, lines }
  if (owner.pix) return { ...facts, method: 'pix', pix: { success: true, ...owner.pix } }
  if (owner.crypto)
    return { ...facts, method: 'crypto', crypto: { success: true, ...owner.crypto } }
  if (owner.card)
    return { ...facts, method: 'card', card: { paymentId, amount, currency, url: owner.card.url } }

  return null
}

/** How far the coins of a payment are confirmed, e.g. 1/3; null before any are seen. */
export const confirmationsIn = (reply: PaymentStatusReply | undefined): string | null =>
  reply?.owner?.crypto?.confirmations ?? null

/** What to do about the status of the payment that is watched. */
export type Sequel =
  | { go: 'success'; paymentId: string }
  | { go: 'failed'; text: string | null }
  | { go: 'follow'; paymentId: string }
  | { go: 'gone' }
  | null

/**
 * Money that came is a success, also where it was sent back since; a replaced payment leads to the
 * one in its place.
 */
export function sequelOf({ status, message, payment, owner }: PaymentStatusReply): Sequel {
  if (status === 'pending') return null
  if (status === 'completed' || status === 'refunded')
    return { go: 'success', paymentId: payment.paymentId }
  if (payment.reason !== 'replaced') return { go: 'failed', text: message ?? null }

  return owner?.replacedBy ? { go: 'follow', paymentId: owner.replacedBy } : { go: 'gone' }
}

const segments: Record<Method, Provider> = { pix: 'efybank', card: 'stripe', crypto: 'binance' }

/** The path segment of a method's status call. */
export const providerOf = (method: Method): Provider => segments[method]
