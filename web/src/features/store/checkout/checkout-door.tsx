import { Suspense, useState } from 'react'

import { lazyPart } from '../../../routing/code.ts'
import { isLeaving } from '../../../routing/navigation.ts'
import { paths } from '../../../routing/paths.ts'
import { useSession } from '../../../state/session.ts'
import { Page as Checkout } from './checkout-page.tsx'

const VisitorCheckout = lazyPart(() =>
  import('./visitor-checkout.tsx').then((module) => module.VisitorCheckout),
)

/**
 * The checkout. Visitors see their cart and a login in place of the payment, on the same page
 * (P141). During login the visitor's view stays until the account has the cart.
 */
export function Page() {
  const { token } = useSession()
  const [isEntering, setIsEntering] = useState(false)
  if (token && !isEntering) return <Checkout />
  // The session just ended and a redirect is under way: render nothing meanwhile.
  if (isLeaving(paths.checkout)) return null

  return (
    <Suspense fallback={null}>
      <VisitorCheckout onEntering={setIsEntering} />
    </Suspense>
  )
}
