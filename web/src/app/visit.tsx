import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { paths } from '../routing/paths.ts'
import { useCart } from '../state/cart.ts'
import { countStep } from '../state/visit.ts'

/** Counts the steps of a visit: saw the shop, filled the cart, reached payment (P400). */
export function VisitCounter() {
  const { pathname } = useLocation()
  const hasCart = useCart().units > 0
  const isPaying = pathname === paths.checkout && hasCart
  const isBackOffice = pathname.startsWith('/admin')

  useEffect(() => {
    if (isBackOffice) return

    countStep('visit')
    if (hasCart) countStep('cart')
    if (isPaying) countStep('checkout')
  }, [isBackOffice, hasCart, isPaying])

  return null
}
