import { expect, it } from 'vitest'

import { cutWhole } from './whole-cut.ts'

it('a text is never cut inside an emoji or between a letter and its accent', () => {
  expect(cutWhole('abc', 3)).toBe('abc')
  expect(cutWhole('abcd', 3)).toBe('abc')
  expect(cutWhole('ab😀', 3)).toBe('ab')
  expect(cutWhole('a👩‍👩‍👧b', 6)).toBe('a')
  expect(cutWhole('a👩‍👩‍👧b', 9)).toBe('a👩‍👩‍👧')
  expect(cutWhole('ne\u0301e', 2)).toBe('n')
  expect(cutWhole('🇧🇷🇵🇹', 6)).toBe('🇧🇷')
})
