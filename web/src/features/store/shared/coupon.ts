import { couponCodeOf } from '@chaveiro/contracts/coupon-code'

import { createListeners } from '../../../external-store.ts'
import { localStore, readText, writeText, type Store } from '../../../state/storage.ts'

const key = 'cupomCode'

/** A coupon code as it is kept: trimmed, uppercase (S164). */
export const normalCode = couponCodeOf

/** The kept code, or an empty text. */
export function readCoupon(store: Store = localStore()): string {
  return normalCode(readText(store, key) ?? '').slice(0, 64)
}

const couponChanges = createListeners()

/** Keep a code; an empty one leaves no trace. */
export function writeCoupon(code: string, store: Store = localStore()): void {
  writeText(store, key, normalCode(code) || null)
  couponChanges.notify()
}

/**
 * Calls back when a code is kept or dropped, so that the cart drawer and the checkout behind it show
 * the same code. Returns a function that ends it.
 */
export const onCoupon = couponChanges.subscribe

/** What applying a code led to, in words the coupon box shows. */
export type CouponOutcome = { tone: 'good' | 'bad'; text: string }
type Texts = { applied: string; invalid: string; applyFailed: string; validateFailed: string }

/**
 * What to keep and say after validating a cart (Q58): without a code nothing is said; a code that
 * the answer does not carry is cleared;
 * a failure shows the server's text, else one text for a pressed button and another for the page's
 * own check.
 */
export function couponOutcome(
  asked: { code: string; pressed: boolean },
  answer: { coupon: string | null } | { error: string | null },
  texts: Texts,
): { keep: string; outcome: CouponOutcome | null } {
  if ('error' in answer)
    return {
      keep: asked.code,
      outcome: {
        tone: 'bad',
        text: answer.error || (asked.pressed ? texts.applyFailed : texts.validateFailed),
      },
    }

  if (!asked.code) return { keep: '', outcome: null }
  if (!answer.coupon) return { keep: '', outcome: { tone: 'bad', text: texts.invalid } }

  return { keep: normalCode(answer.coupon), outcome: { tone: 'good', text: texts.applied } }
}
