import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { ApiError, api, call } from '../../../api/call.ts'
import { paths } from '../../../routing/paths.ts'
import { refreshCart } from '../../../state/cart.ts'
import { userData } from '../../../state/session.ts'
import { toast } from '../../../ui/toast.tsx'

export type Wanted = { productId: string; variantId: string; quantity: number }

/**
 * Puts what was bought before into the cart and opens the checkout. What the cart holds of it
 * already counts, so that asking twice buys once; what the shop refuses is said, and the rest goes
 * on.
 */
export function useBuyAgain(): { busy: boolean; buy(wanted: readonly Wanted[]): void } {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)

  async function buy(wanted: readonly Wanted[]): Promise<void> {
    const user = userData()
    if (!user) return

    setBusy(true)
    const { added, failure } = await fillCart(user.id, wanted)
    refreshCart()
    setBusy(false)
    if (failure) toast(failure instanceof ApiError ? failure.message : t('error.network'), 'bad')
    if (added) void navigate(paths.checkout)
  }

  return { busy, buy: (wanted) => void buy(wanted) }
}

/** Whether anything of it is in the cart now, and the first refusal. */
async function fillCart(
  userId: string,
  wanted: readonly Wanted[],
): Promise<{ added: boolean; failure: unknown }> {
  const params = { userId }
  let [added, failure]: [boolean, unknown] = [false, null]

  try {
    const { items } = await call(api.cart.read, { params })
    for (const { quantity, ...wish } of wanted) {
      const held = items.find(({ variant }) => variant.id === wish.variantId)?.quantity ?? 0
      try {
        if (held < quantity)
          await call(api.cart.add, { params, body: { ...wish, quantity: quantity - held } })
        added = true
      } catch (error) {
        failure ??= error
      }
    }
  } catch (error) {
    failure = error
  }

  return { added, failure }
}
