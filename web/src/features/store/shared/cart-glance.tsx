import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import type { Cart } from '../../../state/cart.ts'
import { RollingTotal } from './rolling-total.tsx'
import { SummaryLine } from './summary-line.tsx'

/** The cart beside a login: lines and total. */
export function CartGlance({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  return (
    <div className="grid content-start gap-2 rounded-lg bg-surface p-4 text-left sm:p-6">
      <h2 className="text-lg font-bold">{t('cart.title')}</h2>

      <ul className="divide-y divide-line">
        {cart.items.map((item) => (
          <SummaryLine key={item.id} item={item} className="py-2" />
        ))}
      </ul>

      <p className="flex items-baseline justify-between border-t border-line pt-4">
        <span className="font-semibold">{t('cart.total')}</span>
        <span className="price text-[1.75rem] leading-8" data-testid="checkout-total">
          <RollingTotal amount={cart.total} text={money(cart.total, cart.currency)} />
        </span>
      </p>
    </div>
  )
}
