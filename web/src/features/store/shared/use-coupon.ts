import type { Api } from '@chaveiro/contracts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { api, ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { cartSettled } from '../../../state/cart-lines.ts'
import type { Cart } from '../../../state/cart.ts'
import {
  couponOutcome,
  normalizeCode,
  onCoupon,
  readCoupon,
  writeCoupon,
  type CouponOutcome,
} from './coupon.ts'

export type PricedCart = Reply<Api['cart']['validate']>
export type CouponState = ReturnType<typeof useCoupon>

/** Texts of a coupon's outcome. */
function useOutcomeTexts() {
  const { t } = useTranslation('checkout')
  return () => ({
    kept: t('coupon.kept'),
    applied: t('coupon.applied'),
    invalid: t('coupon.invalid'),
    applyFailed: t('coupon.applyFailed'),
    validateFailed: t('coupon.validateFailed'),
  })
}

/**
 * Prices of the cart with a code, once the cart's last change has reached the shop; an error if the
 * request failed.
 */
const fetchPrices = async (cartId: string, code = ''): Promise<PricedCart | Error> => {
  await cartSettled()
  return call(api.cart.validate, { body: { cartId, ...(code && { cupomCode: code }) } }).catch(
    (error: unknown) => (error instanceof ApiError ? error : new Error()),
  )
}

const pricesOrNull = (answer: PricedCart | Error): PricedCart | null => {
  if (answer instanceof Error) return null

  return answer
}

const toOutcomeInput = (answer: PricedCart | Error) => {
  if (answer instanceof Error) return { error: answer.message || null }

  return { coupon: answer.cupom?.code ?? null }
}

/** Calls back when another part of the page changes the code, while this part is visible. */
function useOtherChanges(shown: boolean, lastCode: { current: string }, onOther: () => void): void {
  useEffect(() =>
    onCoupon(() => {
      if (shown && readCoupon() !== lastCode.current) onOther()
    }),
  )
}

/** The checkout always needs prices, the cart only with a coupon. */
type CouponPlace = { shown: boolean; always: boolean }
const checkoutPlace: CouponPlace = { shown: true, always: true }

/**
 * Coupon and prices of the cart. The server checks them when drawer or checkout opens, the cart
 * changes, or the buyer applies a code. A visitor's code is kept for the checkout.
 */
export function useCoupon(cart: Cart, { shown, always }: CouponPlace = checkoutPlace) {
  const outcomeTexts = useOutcomeTexts()
  const [text, setText] = useState(readCoupon)
  const [applied, setApplied] = useState('')
  const [outcome, setOutcome] = useState<CouponOutcome | null>(null)
  const [priced, setPriced] = useState<PricedCart | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const requestRound = useRef(0)
  const lastCode = useRef('')

  /** A visitor's code is stored; the checkout applies it. */
  function storeOnly(code: string): void {
    lastCode.current = code
    writeCoupon(code)
    setOutcome(code ? { tone: 'good', text: outcomeTexts().kept } : null)
  }

  async function validate(code: string, pressed: boolean): Promise<void> {
    if (!cart.id) {
      if (pressed) storeOnly(code)
      return
    }

    lastCode.current = code
    const ownRound = ++requestRound.current
    setIsBusy(true)
    const answer = await fetchPrices(cart.id, code)
    if (ownRound !== requestRound.current) return

    const hasFailed = answer instanceof Error
    const result = couponOutcome({ code, pressed }, toOutcomeInput(answer), outcomeTexts())
    setIsBusy(false)
    setOutcome(result.outcome)

    if (hasFailed) {
      setApplied('')
      // After a failure the code stays in its box, and the price without the code is still shown.
      if (code) setPriced(await fetchPrices(cart.id).then(pricesOrNull))

      return
    }

    setPriced(answer)
    setApplied(answer.cupom?.code ?? '')
    // Text typed during an automatic check stays.
    setText((typed) =>
      pressed || normalizeCode(typed) === normalizeCode(code) ? result.keep : typed,
    )
    lastCode.current = result.keep
    writeCoupon(result.keep)
  }

  function removeCode(): Promise<void> {
    setText('')
    lastCode.current = ''
    writeCoupon('')

    return validate('', false)
  }

  /** The cart drawer needs no prices without a coupon. */
  function checkStored(): void {
    const code = readCoupon()
    setText((typed) => typed || code)
    if (code || always) return void validate(code, false)

    lastCode.current = ''
    requestRound.current++
    setPriced(null)
    setApplied('')
    setIsBusy(false)
  }

  const cartContent = cart.items.map((item) => `${item.id}x${item.quantity}@${item.price}`).join()

  useEffect(() => {
    if (shown && cart.id && cartContent) checkStored()
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed meanwhile asks nothing
  }, [cart.id, cartContent, shown])

  useOtherChanges(shown, lastCode, () => {
    setText(readCoupon())
    if (cart.id && cartContent) checkStored()
  })

  return {
    text,
    applied,
    outcome,
    priced,
    busy: isBusy,
    type: (value: string) => {
      setText(value.toUpperCase())
      setOutcome(null)
    },
    apply: () => validate(normalizeCode(text), true),
    /** Fetches the price again. */
    again: checkStored,
    remove: removeCode,
  }
}
