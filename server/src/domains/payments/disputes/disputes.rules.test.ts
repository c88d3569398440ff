import type { DisputeState } from '@chaveiro/contracts/states'
import { expect, it } from 'vitest'

import { gravestState } from './disputes.rules.ts'

it('of several disputes staff see the most urgent one', () => {
  const gravest = (...states: DisputeState[]) => gravestState(states.map((state) => ({ state })))
  expect(gravest('won', 'lost', 'inquiry', 'unknown', 'open')).toBe('open')
  expect(gravest('won', 'lost', 'inquiry', 'unknown')).toBe('unknown')
  expect(gravest('won', 'lost', 'inquiry')).toBe('inquiry')
  expect(gravest('won', 'lost')).toBe('lost')
  expect(gravest('won')).toBe('won')
  expect(gravest()).toBeNull()
})
