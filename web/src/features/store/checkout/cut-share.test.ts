import { expect, it } from 'vitest'

import { cutShare } from './cut-share.ts'

const nothing = { confirmations: null, hasReceived: false }

it('a key is cut once the code was copied, and further when a part of the money arrives', () => {
  expect(cutShare(false, nothing)).toBe(0)
  expect(cutShare(true, nothing)).toBeCloseTo(1 / 3)
  expect(cutShare(false, { ...nothing, hasReceived: true })).toBeCloseTo(2 / 3)
})

it('each confirmation of a coin payment cuts the key further, never beyond its end', () => {
  const cutAt = (confirmations: string) => cutShare(true, { ...nothing, confirmations })
  expect(cutAt('0/6')).toBeCloseTo(1 / 3)
  expect(cutAt('3/6')).toBeCloseTo(2 / 3)
  expect(cutAt('6/6')).toBe(1)
  expect(cutAt('9/6')).toBe(1)
})
