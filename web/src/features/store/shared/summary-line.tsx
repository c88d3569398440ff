import { soldAs } from '@chaveiro/contracts/sold-as'
import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { removeFromCart } from '../../../state/cart-lines.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { IconButton } from '../../../ui/button.tsx'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { LineName } from '../cart/cart-line.tsx'
import { QuantityControl, QuantityNote } from '../cart/quantity.tsx'

/**
 * A line of the order: product, quantity and price. It is one row; in a narrow column the quantity
 * has a row of its own.
 */
export function SummaryLine({ item, className }: { item: CartItem; className?: string }) {
  const { t } = useTranslation()
  return (
    <li className={join('@container text-sm', className)}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 @min-[26rem]:grid-cols-[minmax(0,1fr)_auto_auto]">
        <div className="flex min-w-0 items-center gap-3">
          <ProductImage
            src={item.image}
            color={item.color}
            crop="motif"
            className="w-10! shrink-0"
          />
          <div className="min-w-0">
            <LineName item={item} />
            <p className="whitespace-nowrap text-muted">
              {item.quantity} × {money(item.price, item.currency)}
            </p>
          </div>
        </div>

        <span className="text-right price text-base whitespace-nowrap @min-[26rem]:order-last @min-[26rem]:min-w-20">
          {money(item.price * item.quantity, item.currency)}
        </span>

        <div className="col-span-2 flex items-center justify-end @min-[26rem]:col-span-1">
          <QuantityControl item={item} />

          <IconButton
            label={t('cart.remove', { name: soldAs(item.name, item.variantName ?? '') })}
            onClick={() => removeFromCart(item.id)}
            className="-mr-3 text-muted"
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </div>

        <div className="col-span-full empty:hidden @min-[26rem]:order-last">
          <QuantityNote item={item} />
        </div>
      </div>
    </li>
  )
}
