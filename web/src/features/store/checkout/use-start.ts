import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { ApiError, call } from '../../../api/call.ts'
import { useCaptcha } from '../../../api/captcha.ts'
import { paths } from '../../../routing/paths.ts'
import { cartSettled } from '../../../state/cart-lines.ts'
import { storeUser, useSession } from '../../../state/session.ts'
import { visitSource } from '../../../state/visit.ts'
import type { CryptoPayment, OpenPayment, PixPayment, Started } from './live-payment.ts'
import { StartRefused } from './start-failure.ts'
import type { PayerCpf } from './use-order-form.ts'

/** `lines` is the cart's content as `linesKey` writes it. */
export type Order = {
  cartId: string | null
  coupon: string
  termsAccepted: boolean
  lines: string
  /** The name typed at the checkout; null if the account already has a name. */
  name: string | null
  /** The total that the page shows. */
  total: number
}

/**
 * The three ways to start a payment. Each first makes the page's own checks in the specified order
 * (S190 to S193).
 */
export function useStart(order: Order) {
  const { t } = useTranslation(['checkout', 'common'])
  const { execute } = useCaptcha()
  const { user, token } = useSession()

  async function commonBody(needsNameAndEmail: boolean) {
    if (!order.termsAccepted) throw new StartRefused(t('terms.required'))
    if (!order.cartId) throw new StartRefused(t('error.noCart'))
    if (!token || (needsNameAndEmail && !(user?.name && user.email)))
      throw new StartRefused(t('error.noUser'))

    await saveName()
    // The payment must be for the cart on the screen.
    await cartSettled()
    const trafficSource = visitSource()
    const recaptchaToken = await execute('payment_checkout')
    if (!recaptchaToken) throw new StartRefused(t('common:error.captchaUnavailable'))

    return {
      cartId: order.cartId,
      termsAccepted: true,
      recaptchaToken,
      expectedTotal: order.total,
      ...(trafficSource && { source: trafficSource }),
      ...(order.coupon && { cupomCode: order.coupon }),
    }
  }

  const payerName = order.name?.trim() || user?.name
  const customer = user ? { name: payerName ?? '', email: user.email } : {}

  /** Stores the name typed for a new account before the charge, which uses the name. */
  async function saveName(): Promise<void> {
    if (!payerName || payerName === user?.name) return
    storeUser((await call(ownApi.ownAccount.rename, { body: { name: payerName } })).user)
  }

  const pixCharge = (pix: PixPayment): OpenPayment => ({ ...chargeFields(pix), method: 'pix', pix })

  const cryptoCharge = (crypto: CryptoPayment): OpenPayment => ({
    ...chargeFields(crypto),
    method: 'crypto',
    crypto,
  })

  const chargeFields = ({ paymentId, amount, currency }: PixPayment | CryptoPayment) => ({
    paymentId,
    amount,
    currency,
    lines: order.lines,
  })

  return {
    async pix(payer: PayerCpf): Promise<Started> {
      const body = { ...(await commonBody(true)), customer: { ...customer, ...payer } }
      const reply = await call(ownApi.payments.startPix, { body }).catch(
        existingPayment<PixPayment>,
      )

      if ('pixCode' in reply) return pixCharge(reply)

      return { paymentId: reply.paymentId, done: true }
    },
    async crypto(cryptoType: CryptoCoin): Promise<Started> {
      const body = { ...(await commonBody(false)), cryptoType, customer }
      const reply = await call(ownApi.payments.startCrypto, { body }).catch(
        existingPayment<CryptoPayment>,
      )

      if ('cryptoAddress' in reply) return cryptoCharge(reply)

      return { paymentId: reply.paymentId, done: true }
    },

    /** Starts the hosted card page; for a total of zero its URL is the success page. */
    async card(): Promise<Started> {
      const { origin } = window.location

      const body = {
        ...(await commonBody(false)),
        successUrl: `${origin}${paths.status}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${origin}${paths.checkout}`,
        customer,
      }

      const { url, paymentId, status } = await call(ownApi.payments.startCard, { body })
      if (!/^https?:\/\//.test(url ?? '')) throw new StartRefused(t('card.noUrl'))
      if (status === 'completed') return { paymentId, done: true }

      const cardPage = { paymentId, url, amount: 0, currency: 'BRL' }

      return { ...cardPage, method: 'card', lines: order.lines, card: cardPage }
    },
  }
}

/** A start refused because the same payment is open: the error contains that payment (Q62). */
function existingPayment<P>(error: unknown): P {
  const bodyPayment = error instanceof ApiError ? error.body.payment : null
  if (!(bodyPayment as { paymentId?: string } | null)?.paymentId) throw error

  return bodyPayment as P
}
