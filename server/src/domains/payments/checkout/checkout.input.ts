import type { CryptoCoin, Language } from '@chaveiro/contracts/limits'
import type { PayMethod } from '@chaveiro/contracts/payment-methods'

export type Buyer = {
  userId: string
  name: string
  email: string
  language: Language
  /** Whether a method in test mode is offered too (P424). */
  isStaff?: boolean
  /** IP address and browser of the purchase, for the consent that the order stores. */
  from?: { ip: string; userAgent: string }
}

export type CheckoutInput = {
  method: PayMethod
  cartId: string
  couponCode: string | null
  /** The total that the buyer saw; absent in the chat, whose message shows it (P375). */
  expectedCents?: number
  termsAccepted?: unknown
  successUrl: string
  cancelUrl: string
  cpf?: string
  /** Whether to use the CPF that the account keeps; then none is entered (P231). */
  useKeptCpf?: boolean
  /** The session whose buyer asked to keep the entered CPF. */
  keepCpfFor?: string
  coin?: CryptoCoin
  discordId?: string
  /** The referrer of the visit; '' without one, absent in the chat (P401). */
  source?: string
  /** The name and e-mail on the receipt, instead of the account's (Q126). */
  receipt?: { name: string | null; email: string | null }
  /**
   * The chat message of the purchase, which makes Discord its origin. A browser never sends it
   * (Q70).
   */
  chat?: { messageId: string; channelId: string }
}
