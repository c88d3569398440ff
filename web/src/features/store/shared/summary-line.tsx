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

/** A line of the order: product, quantity and price. */
export function SummaryLine({ item, className }: { item: CartItem; className?: string }) {
  const { t } = useTranslation()
  return (
    <li className={join('grid grid-cols-[auto_minmax(0,1fr)_auto] items-start text-sm', className)}>
      <ProductImage
        src={item.image}
        color={item.color}
        crop="motif"
        className="row-span-2 mt-1 mr-3 w-12! max-[26rem]:hidden"
      />

      <div className="col-start-2 min-w-0">
        <LineName item={item} />
      </div>

      <span className="pl-3 price text-base whitespace-nowrap">
        {money(item.price * item.quantity, item.currency)}
      </span>

      <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-1">
        <p className="flex-1 whitespace-nowrap text-muted">
          {item.quantity} × {money(item.price, item.currency)}
        </p>
        <QuantityControl item={item} />

        <IconButton
          label={t('cart.remove', { name: soldAs(item.name, item.variantName ?? '') })}
          onClick={() => removeFromCart(item.id)}
          className="-mr-3 text-muted"
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>

        <div className="w-full empty:hidden">
          <QuantityNote item={item} />
        </div>
      </div>
    </li>
  )
}
