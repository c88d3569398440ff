import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import type { Cart } from '../../../state/cart.ts'
import { Card } from '../../../ui/card.tsx'
import { SummaryLine } from './summary-line.tsx'

/** The cart beside a login: lines and total. */
export function CartGlance({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  return (
    <Card className="grid content-start gap-2 text-left">
      <h2 className="text-lg font-bold">{t('cart.title')}</h2>

      <ul className="divide-y divide-line">
        {cart.items.map((item) => (
          <SummaryLine key={item.id} item={item} className="py-3" />
        ))}
      </ul>

      <p className="flex items-baseline justify-between border-t border-line pt-4">
        <span className="font-semibold">{t('cart.total')}</span>
        <span className="text-lg font-bold text-warm" data-testid="checkout-total">
          {money(cart.total, cart.currency)}
        </span>
      </p>
    </Card>
  )
}
