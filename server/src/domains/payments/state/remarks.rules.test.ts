import { paymentRemarks } from '@chaveiro/contracts/states'
import { expect, it } from 'vitest'

import { noteOf, remarkOf, storedRemark } from './remarks.rules.ts'

it('a remark reads the same from both versions, and is never shown as a note', () => {
  for (const remark of paymentRemarks) {
    const stored = storedRemark({ remark, note: null })
    expect([remarkOf(stored), noteOf(stored)]).toEqual([remark, null])
    // A process of the former version writes the note alone.
    expect(remarkOf({ remark: null, note: stored.note })).toBe(remark)
  }
})

it('the former version finds the words that it knows in the note', () => {
  expect(paymentRemarks.map((remark) => storedRemark({ remark, note: null }).note)).toEqual([
    'coupon_spent',
    'customer_limit',
    'customer deleted',
    'nothing to pay',
  ])
})

it('a note of staff or of the provider stays as it was written', () => {
  for (const note of ['cliente ligou', 'another recipient', null]) {
    expect(storedRemark({ remark: null, note })).toEqual({ remark: null, note })
    expect([remarkOf({ remark: null, note }), noteOf({ note })]).toEqual([null, note])
  }

  expect(storedRemark({ remark: 'coupon_spent', note: 'visto' }).note).toBe('visto')
})
