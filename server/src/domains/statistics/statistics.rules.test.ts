import { describe, expect, it } from 'vitest'
import { daysOf, feeCents, growth, lastMonths, spansOf } from './statistics.rules.ts'

describe('the days of a range', () => {
  it('end today and are compared with as many before them [B127]', () => {
    expect(spansOf('7d', '2028-03-01')).toEqual({
      now: { from: '2028-02-24', until: '2028-03-02' },
      before: { from: '2028-02-17', until: '2028-02-24' },
    })
    const begins = (range: '30d' | '90d' | '1y' | 'today') => {
      const { now, before } = spansOf(range, '2027-03-17')
      return [before.from, now.from, now.until]
    }
    expect(begins('30d')).toEqual(['2027-01-17', '2027-02-16', '2027-03-18'])
    expect(begins('90d')).toEqual(['2026-09-19', '2026-12-18', '2027-03-18'])
    expect(begins('1y')).toEqual(['2025-03-18', '2026-03-18', '2027-03-18'])
    expect(begins('today')).toEqual(['2027-03-16', '2027-03-17', '2027-03-18'])
  })

  it('are all shown, also those without a sale', () => {
    expect(daysOf({ from: '2028-02-27', until: '2028-03-02' })).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    expect(daysOf({ from: '2028-03-02', until: '2028-03-02' })).toEqual([])
  })

  it('of the last twelve months end with this one, whatever day it is', () => {
    expect(lastMonths('2028-02-29')).toEqual({
      months: [
        '2027-03',
        '2027-04',
        '2027-05',
        '2027-06',
        '2027-07',
        '2027-08',
        '2027-09',
        '2027-10',
        '2027-11',
        '2027-12',
        '2028-01',
        '2028-02',
      ],
      span: { from: '2027-03-01', until: '2028-03-01' },
    })
    expect(lastMonths('2027-12-31').span).toEqual({ from: '2027-01-01', until: '2028-01-01' })
  })
})

it('growth is in percent with two decimals; of nothing to something it is 100, of nothing to nothing 0 [B026]', () => {
  expect([growth(0, 0), growth(5, 0), growth(0, 5), growth(5, 10), growth(1, 3)]).toEqual([
    0, 100, -100, -50, -66.67,
  ])
  expect([growth(9656, 400), growth(10, 10), growth(4, 3)]).toEqual([2314, 0, 33.33])
})

it('what a provider keeps is a share of the sum and a part of each payment; without a fee nothing', () => {
  const taken = { paid: 3, cents: 10_050 }
  expect(feeCents({ percent: 3.99, fixedCents: 39 }, taken)).toBe(401 + 117)
  expect(feeCents({ percent: 1, fixedCents: 0 }, taken)).toBe(101)
  expect(feeCents({ percent: 0, fixedCents: 0 }, taken)).toBe(0)
  expect(feeCents(undefined, taken)).toBe(0)
})
