import type { Api } from '@chaveiro/contracts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { api, ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { cartSettled } from '../../../state/cart-lines.ts'
import type { Cart } from '../../../state/cart.ts'
import {
  couponOutcome,
  normalCode,
  onCoupon,
  readCoupon,
  writeCoupon,
  type CouponOutcome,
} from './coupon.ts'

export type PricedCart = Reply<Api['cart']['validate']>
export type CouponState = ReturnType<typeof useCoupon>

/** What is said of a coupon that serves, does not serve, or could not be asked about. */
function useSayings() {
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
 * What a cart costs with a code, once the shop knows its last change; the failure where it could not
 * be told.
 */
const pricesOf = async (cartId: string, code = ''): Promise<PricedCart | Error> => {
  await cartSettled()
  return call(api.cart.validate, { body: { cartId, ...(code ? { cupomCode: code } : {}) } }).catch(
    (error: unknown) => (error instanceof ApiError ? error : new Error()),
  )
}

const answered = (answer: PricedCart | Error) =>
  answer instanceof Error
    ? { error: answer.message || null }
    : { coupon: answer.cupom?.code ?? null }

/** Hears of a code that was kept or forgotten elsewhere on the page, while its own place shows. */
function useOther(shown: boolean, told: { current: string }, hear: () => void): void {
  useEffect(() =>
    onCoupon(() => {
      if (shown && readCoupon() !== told.current) hear()
    }),
  )
}

/** Where a coupon is shown: the whole checkout always wants prices, the cart those of a coupon. */
type Place = { shown: boolean; always: boolean }
const atCheckout: Place = { shown: true, always: true }

/**
 * The coupon of the cart and the prices with it: checked by the server when its place shows, when
 * the cart changes, and when the buyer presses apply. That of a visitor is kept for his checkout.
 */
export function useCoupon(cart: Cart, { shown, always }: Place = atCheckout) {
  const sayings = useSayings()
  const [text, setText] = useState(readCoupon)
  const [applied, setApplied] = useState('')
  const [outcome, setOutcome] = useState<CouponOutcome | null>(null)
  const [priced, setPriced] = useState<PricedCart | null>(null)
  const [busy, setBusy] = useState(false)
  const round = useRef(0)
  const told = useRef('')

  /** A visitor's code waits for his checkout, where it is tried. */
  function keepOnly(code: string): void {
    told.current = code
    writeCoupon(code)
    setOutcome(code ? { tone: 'good', text: sayings().kept } : null)
  }

  async function validate(code: string, pressed: boolean): Promise<void> {
    if (!cart.id) {
      if (pressed) keepOnly(code)
      return
    }

    told.current = code
    const mine = ++round.current
    setBusy(true)
    const answer = await pricesOf(cart.id, code)
    if (mine !== round.current) return

    const failed = answer instanceof Error
    const { keep, outcome: said } = couponOutcome({ code, pressed }, answered(answer), sayings())
    setBusy(false)
    setOutcome(said)

    if (failed) {
      setApplied('')
      // The coupon stays in its box to be looked at; what the cart costs without it is still worth
      // showing.
      if (code)
        setPriced(await pricesOf(cart.id).then((now) => (now instanceof Error ? null : now)))

      return
    }

    setPriced(answer)
    setApplied(answer.cupom?.code ?? '')
    // What was typed while the page validated by itself stays in the box.
    setText((typed) => (pressed || normalCode(typed) === normalCode(code) ? keep : typed))
    told.current = keep
    writeCoupon(keep)
  }

  function remove(): Promise<void> {
    setText('')
    told.current = ''
    writeCoupon('')

    return validate('', false)
  }

  /** What the cart costs without any coupon is known where nothing else is wanted. */
  function look(): void {
    const code = readCoupon()
    setText((typed) => typed || code)
    if (code || always) return void validate(code, false)

    told.current = ''
    round.current++
    setPriced(null)
    setApplied('')
    setBusy(false)
  }

  const content = cart.items.map((item) => `${item.id}x${item.quantity}@${item.price}`).join()

  useEffect(() => {
    if (shown && cart.id && content) look()
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed meanwhile asks nothing
  }, [cart.id, content, shown])

  useOther(shown, told, () => {
    setText(readCoupon())
    if (cart.id && content) look()
  })

  return {
    text,
    applied,
    outcome,
    priced,
    busy,
    type: (value: string) => {
      setText(value.toUpperCase())
      setOutcome(null)
    },
    apply: () => validate(normalCode(text), true),
    /** Ask anew what the cart costs with it. */
    again: look,
    remove,
  }
}
