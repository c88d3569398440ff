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

/** A visitor's checkout: what he buys, and getting in where he will pay. */
export function VisitorCheckout({ onEntering }: { onEntering(entering: boolean): void }) {
  const { t } = useTranslation(['checkout', 'common'])
  const navigate = useNavigate()
  const now = useCart()
  // What he saw when he got in stands here until the account has it.
  const [held, setHeld] = useState<Cart | null>(null)
  const cart = held ?? now
  const [cartLost, setCartLost] = useState(false)
  useTitle(t('title'))

  const giveCart = async () => {
    await syncLocalCart()
    if (readLocalCart().length > 0) return setCartLost(true)

    await navigate(paths.checkout, { replace: true })
    onEntering(false)
  }

  const enter = async (answer: SignedIn) => {
    onEntering(true)
    setHeld(now)

    try {
      storeNewSession(answer)
    } catch (failure) {
      setHeld(null)
      onEntering(false)
      throw failure
    }

    await giveCart()
  }

  return (
    <div className="page grid gap-6 py-10">
      <h1 className="text-xl font-bold tracking-tight">{t('title')}</h1>

      {cartLost && (
        <ErrorState
          text={t('common:cart.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => {
            setCartLost(false)
            void giveCart()
          }}
        />
      )}

      {cart.items.length === 0 ? (
        <NothingToPay />
      ) : (
        <div className="grid items-start gap-6 md:grid-cols-[1.1fr_1fr]">
          <div className="md:order-2">
            <CartGlance cart={cart} />
          </div>
          {!cartLost && <GetIn namedLater onEnter={enter} />}
        </div>
      )}
    </div>
  )
}
