import type {
  DisputeState,
  PaymentReason,
  PaymentStatus,
  ReviewReason,
} from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import {
  decide,
  gravestState,
  lookupId,
  messageFor,
  nextCheck,
  oneLine,
  wasPaid,
  type Money,
  type Seen,
  type Standing,
} from './settlement.rules.ts'

const opened = new Date('2026-03-01T12:00:00.000Z')
const ends = new Date('2026-03-01T12:30:00.000Z')
const hoursAfter = (hours: number) => new Date(ends.getTime() + hours * 3_600_000)

describe('money', () => {
  const came = (currency: string) => ({
    amountCents: 1000,
    currency,
    receivedAt: opened,
    receiptId: `in ${currency}`,
  })

  const judge = (...receipts: ReturnType<typeof came>[]) =>
    decide(
      {
        status: 'pending',
        amountCents: 1000,
        currency: 'BRL',
        expiresAt: ends,
        reviewReason: null,
      },
      receipts,
      { state: 'open', mismatch: null, dispute: null },
      opened,
    )

  it('in another currency never pays an order, as much as it may be; staff are told', () => {
    expect(judge(came('USD'))).toEqual({ kind: 'keep', reviewReason: 'mismatch', extra: [] })
    expect(judge(came('USD'), came('BRL'))).toMatchObject({ kind: 'complete', extra: [] })
  })

  it('that lacks one cent pays nothing yet; with that cent it does', () => {
    const cents = (amountCents: number) => judge({ ...came('BRL'), amountCents })
    expect(cents(999)).toEqual({ kind: 'keep', reviewReason: 'partial', extra: [] })
    expect(cents(1000)).toMatchObject({ kind: 'complete', reviewReason: null })
    expect(cents(1001)).toMatchObject({ kind: 'complete', reviewReason: 'over' })
  })

  it('that came in two parts is all there: nothing is told as missing any more', () => {
    const part = (cents: number, time: string) => ({
      amountCents: cents,
      currency: 'BRL',
      receivedAt: new Date(`2026-03-01T12:${time}:00.000Z`),
      receiptId: time,
    })

    const low = {
      amountCents: 1990,
      currency: 'BRL',
      expiresAt: ends,
      status: 'pending',
      reviewReason: 'partial',
    } as const

    const open = { state: 'open', mismatch: null, dispute: null } as const
    const verdict = (...parts: ReturnType<typeof part>[]) => decide(low, parts, open, opened)
    expect(verdict(part(1000, '05'))).toMatchObject({ kind: 'keep', reviewReason: 'partial' })

    expect(verdict(part(1000, '05'), part(990, '10'))).toEqual({
      kind: 'complete',
      reviewReason: null,
      paidAt: new Date('2026-03-01T12:10:00.000Z'),
      extra: [],
    })

    expect(verdict(part(1000, '05'), part(990, '31'))).toMatchObject({ reviewReason: 'late' })
    expect(verdict(part(1000, '05'), part(991, '10'))).toMatchObject({ reviewReason: 'over' })
  })
})

describe('a payment whose time is over', () => {
  const payment = { status: 'failed', createdAt: opened, expiresAt: ends, method: 'pix' } as const

  it('is asked about for 48 hours more, and after that only while money is under way (R7, M7)', () => {
    const next = (hours: number, underway = false) =>
      nextCheck(payment, hoursAfter(hours), underway)
    expect(next(1)).toEqual(new Date('2026-03-01T13:31:00.000Z'))
    expect(next(47)).toEqual(new Date('2026-03-03T11:45:00.000Z'))
    expect(next(49)).toBeNull()
    expect(next(49, true)).toEqual(new Date('2026-03-03T14:30:00.000Z'))
  })
})

describe('what the facts of a payment mean', () => {
  const minute = (at: number) => new Date(opened.getTime() + at * 60_000)

  const paid = (amountCents: number, at: number, currency = 'BRL'): Money => ({
    amountCents,
    currency,
    receivedAt: minute(at),
    receiptId: `${amountCents} at ${at}`,
  })

  const standing = (more: Partial<Standing> = {}): Standing => ({
    status: 'pending',
    amountCents: 1000,
    currency: 'BRL',
    expiresAt: ends,
    reviewReason: null,
    ...more,
  })

  const told = (
    more: Partial<Standing>,
    receipts: Money[],
    seen: Partial<Seen> = {},
    now: Date = minute(5),
  ) =>
    decide(standing(more), receipts, { state: 'open', mismatch: null, dispute: null, ...seen }, now)

  it('enough money completes, at the moment when it was enough; what came after goes back (Q38)', () => {
    expect(told({}, [paid(1000, 3)])).toEqual({
      kind: 'complete',
      reviewReason: null,
      paidAt: minute(3),
      extra: [],
    })

    const twice = [paid(1000, 9), paid(400, 2), paid(600, 4), paid(50, 7)]

    expect(told({}, twice)).toEqual({
      kind: 'complete',
      reviewReason: 'duplicate',
      paidAt: minute(4),
      extra: [twice[3], twice[0]],
    })

    expect(told({}, [paid(1001, 3)])).toMatchObject({ kind: 'complete', reviewReason: 'over' })
    expect(told({}, [paid(999, 3)])).toEqual({ kind: 'keep', reviewReason: 'partial', extra: [] })
    expect(told({}, [])).toEqual({ kind: 'keep', reviewReason: null, extra: [] })
  })

  it('money after the time is late, and so is money for what failed; on the last moment it is not', () => {
    expect(told({}, [paid(1000, 30)])).toMatchObject({ kind: 'complete', reviewReason: null })
    expect(told({}, [paid(1000, 31)])).toMatchObject({ kind: 'complete', reviewReason: 'late' })

    for (const status of ['failed', 'rejected'] as const)
      expect(told({ status }, [paid(1000, 3)])).toMatchObject({
        kind: 'complete',
        reviewReason: 'late',
      })

    expect(told({ reviewReason: 'mismatch' }, [paid(1000, 31)])).toMatchObject({
      reviewReason: 'mismatch',
    })
  })

  it('money of a buyer who is barred waits for staff, and goes on waiting when he no longer is (Q114)', () => {
    const held = { kind: 'keep', reviewReason: 'held', extra: [] }

    expect(told({ barred: true }, [paid(1000, 3), paid(1000, 4)])).toEqual({
      kind: 'fail',
      reason: 'cancelled',
      reviewReason: 'held',
    })

    expect(told({ reviewReason: 'held' }, [paid(1000, 3)])).toMatchObject({ kind: 'fail' })
    expect(told({ barred: true, status: 'failed' }, [paid(1000, 3)])).toEqual(held)
    expect(told({ reviewReason: 'held', status: 'failed' }, [paid(1000, 3)])).toEqual(held)
    // A part of it went back.
    expect(told({ reviewReason: 'held', status: 'failed' }, [paid(999, 3)])).toEqual(held)
  })

  it('a charge that is not ours never completes, nor does foreign money that is not enough', () => {
    const mismatch = { kind: 'keep', reviewReason: 'mismatch', extra: [] }
    expect(told({}, [paid(1000, 3)], { mismatch: 'outro recebedor' })).toEqual(mismatch)
    expect(told({}, [paid(1000, 3)], { mismatch: '' })).toEqual(mismatch)
    expect(told({}, [paid(999, 3), paid(1000, 4, 'USD')])).toEqual(mismatch)
    expect(told({ reviewReason: 'held' }, [paid(999, 3), paid(1, 4, 'USD')])).toEqual(mismatch)
  })

  it('what the exchange asks of the shop is told as long as it asks', () => {
    expect(told({}, [], { awaitsShop: true })).toMatchObject({ reviewReason: 'confirmation' })
    expect(told({ reviewReason: 'confirmation' }, [])).toMatchObject({ reviewReason: null })

    expect(told({ reviewReason: 'confirmation', status: 'failed' }, [])).toMatchObject({
      kind: 'keep',
      reviewReason: null,
    })

    expect(told({ reviewReason: 'confirmation' }, [paid(1000, 3)])).toMatchObject({
      kind: 'complete',
      reviewReason: null,
    })
  })

  it('an unpaid one ends when its time is over, unless coins were seen in time; a closed charge ends at once', () => {
    const after = (seen: Partial<Seen>, now: Date) => told({}, [], seen, now)
    expect(after({}, minute(29.99)).kind).toBe('keep')
    expect(after({}, minute(30))).toEqual({ kind: 'fail', reason: 'expired', reviewReason: null })
    expect(after({ detectedInTime: true }, minute(31)).kind).toBe('keep')
    expect(after({ state: 'unknown' }, minute(5)).kind).toBe('keep')
    const closed = { state: 'closed', detectedInTime: true } as const
    expect(after(closed, minute(29))).toMatchObject({ kind: 'fail', reason: 'cancelled' })
    expect(after(closed, minute(30))).toMatchObject({ kind: 'fail', reason: 'expired' })

    expect(told({}, [paid(1, 3)], {}, minute(30))).toMatchObject({
      kind: 'fail',
      reviewReason: 'partial',
    })
  })

  it('one that failed keeps what staff know of it, or learns more', () => {
    expect(told({ status: 'failed', reviewReason: 'mismatch' }, [], {}, minute(40))).toEqual({
      kind: 'keep',
      reviewReason: 'mismatch',
      extra: [],
    })

    expect(told({ status: 'rejected' }, [paid(5, 3)], {}, minute(40))).toEqual({
      kind: 'keep',
      reviewReason: 'partial',
      extra: [],
    })

    expect(told({ status: 'failed' }, [], { state: 'closed' }, minute(40)).kind).toBe('keep')
  })

  it('one that was paid stays paid: what else came goes back, and what is contested says so', () => {
    const receipts = [paid(1000, 3), paid(1000, 8)]

    expect(told({ status: 'completed' }, receipts)).toEqual({
      kind: 'keep',
      reviewReason: 'duplicate',
      extra: [receipts[1]],
    })

    expect(told({ status: 'refunded' }, receipts)).toEqual({
      kind: 'keep',
      reviewReason: 'duplicate',
      extra: [],
    })

    const kept = (reviewReason: ReviewReason | null, dispute: Seen['dispute']) =>
      told({ status: 'completed', reviewReason }, [paid(1000, 3)], { dispute }).reviewReason
    expect(kept('late', null)).toBe('late')
    expect(kept('late', 'open')).toBe('disputed')
    expect(kept('late', 'lost')).toBe('disputed')
    expect(kept('disputed', 'won')).toBeNull()
    expect(kept('disputed', null)).toBeNull()
    expect(kept('held', 'won')).toBe('held')
    // Staff took a part for the whole.
    expect(told({ status: 'completed', reviewReason: 'partial' }, [paid(900, 3)])).toMatchObject({
      reviewReason: 'partial',
    })
    expect(told({ status: 'completed', barred: true }, [paid(1000, 3)]).kind).toBe('keep')

    expect([wasPaid({ status: 'completed' }), wasPaid({ status: 'refunded' })]).toEqual([
      true,
      true,
    ])

    expect([wasPaid({ status: 'pending' }), wasPaid({ status: 'failed' })]).toEqual([false, false])
  })
})

it('of several disputes staff learn the one that presses most', () => {
  const gravest = (...states: DisputeState[]) => gravestState(states.map((state) => ({ state })))
  expect(gravest('won', 'lost', 'inquiry', 'unknown', 'open')).toBe('open')
  expect(gravest('won', 'lost', 'inquiry', 'unknown')).toBe('unknown')
  expect(gravest('won', 'lost', 'inquiry')).toBe('inquiry')
  expect(gravest('won', 'lost')).toBe('lost')
  expect(gravest('won')).toBe('won')
  expect(gravest()).toBeNull()
})

describe('when the provider is asked again', () => {
  const at = (status: PaymentStatus, seconds: number, underway = false) => {
    const now = new Date(opened.getTime() + seconds * 1000)

    const next = nextCheck(
      { status, createdAt: opened, expiresAt: ends, method: 'pix' },
      now,
      underway,
    )

    return next && (next.getTime() - now.getTime()) / 1000
  }

  it('a pending payment every quarter of a minute at first, then every half, and just after its end (R7)', () => {
    expect([0, 299, 300, 1769, 1770].map((seconds) => at('pending', seconds))).toEqual([
      15, 15, 30, 30, 30,
    ])
    expect(at('pending', 1771)).toBe(29.5)
    expect(at('pending', 1799)).toBe(1.5)
    expect([1800, 1900].map((seconds) => at('pending', seconds))).toEqual([30, 30])
  })

  it('one that is over for two days, less and less; beyond that only what is under way (R7)', () => {
    const over = 1800

    for (const status of ['failed', 'rejected'] as const)
      expect([0, 7199, 7200, 172_800, 172_801].map((after) => at(status, over + after))).toEqual([
        60,
        60,
        900,
        900,
        null,
      ])

    for (const status of ['completed', 'refunded'] as const)
      expect([0, 3599, 3600, 172_800, 172_801].map((after) => at(status, over + after))).toEqual([
        600,
        600,
        21_600,
        21_600,
        null,
      ])

    expect(at('completed', over + 172_801, true)).toBe(3600)
  })
})

it('a path names a payment by its id or a card session, cut where it was marked or where its own letters end [S089]', () => {
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

it('what somebody typed stands on one line, without what turns or hides it; nothing is null', () => {
  expect(oneLine('  Ana \r\n\t da\u0000 Silva\u202e ')).toBe('Ana da Silva')
  expect(oneLine('a\u2028b\u2066c\u200fd\ufeffe\u200ef\u2069g')).toBe('a b c d e f g')
  expect(oneLine('Ana')).toBe('Ana')
  expect([oneLine(undefined), oneLine(''), oneLine(' \n ')]).toEqual([null, null, null])
})

describe('what a buyer is told', () => {
  const sum = (portuguese: string, english: string) => ({ 'pt-BR': portuguese, 'en-US': english })

  const sums = {
    received: sum('R$ 10,00', 'R$10.00'),
    asked: sum('R$ 19,90', 'R$19.90'),
    left: sum('R$ 9,90', 'R$9.90'),
  }

  const both = (
    status: PaymentStatus,
    reviewReason: ReviewReason | null,
    reason: PaymentReason | null = null,
  ) => {
    const text = messageFor({ status, reason, reviewReason }, sums)
    return [text?.['pt-BR'], text?.['en-US']]
  }

  it('of what is odd about his money, in both languages', () => {
    expect(both('pending', 'partial')).toEqual([
      'Recebemos R$ 10,00 de R$ 19,90. Faltam R$ 9,90.',
      'We received R$10.00 of R$19.90. R$9.90 is missing.',
    ])

    const mismatch = [
      'Recebemos um pagamento que não confere com este pedido. Nossa equipe vai verificar.',
      'We received a payment that does not match this order. Our team will look into it.',
    ]

    expect(both('pending', 'mismatch')).toEqual(mismatch)
    expect(both('completed', 'mismatch')).toEqual(mismatch)

    expect(both('pending', 'confirmation')).toEqual([
      'Seu pagamento chegou e a corretora está conferindo. Avisaremos assim que terminar; nada mais precisa ser pago.',
      'Your payment arrived and the exchange is checking it. We will tell you when it is done; nothing more has to be paid.',
    ])

    expect(both('failed', 'held')).toEqual([
      'Recebemos R$ 10,00, mas esta conta não pode receber pedidos agora. Nossa equipe vai verificar o pagamento.',
      'We received R$10.00, but this account cannot receive orders now. Our team will look into the payment.',
    ])

    expect(both('completed', 'duplicate')).toEqual([
      'Este pedido já tinha sido pago. O valor repetido será devolvido.',
      'This order had already been paid. The repeated amount will be returned.',
    ])
  })

  it('of a failed one why it failed, of one that is as it should be nothing', () => {
    expect(both('failed', null, 'expired')).toEqual([
      'O prazo do pagamento terminou e nada foi cobrado.',
      'The time to pay ran out and nothing was charged.',
    ])

    expect(both('rejected', 'late')).toEqual(['Pagamento falhou', 'Payment failed'])
    expect(both('failed', 'duplicate', 'declined')[0]).toBe(
      'O cartão foi recusado. Nada foi cobrado.',
    )
    const nothing = [undefined, undefined]
    expect(both('pending', null)).toEqual(nothing)
    expect(both('pending', 'duplicate')).toEqual(nothing)
    expect(both('completed', null)).toEqual(nothing)
    expect(both('completed', 'held')).toEqual(nothing)
    expect(both('refunded', 'late')).toEqual(nothing)
    expect(both('refunded', 'duplicate')).toEqual(nothing)
  })
})
