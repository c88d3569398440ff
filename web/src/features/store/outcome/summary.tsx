import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { PaymentStatusReply } from '../shared/payment.ts'
import { isFromDiscord } from './use-outcome.ts'

/** Where the purchase was made. */
export function OriginBadge({ payment }: { payment: PaymentStatusReply['payment'] }) {
  const { t } = useTranslation('result')
  if (isFromDiscord(payment)) return <Badge tone="info">{t('origin.discord')}</Badge>

  return <Badge tone="muted">{t('origin.site')}</Badge>
}

/** Lines, subtotal, discount and total. */
export function Summary({ answer }: { answer: PaymentStatusReply }) {
  const { t } = useTranslation('result')
  const { payment, cartItems } = answer
  const { currency, discount } = payment

  return (
    <section className="grid content-start gap-3">
      <h2 className="text-lg font-bold">{t('summary.title')}</h2>

      <ul className="grid gap-2 text-sm">
        {cartItems.map(({ product, quantity }, index) => (
          <li key={index} className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              {product.name}{' '}
              <span className="whitespace-nowrap text-muted">
                {quantity} × {money(product.price, currency)}
              </span>
            </span>

            <span className="whitespace-nowrap">{money(product.price * quantity, currency)}</span>
          </li>
        ))}
      </ul>

      <dl className="grid gap-2 border-t border-line pt-3 text-sm">
        <div className="flex justify-between">
          <dt className="text-muted">{t('summary.subtotal')}</dt>
          <dd>{money(payment.originalAmount, currency)}</dd>
        </div>

        {discount.amount > 0 && (
          <div className="flex justify-between">
            <dt className="text-muted">
              {discount.cupomCode
                ? t('summary.discountCode', { code: discount.cupomCode })
                : t('summary.discount')}
            </dt>

            <dd className="text-good">− {money(discount.amount, currency)}</dd>
          </div>
        )}

        <div className="flex items-baseline justify-between">
          <dt className="font-semibold">{t('summary.total')}</dt>
          <dd className="price text-lg">{money(payment.amount, currency)}</dd>
        </div>
      </dl>
    </section>
  )
}
