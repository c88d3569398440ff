import { expect, it } from 'vitest'

import { lookupId } from './payment-lookup.rules.ts'

it('a path names a payment by id or card session; text after the id is cut off [S089]', () => {
  const id = '0123456789abcdef0123456789abcdef'
  expect(lookupId(id)).toEqual({ paymentId: id })
  expect(lookupId(`${id}::1`)).toEqual({ paymentId: id })
  expect(lookupId('cs_test_aB9::1?x=2')).toEqual({ sessionId: 'cs_test_aB9' })
  expect(lookupId('cs_live_aB9&x')).toEqual({ sessionId: 'cs_live_aB9' })

  for (const other of [
    '',
    id.slice(1),
    `${id}0`,
    `x${id}`,
    id.toUpperCase(),
    'cs_other_a',
    'cs_test_',
    'cs_test_-',
    ' cs_test_a',
    `::1${id}`,
  ])
    expect(lookupId(other), other).toBeNull()
})
