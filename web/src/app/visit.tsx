import { useEffect } from 'react'
import { useLocation } from 'react-router'

import { paths } from '../routing/paths.ts'
import { useCart } from '../state/cart.ts'
import { countStep } from '../state/visit.ts'

/** Counts how far a visit goes: the shop was seen, something lay in the cart, it came to pay (P400). */
export function Visit() {
  const { pathname } = useLocation()
  const filled = useCart().units > 0
  const pays = pathname === paths.checkout && filled
  const isOffice = pathname.startsWith('/admin')

  useEffect(() => {
    if (isOffice) return

    countStep('visit')
    if (filled) countStep('cart')
    if (pays) countStep('checkout')
  }, [isOffice, filled, pays])

  return null
}
