import { expect, it } from 'vitest'
import { worthSaying } from './timeline.tsx'

it('[B012] a moment says how much, why and by which proof, and nothing that is not text', () => {
  expect(
    worthSaying(
      {
        receivedCents: 1990,
        reason: 'extrato',
        reference: 'E123',
        before: { status: 'pending' },
        source: 'desk',
      },
      'BRL',
    ).map((text) => text.replace(/\u00a0/g, ' ')),
  ).toEqual(['R$ 19,90', 'extrato', 'E123'])
  expect(worthSaying({ reason: null, payments: ['x'] }, 'BRL')).toEqual([])
})
