import type { Api } from '@chaveiro/contracts'
import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/call.ts'
import { useCaptcha } from '../../../lib/captcha.ts'
import type { Reply } from '../../../lib/http.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { StartRefused } from './use-payment.ts'

export type PixPayment = Extract<Reply<Api['payments']['startPix']>, { pixCode: string }>
export type CryptoPayment = Extract<
  Reply<Api['payments']['startCrypto']>,
  { cryptoAddress: string }
>
export type Order = { cartId: string | null; coupon: string; termsAccepted: boolean }

/** The three ways to start a payment, each after the page's own checks in the order of the specification (section 5). */
export function useStart(order: Order) {
  const { t } = useTranslation(['checkout', 'common'])
  const { execute } = useCaptcha()
  const { user, token } = useSession()

  async function common(needsNameAndEmail: boolean) {
    if (!order.termsAccepted) throw new StartRefused(t('terms.required'))
    if (!order.cartId) throw new StartRefused(t('error.noCart'))
    if (!token || (needsNameAndEmail && !(user?.name && user.email)))
      throw new StartRefused(t('error.noUser'))
    const recaptchaToken = await execute('payment_checkout')
    if (!recaptchaToken) throw new StartRefused(t('common:error.captchaUnavailable'))
    return {
      cartId: order.cartId,
      termsAccepted: true,
      recaptchaToken,
      ...(order.coupon ? { cupomCode: order.coupon } : {}),
    }
  }
  const customer = user ? { name: user.name, email: user.email } : {}

  return {
    async pix(cpf: string) {
      return call(api.payments.startPix, {
        body: { ...(await common(true)), customer: { ...customer, cpf } },
      })
    },
    async crypto(cryptoType: CryptoCoin) {
      return call(api.payments.startCrypto, {
        body: { ...(await common(false)), cryptoType, customer },
      })
    },
    /** Answers the address of the hosted page. */
    async card(): Promise<string> {
      const { origin } = window.location
      const urls = {
        successUrl: `${origin}${paths.status}?session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: `${origin}${paths.checkout}`,
      }
      const { url } = await call(api.payments.startCard, {
        body: { ...(await common(false)), ...urls, customer },
      })
      if (!/^https?:\/\//.test(url ?? '')) throw new StartRefused(t('card.noUrl'))
      return url
    },
  }
}
