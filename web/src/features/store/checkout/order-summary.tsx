import { soldAs } from '@chaveiro/contracts/sold-as'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { money } from '../../../i18n/format.ts'
import { removeFromCart, type Cart } from '../../../state/cart.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Quantity, QuantityNote } from '../cart/quantity.tsx'
import { CouponBox } from './coupon-box.tsx'
import type { CouponState } from './use-coupon.ts'

/**
 * What the buyer pays for: lines with quantity and unit price, coupon, subtotal, discount, total.
 */
export function OrderSummary({
  cart,
  coupon,
  total,
}: {
  cart: Cart
  coupon: CouponState
  total: number
}) {
  const { t } = useTranslation(['checkout', 'common'])
  const { priced } = coupon
  const currency = priced?.currency ?? cart.currency
  return (
    <Card className="grid content-start gap-5">
      <h2 className="font-semibold">{t('summary.title')}</h2>
      <ul className="grid gap-4">
        {cart.items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-x-3 gap-y-2 text-sm"
          >
            <ProductImage src={item.image} color={item.color} />
            <span className="min-w-0">
              <span className="block font-medium">{item.name}</span>
              {item.variantName ? <span className="block">{item.variantName}</span> : null}
              <span className="text-muted">
                {item.quantity} × {money(item.price, item.currency)}
              </span>
            </span>
            <span className="font-medium whitespace-nowrap">
              {money(item.price * item.quantity, item.currency)}
            </span>
            <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1">
              <Quantity item={item} />
              <IconButton
                label={t('common:cart.remove', { name: soldAs(item.name, item.variantName ?? '') })}
                onClick={() => removeFromCart(item.id)}
                className="text-muted"
              >
                <Trash2 size={18} aria-hidden />
              </IconButton>
              <QuantityNote item={item} />
            </div>
          </li>
        ))}
      </ul>
      <CouponBox coupon={coupon} />
      <dl className="grid gap-2 border-t border-line pt-4 text-sm">
        <div className="flex justify-between">
          <dt className="text-muted">{t('summary.subtotal')}</dt>
          <dd>{money(priced?.subtotal ?? cart.total, currency)}</dd>
        </div>
        {priced && priced.discount > 0 ? (
          <div className="flex justify-between">
            <dt className="text-muted">{t('summary.discount')}</dt>
            <dd className="text-good">− {money(priced.discount, currency)}</dd>
          </div>
        ) : null}
        <div className="flex items-baseline justify-between">
          <dt className="font-semibold">{t('summary.total')}</dt>
          <dd data-testid="checkout-total" className="text-lg font-bold text-warm">
            {money(total, currency)}
          </dd>
        </div>
      </dl>
    </Card>
  )
}
