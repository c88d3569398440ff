import { soldAs } from '@chaveiro/contracts/sold-as'
import { Headset, Trash2, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { removeFromCart } from '../../../state/cart-lines.ts'
import { showCart } from '../../../state/cart.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { QuantityControl, QuantityNote } from './quantity.tsx'

function NameLink({ item: { slug, name } }: { item: CartItem }) {
  if (!slug) return name

  return (
    <Link
      to={paths.product(slug)}
      onClick={() => showCart(false)}
      className="inline-block min-h-6 hover:underline"
    >
      {name}
    </Link>
  )
}

/**
 * Name of a line, linked to its page, and its variant. Carts of an earlier version have no slug.
 */
export function LineName({ item }: { item: CartItem }) {
  return (
    <p className="font-medium">
      <NameLink item={item} />
      {item.variantName && (
        <>
          {' '}
          <span className="whitespace-nowrap">· {item.variantName}</span>
        </>
      )}
    </p>
  )
}

/** Whether the product is delivered at once or by staff. */
function DeliveryTime({ item: { delivery } }: { item: CartItem }) {
  const { t } = useTranslation('checkout')
  const isByStaff = delivery === 'by_staff'
  const DeliveryIcon = isByStaff ? Headset : Zap

  return (
    <p className="flex w-full items-center gap-1.5 text-xs text-muted">
      <DeliveryIcon size={14} aria-hidden className="shrink-0" />
      {t(isByStaff ? 'delivery.byStaff' : 'delivery.atOnce')}
    </p>
  )
}

/** A line of the cart: product, delivery, quantity and price. */
export function CartLine({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const { id, name, quantity, price, currency } = item

  return (
    <li className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 py-4">
      <ProductImage src={item.image} color={item.color} crop="motif" className="row-span-2" />
      <div className="min-w-0">
        <LineName item={item} />
        <p className="text-sm text-muted">{t('cart.each', { price: money(price, currency) })}</p>
      </div>

      <IconButton
        label={t('cart.remove', { name: soldAs(name, item.variantName ?? '') })}
        onClick={() => removeFromCart(id)}
        className="-mt-2 -mr-2 text-muted"
      >
        <Trash2 size={18} aria-hidden />
      </IconButton>

      <div className="col-span-2 flex flex-wrap items-center justify-between gap-2">
        <DeliveryTime item={item} />
        <QuantityControl item={item} />
        <span className="price text-lg whitespace-nowrap">{money(price * quantity, currency)}</span>
        <div className="w-full empty:hidden">
          <QuantityNote item={item} />
        </div>
      </div>
    </li>
  )
}
