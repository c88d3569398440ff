import { useEffect, useLayoutEffect, useRef } from 'react'
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
import { RollingTotal } from '../shared/rolling-total.tsx'
import { useCoupon, type CouponState } from '../shared/use-coupon.ts'
import { CartLine } from './cart-line.tsx'
import { departure, travel, type Departure } from './travel.ts'

function CartLines({ cart: { items, loading, failed, retry } }: { cart: Cart }) {
  const { t } = useTranslation()
  if (failed)
    return <ErrorState text={t('cart.errorLoad')} retry={t('action.retry')} onRetry={retry} />
  if (loading)
    return <Skeletons count={3} label={t('state.loading')} className="grid gap-3" each="h-24" />

  if (items.length === 0)
    return (
      <Blank
        pose="open"
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
        <CartLine key={item.id} item={item} />
      ))}
    </ul>
  )
}

/** Closes the drawer after the next frame, so that the click itself is painted first. */
const closeAfterPaint = () => requestAnimationFrame(() => setTimeout(() => showCart(false)))

/** Returns to the page beneath, or to the shop if that page has no products. */
function KeepShoppingButton() {
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

/** Subtotal, discount and total. */
function CartTotals({ cart, coupon: { priced } }: { cart: Cart; coupon: CouponState }) {
  const { t } = useTranslation(['common', 'checkout'])
  const totalCurrency = priced?.currency ?? cart.currency
  const total = priced?.finalTotal ?? cart.total

  return (
    <dl className="grid gap-1">
      {priced && priced.discount > 0 && (
        <>
          <div className="flex justify-between text-sm">
            <dt className="text-muted">{t('checkout:summary.subtotal')}</dt>
            <dd>{money(priced.subtotal, totalCurrency)}</dd>
          </div>
          <div className="flex justify-between text-sm">
            <dt className="text-muted">{t('checkout:summary.discount')}</dt>
            <dd className="text-good">− {money(priced.discount, totalCurrency)}</dd>
          </div>
        </>
      )}

      <div className="flex items-baseline justify-between">
        <dt className="font-semibold">{t('cart.total')}</dt>
        <dd className="price text-[1.75rem] leading-8" data-testid="cart-total">
          <RollingTotal amount={total} text={money(total, totalCurrency)} />
        </dd>
      </div>
    </dl>
  )
}

/**
 * Lets the picture of an added product travel into the cart. It is sought before the dialog opens
 * and takes the focus, and its line once the dialog is open.
 */
function useTravel(isOpen: boolean) {
  const linesRef = useRef<HTMLDivElement>(null)
  const leaving = useRef<Departure | null>(null)

  useLayoutEffect(() => {
    leaving.current = isOpen ? departure() : null
  }, [isOpen])

  useEffect(() => {
    if (leaving.current && linesRef.current) travel(leaving.current, linesRef.current)
  }, [isOpen])

  return linesRef
}

/**
 * The cart as a drawer, or a sheet on a phone: lines, quantities, coupon, total. It shares the
 * coupon with the checkout.
 */
export function CartDrawer() {
  const { t } = useTranslation()
  const isOpen = useCartOpen()
  const currentCart = useCart()
  const couponState = useCoupon(currentCart, { shown: isOpen, always: false })
  const { note } = useCartTalk()
  const hasLines = currentCart.items.length > 0
  const linesRef = useTravel(isOpen)

  return (
    <Dialog
      side
      open={isOpen}
      onClose={() => showCart(false)}
      title={t('cart.title')}
      closeLabel={t('action.close')}
      footer={
        hasLines && (
          <div className="-mb-2 grid gap-2">
            <CartTotals cart={currentCart} coupon={couponState} />

            <Link
              to={paths.checkout}
              onClick={closeAfterPaint}
              className={buttonClass('primary', 'lg', 'w-full')}
            >
              {t('cart.checkout')}
            </Link>

            <KeepShoppingButton />
          </div>
        )
      }
    >
      <div role="alert" className="empty:hidden">
        {note && <Notice tone="wait">{note}</Notice>}
      </div>
      <div ref={linesRef}>
        <CartLines cart={currentCart} />
      </div>

      {hasLines && (
        <div className="border-t border-line pt-4">
          <CouponBox coupon={couponState} id="cart-coupon" />
        </div>
      )}
    </Dialog>
  )
}
