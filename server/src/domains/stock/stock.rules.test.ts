import { describe, expect, it } from 'vitest'

import { readPaste, moveRefusal, removalRefusal } from './stock.rules.ts'

describe('what staff may do with a key', () => {
  it('any status from any other, except sold keys for sale and keys of a payment [B144, B112, Q110]', () => {
    const [fresh, sold] = [
      { paymentId: null, sold: false },
      { paymentId: 'p', sold: true },
    ]

    const statuses = ['available', 'reserved', 'used', 'revoked'] as const

    const allowed = (key: { paymentId: string | null; sold: boolean }) =>
      Object.fromEntries(
        statuses.map((status) => [
          status,
          statuses.filter((to) => to !== status && !moveRefusal({ ...key, status }, to)),
        ]),
      )

    expect(allowed(fresh)).toEqual({
      available: ['reserved', 'used', 'revoked'],
      reserved: ['available', 'used', 'revoked'],
      used: ['available', 'reserved', 'revoked'],
      revoked: ['available', 'reserved', 'used'],
    })

    expect(allowed(sold)).toEqual({
      available: ['used', 'revoked'],
      reserved: [],
      used: ['revoked'],
      revoked: ['used'],
    })

    const held = { status: 'reserved', paymentId: 'p', sold: false } as const
    expect(moveRefusal(held, 'available')).toBe('stock.payment_open')
    expect(moveRefusal(held, 'reserved')).toBeNull()
    expect(moveRefusal({ ...sold, status: 'used' }, 'available')).toBe('stock.sold')
    expect(moveRefusal({ ...sold, status: 'used' }, 'reserved')).toBe('stock.sold')
    expect(moveRefusal({ ...sold, status: 'used' }, 'used')).toBeNull()
    expect(removalRefusal({ ...fresh, status: 'revoked' })).toBeNull()
    expect(removalRefusal({ ...fresh, status: 'used' })).toBeNull()
    expect(removalRefusal({ ...sold, status: 'revoked' })).toBe('stock.sold')
    expect(removalRefusal(held)).toBe('stock.payment_open')
    expect(removalRefusal({ ...fresh, status: 'reserved' })).toBeNull()
    expect(removalRefusal({ status: 'revoked', paymentId: 'p', sold: false })).toBeNull()
  })
})

it('lines of a paste are trimmed; empty, repeated and unreadable ones are reported by number [B173, B174]', () => {
  expect(
    readPaste(
      [' A ', '', 'B', 'A', '  ', 'C\u0007', 'x'.repeat(9), 'x'.repeat(8), 'D\u007f', 'B'],
      8,
    ),
  ).toEqual([
    { line: 1, key: 'A', result: 'accepted' },
    { line: 2, key: '', result: 'empty' },
    { line: 3, key: 'B', result: 'accepted' },
    { line: 4, key: 'A', result: 'duplicate', firstLine: 1 },
    { line: 5, key: '', result: 'empty' },
    { line: 6, key: 'C\u0007', result: 'invalid' },
    { line: 7, key: 'xxxxxxxxx', result: 'invalid' },
    { line: 8, key: 'xxxxxxxx', result: 'accepted' },
    { line: 9, key: 'D\u007f', result: 'invalid' },
    { line: 10, key: 'B', result: 'duplicate', firstLine: 3 },
  ])

  const twins = [
    '\u200bZ\u200b',
    'Z',
    '\u200bZ',
    'caf\u00e9',
    'cafe\u0301',
    'Edi\ufffdo',
    'a  b',
    'a\u0096b',
  ]

  expect(readPaste(twins, 8).map(({ result, firstLine }) => [result, firstLine])).toEqual([
    ['invalid', undefined],
    ['accepted', undefined],
    ['duplicate', 2],
    ['accepted', undefined],
    ['duplicate', 4],
    ['invalid', undefined],
    ['accepted', undefined],
    ['invalid', undefined],
  ])
})
