import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Method } from './live-payment.ts'
import type { LivePayment } from './use-live-payment.ts'

/**
 * Whether the open payment's sheet replaces the methods. A started or restored payment is shown,
 * unless the buyer has just chosen a method. If the payment no longer matches the cart, the methods
 * return.
 */
export function usePlace(
  payment: LivePayment,
  matches: boolean,
  setMethod: (method: Method) => void,
) {
  const [shownPaymentId, setShownPaymentId] = useState<string | null>(null)
  const knownPaymentId = useRef('')
  const hasChosen = useRef(false)
  const hasStarted = useRef(false)
  const { open } = payment

  // A layout effect: a button must not change under the buyer's finger.
  useLayoutEffect(() => {
    if (!open || knownPaymentId.current === open.paymentId) return

    knownPaymentId.current = open.paymentId
    const isBusyChoosing = hasChosen.current && shownPaymentId === null && !hasStarted.current
    hasStarted.current = false
    if (isBusyChoosing) return

    setMethod(open.method)
    setShownPaymentId(open.method === 'card' ? null : open.paymentId)
  }, [open, shownPaymentId, setMethod])

  const matchedId = useRef('')
  const openId = open?.paymentId ?? ''

  useEffect(() => {
    if (openId && matchedId.current === openId && !matches) setShownPaymentId(null)
    matchedId.current = matches ? openId : ''
  }, [openId, matches])

  return {
    sheet: open !== null && open.paymentId === shownPaymentId,
    reopen: () => setShownPaymentId(openId),
    /** Back to the methods; the payment stays open until another is started. */
    leave: () => {
      hasChosen.current = true
      setShownPaymentId(null)
    },
    choose: (method: Method) => {
      hasChosen.current = true
      setMethod(method)
    },
    /** After a start the buyer sees the payment, whatever they chose before. */
    begin: () => {
      hasStarted.current = true
    },
  }
}
