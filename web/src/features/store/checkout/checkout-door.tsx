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
 * The checkout for whoever is logged in; a visitor finds his cart there and the way in, in the place
 * of the payment, and stays on this page (P141). Whoever is just getting in waits until the account
 * has his cart.
 */
export function Page() {
  const { token } = useSession()
  const [entering, setEntering] = useState(false)
  if (token && !entering) return <Checkout />
  // A session that just ended is led away: nothing is drawn for a visitor meanwhile.
  if (isLeaving(paths.checkout)) return null

  return (
    <Suspense fallback={null}>
      <VisitorCheckout onEntering={setEntering} />
    </Suspense>
  )
}
