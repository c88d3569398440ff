import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { money } from '../../../i18n/format.ts'
import { removeFromCart } from '../../../state/cart-lines.ts'
import type { Cart } from '../../../state/cart.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Quantity, QuantityNote } from '../cart/quantity.tsx'

function Line({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const { id, name, quantity, price, currency } = item
  return (
    <li className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-x-3 gap-y-2 py-3 text-sm">
      <ProductImage src={item.image} color={item.color} />
      <span className="min-w-0">
        <span className="block font-medium">{name}</span>
        <span className="text-muted">
          {quantity} × {money(price, currency)}
        </span>
      </span>
      <span className="font-medium whitespace-nowrap">{money(price * quantity, currency)}</span>
      <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Quantity item={item} />
        <IconButton
          label={t('cart.remove', { name })}
          onClick={() => removeFromCart(id)}
          className="text-muted"
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
        <QuantityNote item={item} />
      </div>
    </li>
  )
}

/** The cart in sight of whoever still has to get in: its lines, and what they cost together. */
export function CartGlance({ cart }: { cart: Cart }) {
  const { t } = useTranslation()
  return (
    <Card className="grid content-start gap-2 text-left">
      <h2 className="text-lg font-bold">{t('cart.title')}</h2>
      <ul className="divide-y divide-line">
        {cart.items.map((item) => (
          <Line key={item.id} item={item} />
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
