import type { CryptoCoin, Language } from '@chaveiro/contracts/limits'

import type { PayMethod } from '../../books/methods.rules.ts'

/** from: where the purchase was made, for the consent that the order keeps. */
export type Buyer = {
  userId: string
  name: string
  email: string
  language: Language
  /** Whether a method in test mode is offered too (P424). */
  isStaff?: boolean
  from?: { ip: string; userAgent: string }
}

export type CheckoutInput = {
  method: PayMethod
  cartId: string
  couponCode: string | null
  /** What the buyer was shown; absent in the chat, whose message shows the total (P375). */
  expectedCents?: number
  termsAccepted?: unknown
  successUrl: string
  cancelUrl: string
  cpf?: string
  /** Whether it is paid with the CPF that the account keeps; then none is given (P231). */
  useKeptCpf?: boolean
  /** The session in which its buyer asked to have the given CPF kept. */
  keepCpfFor?: string
  coin?: CryptoCoin
  discordId?: string
  /** Where the visit came from; '' when nobody sent it, absent in the chat (P401). */
  source?: string
  /** Whom the receipt names instead of the account (Q126). */
  receipt?: { name: string | null; email: string | null }
  /**
   * The chat message in which this purchase is made. It makes Discord the purchase's origin, and
   * never comes with a call of the browser (Q70).
   */
  chat?: { messageId: string; channelId: string }
}
