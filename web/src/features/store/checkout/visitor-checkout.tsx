import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { syncLocalCart } from '../../../state/cart-sync.ts'
import { useCart, type Cart } from '../../../state/cart.ts'
import { readLocalCart } from '../../../state/local-cart.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { GetIn } from '../../shared/sign/get-in.tsx'
import { storeNewSession, type SignedIn } from '../../shared/sign/use-sign.ts'
import { CartGlance } from '../shared/cart-glance.tsx'
import { NothingToPay } from './nothing-to-pay.tsx'

/** Checkout of a visitor: the cart, and login in place of the payment. */
export function VisitorCheckout({ onEntering }: { onEntering(entering: boolean): void }) {
  const { t } = useTranslation(['checkout', 'common'])
  const navigate = useNavigate()
  const currentCart = useCart()
  // The cart as it was at login, shown until the account has it.
  const [cartAtLogin, setCartAtLogin] = useState<Cart | null>(null)
  const shownCart = cartAtLogin ?? currentCart
  const [isCartLost, setIsCartLost] = useState(false)
  useTitle(t('title'))

  const transferCart = async () => {
    await syncLocalCart()
    if (readLocalCart().length > 0) return setIsCartLost(true)

    await navigate(paths.checkout, { replace: true })
    onEntering(false)
  }

  const enterShop = async (answer: SignedIn) => {
    onEntering(true)
    setCartAtLogin(currentCart)

    try {
      storeNewSession(answer)
    } catch (failure) {
      setCartAtLogin(null)
      onEntering(false)
      throw failure
    }

    await transferCart()
  }

  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <h1 className="text-xl">{t('title')}</h1>

      {isCartLost && (
        <ErrorState
          text={t('common:cart.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => {
            setIsCartLost(false)
            void transferCart()
          }}
        />
      )}

      {shownCart.items.length === 0 && <NothingToPay />}

      {shownCart.items.length > 0 && (
        <div className="grid items-start gap-6 md:grid-cols-[1.25fr_1fr] lg:gap-10">
          <div className="md:order-2">
            <CartGlance cart={shownCart} />
          </div>
          {!isCartLost && <GetIn namedLater onEnter={enterShop} />}
        </div>
      )}
    </div>
  )
}
