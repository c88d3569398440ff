import { describe, expect, it } from 'vitest'
import { readPaste, reportOf } from './paste.ts'
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
    expect(readPaste('x\uFEFFy').keys).toEqual(['x\uFEFFy'])
    expect(readPaste('x'.repeat(500)).keys).toEqual(['x'.repeat(500)])
    expect(readPaste(`${'x'.repeat(501)}\nk`)).toEqual({
      keys: ['k'],
      at: [2],
      others: [{ line: 1, result: 'invalid' }],
    })
  })

  it('is reported by the lines of the paste, not of what was sent [B174]', () => {
    const paste = readPaste('A\n\nB\nA\nC')
    expect(
      reportOf(paste, [
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

describe('what the screen greys', () => {
  const key = { orderId: null, sold: false }
  it('a key that a payment holds moves nowhere, a sold one never returns to the shelf, any other goes anywhere [B144, Q110]', () => {
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
