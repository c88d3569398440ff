import { describe, expect, it } from 'vitest'

import type { RefundFact } from '../../../ports/payments.ts'
import { contested, contestedOf, isUndecided, type Reported } from './infractions.rules.ts'

const receivedAt = new Date('2026-03-01T12:00:00Z')

const receipt = (receiptId: string, amountCents = 5000) => ({
  receiptId,
  amountCents,
  currency: 'BRL',
  receivedAt,
})

const report = (status: string, more: Partial<Reported> = {}): Reported => ({
  receiptId: 'E1',
  status,
  contestedCents: 5000,
  dueAt: null,
  ...more,
})

const back = (more: Partial<RefundFact> = {}): RefundFact => ({
  refundId: 'D1',
  receiptId: 'E1',
  amountCents: 5000,
  status: 'succeeded',
  ...more,
})

type Asked = Parameters<typeof contested>[2]
const foreign: Asked = { byUs: () => false, keptAsRefund: () => false }

const judged = (
  refunds: RefundFact[],
  reports: Reported[],
  asked: Asked = foreign,
  receipts = [receipt('E1')],
) => contested({ state: 'closed', receipts, refunds, mismatch: null, disputes: [] }, reports, asked)

const state = (...given: Parameters<typeof judged>) =>
  judged(...given).disputes.map((one) => [one.state, one.takenCents])

describe('a report of fraud [F104]', () => {
  it('is undecided while it is open or defended', () => {
    expect(
      ['ABERTA', 'EM_DEFESA', 'ACEITA', 'REJEITADA', 'CANCELADA', 'CANCELADA_EFI', ''].map(
        isUndecided,
      ),
    ).toEqual([true, true, false, false, false, false, false])
  })

  it('that the bank accepted is open until its money is gone, and lost then', () => {
    const accepted = [report('ACEITA')]
    expect(state([], accepted)).toEqual([['open', 0]])
    expect(state([back({ status: 'pending' })], accepted)).toEqual([['open', 0]])
    expect(state([back()], accepted)).toEqual([['lost', 5000]])
    expect(state([back({ status: 'failed' })], accepted)).toEqual([['open', 0]])
    expect(state([back({ amountCents: 2000 })], accepted)).toEqual([['lost', 2000]])
  })

  it('that the bank accepted when nothing was left to take is lost without taking', () => {
    const ours: Asked = { byUs: () => true, keptAsRefund: () => false }
    expect(state([back()], [report('ACEITA')], ours)).toEqual([['lost', 0]])
    expect(state([back({ status: 'failed' })], [report('ACEITA')], ours)).toEqual([['open', 0]])
    expect(state([back({ amountCents: 4999 })], [report('ACEITA')], ours)).toEqual([['open', 0]])
    expect(state([], [report('ACEITA')], ours, [])).toEqual([['lost', 0]])
    expect(state([back({ receiptId: 'E2' })], [report('ACEITA')], ours)).toEqual([['open', 0]])
    const other = [receipt('E2', 9000), receipt('E1')]
    expect(state([back()], [report('ACEITA')], ours, other)).toEqual([['lost', 0]])
  })

  it('whose money was returned before it was known is lost, and the return stays a refund', () => {
    const kept: Asked = { byUs: () => false, keptAsRefund: () => true }
    const told = judged([back({ amountCents: 1000 })], [report('ACEITA')], kept)
    expect(told.refunds).toEqual([back({ amountCents: 1000 })])
    expect(told.disputes).toMatchObject([{ state: 'lost', takenCents: 0 }])

    const two = [
      back({ amountCents: 1000 }),
      back({ refundId: 'D2', amountCents: 1000, clawBack: true }),
    ]

    const first: Asked = { byUs: () => false, keptAsRefund: (fact) => fact.refundId === 'D1' }
    expect(state(two, [report('ACEITA')], first)).toEqual([['lost', 1000]])
    const pending = [back({ amountCents: 1000, status: 'pending' })]
    expect(state(pending, [report('ACEITA')], kept)).toEqual([['open', 0]])
    // A refund that the shop itself made before the report does not show the bank's decision.
    const ours: Asked = { byUs: () => true, keptAsRefund: () => false }
    expect(state([back({ amountCents: 1000 })], [report('ACEITA')], ours)).toEqual([['open', 0]])
  })

  it('that was rejected or withdrawn is won; one with an unknown status is for staff to judge', () => {
    for (const status of ['REJEITADA', 'CANCELADA', 'CANCELADA_EFI'])
      expect(state([], [report(status)]), status).toEqual([['won', 0]])
    expect(state([], [report('TALVEZ')])).toEqual([['unknown', 0]])
    expect(state([], [report('REJEITADA'), report('TALVEZ')])).toEqual([['unknown', 0]])
    for (const status of ['ABERTA', 'EM_DEFESA'])
      expect(state([], [report('REJEITADA'), report(status)]), status).toEqual([['open', 0]])
  })

  it('counts a return as taken when its nature says so, whatever the report says', () => {
    const taken = back({ clawBack: true })
    expect(state([taken], [])).toEqual([['lost', 5000]])
    expect(state([{ ...taken, status: 'pending' }], [])).toEqual([['open', 0]])
    expect(state([{ ...taken, status: 'failed' }], [])).toEqual([['won', 0]])
    expect(state([taken], [report('REJEITADA')])).toEqual([['lost', 5000]])
    expect(judged([taken], []).refunds).toEqual([])
    expect(judged([taken], []).disputes).toMatchObject([{ contestedCents: 5000 }])
    const other = judged([back()], [report('REJEITADA')])
    expect(other.refunds).toEqual([back()])
    expect(other.disputes).toMatchObject([{ state: 'won', takenCents: 0 }])
  })

  it('lists each receipt once: largest disputed amount, amount taken and first deadline', () => {
    const [soon, later] = [new Date('2026-03-05T12:00:00Z'), new Date('2026-03-09T12:00:00Z')]

    const told = judged(
      [
        back({ amountCents: 3000, clawBack: true }),
        back({ refundId: 'D2', receiptId: 'E2', amountCents: 700 }),
        back({ refundId: 'D3', receiptId: 'E3', amountCents: 10, clawBack: true }),
      ],
      [
        report('ABERTA', { contestedCents: 2000, dueAt: later }),
        report('EM_DEFESA', { contestedCents: 4000, dueAt: soon }),
        report('REJEITADA', { contestedCents: 3000, dueAt: new Date('2026-03-02T12:00:00Z') }),
        report('ABERTA', { contestedCents: 1000 }),
      ],
      foreign,
      [receipt('E1'), receipt('E2'), receipt('E3')],
    )

    expect(told).toEqual({
      state: 'closed',
      mismatch: null,
      receipts: [receipt('E1'), receipt('E2'), receipt('E3')],
      refunds: [back({ refundId: 'D2', receiptId: 'E2', amountCents: 700 })],

      disputes: [
        {
          disputeId: 'E1',
          receiptId: 'E1',
          state: 'open',
          contestedCents: 4000,
          takenCents: 3000,
          reason: null,
          dueAt: soon,
        },
        {
          disputeId: 'E3',
          receiptId: 'E3',
          state: 'lost',
          contestedCents: 10,
          takenCents: 10,
          reason: null,
          dueAt: null,
        },
      ],
    })
  })
})

it('a disputed amount is at most the received one; one sent in centavos is read as reais', () => {
  // Reported, received, disputed, in cents.
  for (const [told, came, wanted] of [
    [5000, 5000, 5000],
    [4000, 5000, 4000],
    [500_000, 5000, 5000],
    [200_000, 5000, 2000],
    [200_050, 5000, 5000],
    [600_000, 5000, 5000],
    [5100, 5000, 51],
    [5000, 5100, 5000],
    [0, 5000, 0],
  ] as const)
    expect(contestedOf(told, came), `${told} of ${came}`).toBe(wanted)
})
