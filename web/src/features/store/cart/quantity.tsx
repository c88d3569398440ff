import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { removeFromCart, setQuantity } from '../../../state/cart-lines.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { Button, IconButton } from '../../../ui/button.tsx'

/** Quantity buttons of a line, limited by stock and the maximum per order. */
export function QuantityControl({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const { id, name, quantity, max } = item

  return (
    <div
      role="group"
      aria-label={t('cart.quantity', { name })}
      className="flex items-center rounded-md border border-line"
    >
      <IconButton label={t('cart.less', { name })} onClick={() => setQuantity(id, quantity - 1)}>
        <Minus size={16} aria-hidden />
      </IconButton>
      <span aria-live="polite" className="min-w-8 text-center text-sm font-semibold">
        {quantity}
      </span>

      <IconButton
        label={t('cart.more', { name })}
        disabled={quantity >= max}
        onClick={() => setQuantity(id, quantity + 1)}
      >
        <Plus size={16} aria-hidden />
      </IconButton>
    </div>
  )
}

/** Whether a line has more than can be ordered now. */
export const isTooMany = ({ quantity, max }: CartItem): boolean => quantity > max

/** Why the quantity of a line cannot grow; nothing while it can. */
export function QuantityNote({ item }: { item: CartItem }) {
  const { t } = useTranslation(['common', 'checkout'])
  const { id, quantity, max, maxPerOrder, onSale } = item
  if (quantity < max) return null

  let limitText = t('cart.perOrder', { count: max })
  if (max < maxPerOrder) limitText = t('cart.onlyLeft', { count: max })
  if (max === 0) limitText = t(onSale === false ? 'checkout:cart.offSale' : 'checkout:cart.soldOut')

  if (max === 0)
    return (
      <div role="status" className="flex flex-wrap items-center gap-x-3 text-sm text-bad">
        <p>{limitText}</p>
        <Button look="ghost" size="sm" onClick={() => removeFromCart(id)}>
          {t('checkout:cart.takeOut')}
        </Button>
      </div>
    )

  return (
    <p role="status" className={isTooMany(item) ? 'text-sm text-bad' : 'text-sm text-muted'}>
      {limitText}
    </p>
  )
}
