import { couponCodeOf } from '@chaveiro/contracts/coupon-code'

import { createListeners } from '../../../external-store.ts'
import { localStore, readText, writeText, type Store } from '../../../state/storage.ts'

const storageKey = 'cupomCode'

/** A stored coupon code: trimmed, uppercase (S164). */
export const normalizeCode = couponCodeOf

/** The stored code, or an empty text. */
export function readCoupon(store: Store = localStore()): string {
  return normalizeCode(readText(store, storageKey) ?? '').slice(0, 64)
}

const couponChanges = createListeners()

/** Stores a code; an empty one is removed. */
export function writeCoupon(code: string, store: Store = localStore()): void {
  writeText(store, storageKey, normalizeCode(code) || null)
  couponChanges.notify()
}

/**
 * Subscribes to changes of the code, so that cart drawer and checkout show the same. Returns the
 * unsubscribe function.
 */
export const onCoupon = couponChanges.subscribe

/** Result of applying a code, as text for the coupon box. */
export type CouponOutcome = { tone: 'good' | 'bad'; text: string }
type OutcomeTexts = {
  applied: string
  invalid: string
  applyFailed: string
  validateFailed: string
}

/**
 * The code to keep and the message after validating a cart (Q58). Without a code there is no
 * message. A code that is missing in the answer is removed. A failure shows the server's text. If
 * it has none, the text depends on whether the button was pressed or the page checked by itself.
 */
export function couponOutcome(
  asked: { code: string; pressed: boolean },
  answer: { coupon: string | null } | { error: string | null },
  texts: OutcomeTexts,
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

  return { keep: normalizeCode(answer.coupon), outcome: { tone: 'good', text: texts.applied } }
}
