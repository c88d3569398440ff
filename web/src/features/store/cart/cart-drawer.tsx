import { Minus, Plus, ShoppingBag, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { removeFromCart, setQuantity, showCart, useCart, useCartOpen } from '../../../lib/cart.ts'
import { money } from '../../../lib/format.ts'
import type { CartItem } from '../../../lib/local-cart.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx'

function Line({ item }: { item: CartItem }) {
  const { t } = useTranslation()
  const { id, name, quantity, price, currency, maxPerOrder } = item
  return (
    <li className="grid grid-cols-[4.5rem_1fr_auto] items-start gap-x-3 gap-y-2 py-4">
      <ProductImage src={item.image} color={item.color} className="row-span-2" />
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">{t('cart.each', { price: money(price, currency) })}</p>
      </div>
      <IconButton
        label={t('cart.remove', { name })}
        onClick={() => removeFromCart(id)}
        className="-mt-2 -mr-2 text-muted"
      >
        <Trash2 size={18} aria-hidden />
      </IconButton>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-2">
        <div
          role="group"
          aria-label={t('cart.quantity', { name })}
          className="flex items-center rounded-md border border-line"
        >
          <IconButton
            label={t('cart.less', { name })}
            onClick={() => setQuantity(id, quantity - 1)}
          >
            <Minus size={16} aria-hidden />
          </IconButton>
          <span aria-live="polite" className="min-w-8 text-center text-sm font-semibold">
            {quantity}
          </span>
          <IconButton
            label={t('cart.more', { name })}
            disabled={quantity >= maxPerOrder}
            onClick={() => setQuantity(id, quantity + 1)}
          >
            <Plus size={16} aria-hidden />
          </IconButton>
        </div>
        <span className="font-semibold whitespace-nowrap">{money(price * quantity, currency)}</span>
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
    <ul className="-my-4 divide-y divide-line">
      {items.map((item) => (
        <Line key={item.id} item={item} />
      ))}
    </ul>
  )
}

/** The cart at the side, or from below on a phone: lines, quantities, total and the way to pay. */
export function CartDrawer() {
  const { t } = useTranslation()
  const open = useCartOpen()
  const { items, total, currency } = useCart()
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
          onClick={() => showCart(false)}
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
      <Lines />
    </Dialog>
  )
}
