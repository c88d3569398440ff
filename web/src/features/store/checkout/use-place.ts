import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Method } from './live-payment.ts'
import type { LivePayment } from './use-live-payment.ts'

/**
 * Whether the sheet of the open payment stands in the place of the methods. A payment that is begun
 * here, found again after a reload, or begun by another tab shows by itself, but takes nobody away
 * from a method he has just chosen; one that is no longer for what the cart holds makes room for the
 * methods again.
 */
export function usePlace(
  payment: LivePayment,
  matches: boolean,
  setMethod: (method: Method) => void,
) {
  const [shown, setShown] = useState<string | null>(null)
  const known = useRef('')
  const chose = useRef(false)
  const begun = useRef(false)
  const { open } = payment

  // Before anything is drawn: a button must not turn into another one under somebody's finger.
  useLayoutEffect(() => {
    if (!open || known.current === open.paymentId) return

    known.current = open.paymentId
    const isBusyChoosing = chose.current && shown === null && !begun.current
    begun.current = false
    if (isBusyChoosing) return

    setMethod(open.method)
    setShown(open.method === 'card' ? null : open.paymentId)
  }, [open, shown, setMethod])

  const matched = useRef('')
  const id = open?.paymentId ?? ''

  useEffect(() => {
    if (id && matched.current === id && !matches) setShown(null)
    matched.current = matches ? id : ''
  }, [id, matches])

  return {
    sheet: open !== null && open.paymentId === shown,
    /** The payment under way again. */
    reopen: () => setShown(id),
    /** The methods again; the payment stays open until another is made. */
    leave: () => {
      chose.current = true
      setShown(null)
    },
    choose: (method: Method) => {
      chose.current = true
      setMethod(method)
    },
    /** Whoever pays here sees his payment, whatever he chose before. */
    begin: () => {
      begun.current = true
    },
  }
}
