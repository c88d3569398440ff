import { useId, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import type { Cart } from '../../../state/cart.ts'
import { useSite } from '../../../state/site.ts'
import { hyphenedNumbers, Unbroken } from '../../../ui/unbroken.tsx'
import { CouponBox } from '../shared/coupon-box.tsx'
import { RollingTotal } from '../shared/rolling-total.tsx'
import { SummaryLine } from '../shared/summary-line.tsx'
import type { CouponState } from '../shared/use-coupon.ts'

/** The seller and contact; the law requires them before payment. */
function SellerNotice() {
  const { t } = useTranslation('checkout')
  const { seller, contactEmail } = useSite()

  if (!seller) return null

  return (
    <p className="text-xs [overflow-wrap:anywhere] text-muted">
      <Unbroken parts={hyphenedNumbers}>
        {t('seller', { seller: [seller, contactEmail].filter(Boolean).join(' · ') })}
      </Unbroken>
    </p>
  )
}

/** The order: lines, coupon, subtotal, discount, total, and the pay button below. */
export function OrderSummary({
  cart,
  coupon,
  total,
  children,
  ref,
}: {
  cart: Cart
  coupon: CouponState
  total: number
  children?: ReactNode
  ref?: Ref<HTMLElement>
}) {
  const { t } = useTranslation('checkout')
  const headingId = useId()
  const { priced } = coupon
  const totalCurrency = priced?.currency ?? cart.currency

  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="grid min-w-0 scroll-mt-20 content-start gap-4 rounded-lg bg-surface p-4 sm:p-6"
    >
      <h2 id={headingId} className="text-lg font-bold">
        {t('summary.title')}
      </h2>

      <ul className="-my-2 divide-y divide-line">
        {cart.items.map((item) => (
          <SummaryLine key={item.id} item={item} className="py-2" />
        ))}
      </ul>

      <CouponBox coupon={coupon} />

      <dl className="grid gap-2 border-t border-line pt-4 text-sm">
        <div className="flex justify-between">
          <dt className="text-muted">{t('summary.subtotal')}</dt>
          <dd>{money(priced?.subtotal ?? cart.total, totalCurrency)}</dd>
        </div>

        {priced && priced.discount > 0 && (
          <div className="flex justify-between">
            <dt className="text-muted">{t('summary.discount')}</dt>
            <dd className="text-good">− {money(priced.discount, totalCurrency)}</dd>
          </div>
        )}

        <div className="flex items-baseline justify-between">
          <dt className="font-semibold">{t('summary.total')}</dt>
          <dd data-testid="checkout-total" className="price text-[1.75rem] leading-8">
            <RollingTotal amount={total} text={money(total, totalCurrency)} />
          </dd>
        </div>
      </dl>

      {children}
      <SellerNotice />
    </section>
  )
}
