import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { api, call, refusalMessage } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { refreshCart } from '../../../state/cart.ts'
import { userData } from '../../../state/session.ts'
import { toast } from '../../../ui/toast.tsx'

export type RepeatPurchase = { productId: string; variantId: string; quantity: number }

/**
 * Puts earlier purchases into the cart and opens the checkout. Units already in the cart count, so
 * a double click buys once. A refusal is shown; the other products are still added.
 */
export function useBuyAgain(): { busy: boolean; buy(wanted: readonly RepeatPurchase[]): void } {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)

  async function buyAgain(wanted: readonly RepeatPurchase[]): Promise<void> {
    const customer = userData()
    if (!customer) return

    setIsBusy(true)
    const { added: isAdded, failure: firstFailure } = await fillCart(customer.id, wanted)
    refreshCart()
    setIsBusy(false)
    if (firstFailure) toast(refusalMessage(firstFailure, t('error.network')), 'bad')
    if (isAdded) void navigate(paths.checkout)
  }

  return { busy: isBusy, buy: (wanted) => void buyAgain(wanted) }
}

/** Adds the products; returns whether any is in the cart now, and the first refusal. */
async function fillCart(
  userId: string,
  wanted: readonly RepeatPurchase[],
): Promise<{ added: boolean; failure: unknown }> {
  const params = { userId }
  let [isAdded, firstFailure]: [boolean, unknown] = [false, null]

  try {
    const { items } = await call(api.cart.read, { params })
    for (const { quantity, ...productIds } of wanted) {
      const cartQuantity =
        items.find(({ variant }) => variant.id === productIds.variantId)?.quantity ?? 0
      try {
        if (cartQuantity < quantity)
          await call(api.cart.add, {
            params,
            body: { ...productIds, quantity: quantity - cartQuantity },
          })
        isAdded = true
      } catch (error) {
        firstFailure ??= error
      }
    }
  } catch (error) {
    firstFailure = error
  }

  return { added: isAdded, failure: firstFailure }
}
