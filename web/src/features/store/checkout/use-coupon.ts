import type { Api } from '@chaveiro/contracts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, ApiError, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import type { Cart } from '../../../state/cart.ts'
import {
  couponOutcome,
  normalCode,
  readCoupon,
  writeCoupon,
  type CouponOutcome,
} from '../shared/coupon.ts'

export type PricedCart = Reply<Api['cart']['validate']>
export type CouponState = ReturnType<typeof useCoupon>

/** What is said of a coupon that serves, does not serve, or could not be asked about. */
function useSayings() {
  const { t } = useTranslation('checkout')
  return () => ({
    applied: t('coupon.applied'),
    invalid: t('coupon.invalid'),
    applyFailed: t('coupon.applyFailed'),
    validateFailed: t('coupon.validateFailed'),
  })
}

/**
 * The coupon of the cart and the prices with it: checked by the server when the page opens, when
 * the cart changes, and when the buyer presses apply.
 */
export function useCoupon(cart: Cart) {
  const sayings = useSayings()
  const [text, setText] = useState(readCoupon)
  const [applied, setApplied] = useState('')
  const [outcome, setOutcome] = useState<CouponOutcome | null>(null)
  const [priced, setPriced] = useState<PricedCart | null>(null)
  const [busy, setBusy] = useState(false)
  const round = useRef(0)

  async function validate(code: string, pressed: boolean): Promise<void> {
    if (!cart.id) return
    const mine = ++round.current
    setBusy(true)
    const answer = await call(api.cart.validate, {
      body: { cartId: cart.id, ...(code ? { cupomCode: code } : {}) },
    }).catch((error: unknown) => (error instanceof ApiError ? error : new Error()))
    if (mine !== round.current) return
    const failed = answer instanceof Error
    const { keep, outcome: said } = couponOutcome(
      { code, pressed },
      failed ? { error: answer.message || null } : { coupon: answer.cupom?.code ?? null },
      sayings(),
    )
    setBusy(false)
    setOutcome(said)
    if (failed) {
      setApplied('')
      // The coupon stays in its box to be looked at; what the cart costs without it is still worth
      // showing.
      if (code)
        setPriced(await call(api.cart.validate, { body: { cartId: cart.id } }).catch(() => null))
      return
    }
    setPriced(answer)
    setApplied(answer.cupom?.code ?? '')
    // What was typed while the page validated by itself stays in the box.
    setText((typed) => (pressed || normalCode(typed) === normalCode(code) ? keep : typed))
    writeCoupon(keep)
  }

  const content = cart.items.map((item) => `${item.id}x${item.quantity}@${item.price}`).join()
  useEffect(() => {
    if (cart.id && content) void validate(readCoupon(), false)
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed meanwhile asks nothing
  }, [cart.id, content])

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
    remove: () => {
      setText('')
      writeCoupon('')
      return validate('', false)
    },
  }
}
