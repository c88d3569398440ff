import { describe, expect, it } from 'vitest'

import { splitPaste, readPaste, lineReport } from './paste.ts'
import { mayStaffMove, removalRefusal } from './stock-moves.ts'

describe('a paste of licences', () => {
  it('is split on every kind of line break, trimmed, and empty lines are dropped [B173]', () => {
    expect(readPaste('\uFEFF A-1 \r\n\r\n\tB-2\r   \nC-3\n')).toEqual({
      keys: ['A-1', 'B-2', 'C-3'],
      at: [1, 3, 5],
      others: [
        { line: 2, result: 'empty' },
        { line: 4, result: 'empty' },
      ],
    })

    expect(readPaste('  \n ').keys).toEqual([])

    expect(readPaste('A\n\n')).toEqual({
      keys: ['A'],
      at: [1],
      others: [{ line: 2, result: 'empty' }],
    })

    expect(readPaste('A\n  ').others).toEqual([])
    expect(readPaste('A\r\nB\n\rC').at).toEqual([1, 2, 4])
    expect(readPaste('x'.repeat(500)).keys).toEqual(['x'.repeat(500)])

    expect(readPaste(`${'x'.repeat(501)}\nk`)).toEqual({
      keys: ['k'],
      at: [2],
      others: [{ line: 1, result: 'invalid' }],
    })
  })

  it('rejects keys with invisible characters; keys that look alike are duplicates [F230]', () => {
    const text =
      'ZW1\n\u200bZW1\u200b\nx\uFEFFy\nEdi\ufffdo\na\u0007\na\tb\ncaf\u00e9\ncafe\u0301\na  b'

    expect(readPaste(text)).toEqual({
      keys: ['ZW1', 'caf\u00e9', 'cafe\u0301', 'a  b'],
      at: [1, 7, 8, 9],
      others: [
        { line: 2, result: 'duplicate', firstLine: 1 },
        { line: 3, result: 'invalid' },
        { line: 4, result: 'invalid' },
        { line: 5, result: 'invalid' },
        { line: 6, result: 'invalid' },
      ],
    })
  })

  it('is split into parts of allowed size; no part repeats a key of an earlier one [decision Q131]', () => {
    const lines = Array.from({ length: 20_001 }, (_, i) => `K-${i}`)
    lines[10_000] = 'K-3'
    lines[5] = 'cafe\u0301'
    lines[20_000] = 'caf\u00e9'
    const { parts, repeated } = splitPaste(readPaste(lines.join('\n')))

    expect(parts.map(({ keys, at }) => [keys.length, keys[0], at[0], at.at(-1)])).toEqual([
      [10_000, 'K-0', 1, 10_000],
      [9_999, 'K-10001', 10_002, 20_000],
    ])

    expect(repeated).toEqual([
      { line: 10_001, result: 'duplicate', firstLine: 4 },
      { line: 20_001, result: 'duplicate', firstLine: 6 },
    ])

    // Keys of 500 two-byte letters: fewer than a thousand fill a request body.
    const long = Array.from({ length: 1000 }, (_, i) => `${i}`.padEnd(500, 'ç'))
    const sizes = splitPaste(readPaste(long.join('\n'))).parts.map(({ keys }) => keys.length)
    expect(sizes).toEqual([899, 101])

    expect(splitPaste(readPaste('A\nB\nA'))).toEqual({
      parts: [{ keys: ['A', 'B', 'A'], at: [1, 2, 3] }],
      repeated: [],
    })
  })

  it('is reported by line numbers of the paste, not of the sent parts [B174]', () => {
    const paste = readPaste('A\n\nB\nA\nC')
    expect(
      lineReport(paste, [
        { result: 'accepted' },
        { result: 'accepted' },
        { result: 'duplicate', firstLine: 1 },
        { result: 'duplicate' },
      ]),
    ).toStrictEqual([
      { line: 1, result: 'accepted' },
      { line: 2, result: 'empty' },
      { line: 3, result: 'accepted' },
      { line: 4, result: 'duplicate', firstLine: 1 },
      { line: 5, result: 'duplicate' },
    ])
  })
})

describe('disabled moves', () => {
  const key = { orderId: null, sold: false }
  it('a reserved key cannot change, a sold key is never available again, others change freely [B144, Q110]', () => {
    const held = { ...key, status: 'reserved', orderId: 'o' } as const
    const sold = { ...key, status: 'revoked', orderId: 'o', sold: true } as const

    expect([
      mayStaffMove(held, 'available'),
      mayStaffMove(sold, 'available'),
      mayStaffMove(sold, 'used'),
      mayStaffMove(sold, 'reserved'),
      mayStaffMove({ ...held, status: 'used' }, 'available'),
    ]).toEqual([false, false, true, false, true])

    expect([
      mayStaffMove({ ...key, status: 'revoked' }, 'used'),
      mayStaffMove({ ...key, status: 'revoked' }, 'available'),
      mayStaffMove({ ...key, status: 'reserved' }, 'available'),
      mayStaffMove({ ...key, status: 'available' }, 'used'),
    ]).toEqual([true, true, true, true])

    expect([
      removalRefusal(held),
      removalRefusal(sold),
      removalRefusal({ ...key, status: 'revoked' }),
      removalRefusal({ ...key, status: 'reserved' }),
      removalRefusal({ ...held, status: 'revoked' }),
    ]).toEqual(['adminStock.held', 'adminStock.sold', null, null, null])
  })
})
