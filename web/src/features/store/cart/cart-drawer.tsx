import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { isShopPage, paths } from '../../../routing/paths.ts'
import { showCart, useCart, useCartOpen, useCartTalk, type Cart } from '../../../state/cart.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { Blank } from '../../shared/empty/blank.tsx'
import { CouponBox } from '../shared/coupon-box.tsx'
import { useCoupon, type CouponState } from '../shared/use-coupon.ts'
import { Line } from './cart-line.tsx'

function Lines({ cart: { items, loading, failed, retry } }: { cart: Cart }) {
  const { t } = useTranslation()
  if (failed)
    return <ErrorState text={t('cart.errorLoad')} retry={t('action.retry')} onRetry={retry} />
  if (loading)
    return <Skeletons count={3} label={t('state.loading')} className="grid gap-3" each="h-24" />

  if (items.length === 0)
    return (
      <Blank
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
    <ul className="-mt-4 divide-y divide-line">
      {items.map((item) => (
        <Line key={item.id} item={item} />
      ))}
    </ul>
  )
}

/** A press is answered by the next frame; the drawer and what it covered are worked out after it. */
const closeAfterPaint = () => requestAnimationFrame(() => setTimeout(() => showCart(false)))

/** Back to where one was choosing: the page beneath, or the shop where that is none to choose on. */
function KeepShopping() {
  const { t } = useTranslation('checkout')
  const { pathname } = useLocation()

  if (isShopPage(pathname))
    return (
      <Button look="ghost" onClick={() => showCart(false)}>
        {t('cart.keepShopping')}
      </Button>
    )

  return (
    <Link to={paths.products} onClick={closeAfterPaint} className={buttonClass('ghost')}>
      {t('cart.keepShopping')}
    </Link>
  )
}

/** What the lines cost together, and with their coupon. */
function Sums({ cart, coupon: { priced } }: { cart: Cart; coupon: CouponState }) {
  const { t } = useTranslation(['common', 'checkout'])
  const currency = priced?.currency ?? cart.currency

  return (
    <dl className="grid gap-1">
      {priced && priced.discount > 0 && (
        <>
          <div className="flex justify-between text-sm">
            <dt className="text-muted">{t('checkout:summary.subtotal')}</dt>
            <dd>{money(priced.subtotal, currency)}</dd>
          </div>
          <div className="flex justify-between text-sm">
            <dt className="text-muted">{t('checkout:summary.discount')}</dt>
            <dd className="text-good">− {money(priced.discount, currency)}</dd>
          </div>
        </>
      )}

      <div className="flex items-baseline justify-between">
        <dt className="text-muted">{t('cart.total')}</dt>
        <dd className="text-lg font-bold text-warm" data-testid="cart-total">
          {money(priced?.finalTotal ?? cart.total, currency)}
        </dd>
      </div>
    </dl>
  )
}

/**
 * The cart at the side, or from below on a phone: lines, quantities, coupon, total and the way to
 * pay. Its coupon is the checkout's.
 */
export function CartDrawer() {
  const { t } = useTranslation()
  const open = useCartOpen()
  const cart = useCart()
  const coupon = useCoupon(cart, { shown: open, always: false })
  const { note } = useCartTalk()
  const hasLines = cart.items.length > 0

  return (
    <Dialog
      side
      open={open}
      onClose={() => showCart(false)}
      title={t('cart.title')}
      closeLabel={t('action.close')}
      footer={
        hasLines ? (
          <div className="-mb-2 grid gap-2">
            <Sums cart={cart} coupon={coupon} />

            <Link
              to={paths.checkout}
              onClick={closeAfterPaint}
              className={buttonClass('primary', 'lg', 'w-full')}
            >
              {t('cart.checkout')}
            </Link>

            <KeepShopping />
          </div>
        ) : null
      }
    >
      <div role="alert" className="empty:hidden">
        {note && <Notice tone="wait">{note}</Notice>}
      </div>
      <Lines cart={cart} />

      {hasLines && (
        <div className="border-t border-line pt-4">
          <CouponBox coupon={coupon} id="cart-coupon" />
        </div>
      )}
    </Dialog>
  )
}
