import { useTranslation } from 'react-i18next'

import { Button } from '../../../ui/button.tsx'
import type { Checkout } from './use-checkout.ts'
import type { LivePayment } from './use-live-payment.ts'

/**
 * The notice above the checkout after a refused card, or after a visit of the card's page without
 * payment: nothing was charged. It offers another try with the card, or PIX.
 */
export function CardLine({ checkout, payment }: { checkout: Checkout; payment: LivePayment }) {
  const { t } = useTranslation('checkout')
  const { allowed, current, form, method, pay, place } = checkout
  const isUnpaid = current && payment.open?.method === 'card'
  if (payment.starting || method !== 'card' || !(isUnpaid || payment.declined)) return null

  const choosePix = () => {
    place.choose('pix')
    // Choosing PIX removes this notice, so the focus moves to the CPF field or to the terms.
    requestAnimationFrame(() => (form.cpfField.current ?? form.termsBox.current)?.focus())
  }

  return (
    <div
      role={isUnpaid ? 'status' : 'alert'}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-l-4 border-bad pl-4"
    >
      <p className="min-w-0 flex-[1_1_16rem] font-medium">
        {t(isUnpaid ? 'open.cardUnpaid' : 'card.declined')}
      </p>

      <div className="flex flex-wrap gap-2">
        <Button onClick={pay}>{t('card.again')}</Button>
        {allowed.pix && (
          <Button look="ghost" onClick={choosePix}>
            {t('pix.title')}
          </Button>
        )}
      </div>
    </div>
  )
}
