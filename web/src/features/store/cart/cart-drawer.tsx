import { soldAs } from '@chaveiro/contracts/sold-as'
import { ShoppingBag, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { removeFromCart, showCart, useCart, useCartOpen, useCartTalk } from '../../../state/cart.ts'
import type { CartItem } from '../../../state/local-cart.ts'
import { Notice } from '../../../ui/badge.tsx'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Quantity, QuantityNote } from './quantity.tsx'

function Line({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const { id, name, quantity, price, currency } = item
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] items-start gap-x-3 gap-y-2 py-4">
      <ProductImage src={item.image} color={item.color} className="row-span-2" />
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        {item.variantName ? <p className="text-sm">{item.variantName}</p> : null}
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
        <Quantity item={item} />
        <span className="font-semibold whitespace-nowrap">{money(price * quantity, currency)}</span>
        <div className="w-full empty:hidden">
          <QuantityNote item={item} />
        </div>
      </div>
    </li>
  )
}

function Lines() {
  const { t } = useTranslation()
  const { items, loading, failed, retry } = useCart()
  if (failed)
    return <ErrorState text={t('cart.errorLoad')} retry={t('action.retry')} onRetry={retry} />
  if (loading)
    return <Skeletons count={3} label={t('state.loading')} className="grid gap-3" each="h-24" />
  if (items.length === 0)
    return (
      <EmptyState
        icon={<ShoppingBag />}
        title={t('cart.empty')}
        text={t('cart.emptyText')}
        action={
          <Link
            to={paths.products}
            onClick={() => showCart(false)}
            className={buttonClass('primary')}
          >
            {t('cart.toShop')}
          </Link>
        }
      />
    )
  return (
    <ul className="-mb-4 divide-y divide-line">
      {items.map((item) => (
        <Line key={item.id} item={item} />
      ))}
    </ul>
  )
}

/** A press is answered by the next frame; the drawer and what it covered are worked out after it. */
const closeAfterPaint = () => requestAnimationFrame(() => setTimeout(() => showCart(false)))

/** The cart at the side, or from below on a phone: lines, quantities, total and the way to pay. */
export function CartDrawer() {
  const { t } = useTranslation()
  const open = useCartOpen()
  const { items, total, currency } = useCart()
  const { note } = useCartTalk()
  const footer =
    items.length > 0 ? (
      <div className="grid gap-4">
        <p className="flex items-baseline justify-between">
          <span className="text-muted">{t('cart.total')}</span>
          <span className="text-lg font-bold text-warm" data-testid="cart-total">
            {money(total, currency)}
          </span>
        </p>
        <Link
          to={paths.checkout}
          onClick={closeAfterPaint}
          className={buttonClass('primary', 'lg', 'w-full')}
        >
          {t('cart.checkout')}
        </Link>
      </div>
    ) : null
  return (
    <Dialog
      side
      open={open}
      onClose={() => showCart(false)}
      title={t('cart.title')}
      closeLabel={t('action.close')}
      footer={footer}
    >
      <div role="alert" className="empty:hidden">
        {note ? <Notice tone="wait">{note}</Notice> : null}
      </div>
      <Lines />
    </Dialog>
  )
}
