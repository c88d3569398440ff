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

/** lines: the content of the cart as `linesKey` writes it. */
export type Order = {
  cartId: string | null
  coupon: string
  termsAccepted: boolean
  lines: string
  /** The name that was typed here; null where the account's own is known. */
  name: string | null
  /** What the page says that it costs. */
  total: number
}

/**
 * The three ways to start a payment, each after the page's own checks in the order of the
 * specification (S190 to S193).
 */
export function useStart(order: Order) {
  const { t } = useTranslation(['checkout', 'common'])
  const { execute } = useCaptcha()
  const { user, token } = useSession()

  async function common(needsNameAndEmail: boolean) {
    if (!order.termsAccepted) throw new StartRefused(t('terms.required'))
    if (!order.cartId) throw new StartRefused(t('error.noCart'))
    if (!token || (needsNameAndEmail && !(user?.name && user.email)))
      throw new StartRefused(t('error.noUser'))

    await saveName()
    // What is paid is the cart that is on the screen.
    await cartSettled()
    const source = visitSource()
    const recaptchaToken = await execute('payment_checkout')
    if (!recaptchaToken) throw new StartRefused(t('common:error.captchaUnavailable'))

    return {
      cartId: order.cartId,
      termsAccepted: true,
      recaptchaToken,
      expectedTotal: order.total,
      ...(source ? { source } : {}),
      ...(order.coupon ? { cupomCode: order.coupon } : {}),
    }
  }

  const name = order.name?.trim() || user?.name
  const customer = user ? { name: name ?? '', email: user.email } : {}

  /** The account is called what its new person typed before anything is charged in that name. */
  async function saveName(): Promise<void> {
    if (!name || name === user?.name) return
    storeUser((await call(ownApi.ownAccount.rename, { body: { name } })).user)
  }

  const ofPix = (pix: PixPayment): OpenPayment => ({ ...facts(pix), method: 'pix', pix })

  const ofCrypto = (crypto: CryptoPayment): OpenPayment => ({
    ...facts(crypto),
    method: 'crypto',
    crypto,
  })

  const facts = ({ paymentId, amount, currency }: PixPayment | CryptoPayment) => ({
    paymentId,
    amount,
    currency,
    lines: order.lines,
  })

  return {
    async pix(payer: PayerCpf): Promise<Started> {
      const body = { ...(await common(true)), customer: { ...customer, ...payer } }
      const reply = await call(ownApi.payments.startPix, { body }).catch(standing<PixPayment>)

      return 'pixCode' in reply ? ofPix(reply) : { paymentId: reply.paymentId, done: true }
    },
    async crypto(cryptoType: CryptoCoin): Promise<Started> {
      const body = { ...(await common(false)), cryptoType, customer }
      const reply = await call(ownApi.payments.startCrypto, { body }).catch(standing<CryptoPayment>)

      return 'cryptoAddress' in reply ? ofCrypto(reply) : { paymentId: reply.paymentId, done: true }
    },

    /** The hosted page; with nothing to pay its address is the success page. */
    async card(): Promise<Started> {
      const { origin } = window.location

      const body = {
        ...(await common(false)),
        successUrl: `${origin}${paths.status}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${origin}${paths.checkout}`,
        customer,
      }

      const { url, paymentId, status } = await call(ownApi.payments.startCard, { body })
      if (!/^https?:\/\//.test(url ?? '')) throw new StartRefused(t('card.noUrl'))
      if (status === 'completed') return { paymentId, done: true }

      const page = { paymentId, url, amount: 0, currency: 'BRL' }

      return { ...page, method: 'card', lines: order.lines, card: page }
    },
  }
}

/** A start that is refused because the same payment stands already carries that payment (Q62). */
function standing<P>(error: unknown): P {
  const payment = error instanceof ApiError ? error.body.payment : null
  if (!(payment as { paymentId?: string } | null)?.paymentId) throw error

  return payment as P
}
