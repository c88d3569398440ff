import { describe, expect, it } from 'vitest'

import type { Failure } from '../../platform/errors.ts'
import { daysOf, feeCents, growthPercent, lastMonths, spansOf } from './statistics.rules.ts'

describe('the days of a range', () => {
  it('end today and are compared with as many before them [B127]', () => {
    expect(spansOf({ range: '7d' }, '2028-03-01')).toEqual({
      now: { from: '2028-02-24', until: '2028-03-02' },
      before: { from: '2028-02-17', until: '2028-02-24' },
    })

    const begins = (range: '30d' | '90d' | '1y' | 'today') => {
      const { now, before } = spansOf({ range }, '2027-03-17')
      return [before.from, now.from, now.until]
    }

    expect(begins('30d')).toEqual(['2027-01-17', '2027-02-16', '2027-03-18'])
    expect(begins('90d')).toEqual(['2026-09-19', '2026-12-18', '2027-03-18'])
    expect(begins('1y')).toEqual(['2025-03-18', '2026-03-18', '2027-03-18'])
    expect(begins('today')).toEqual(['2027-03-16', '2027-03-17', '2027-03-18'])
  })

  it('of a custom range are compared with as many before, over month ends and leap days', () => {
    const own = (from: string, to: string) => {
      const { now, before } = spansOf({ range: 'own', from, to }, '2028-05-02')
      return [before.from, before.until, now.from, now.until]
    }

    expect([
      own('2028-02-28', '2028-03-01'),
      own('2027-02-01', '2027-02-28'),
      own('2027-12-31', '2027-12-31'),
      own('2028-05-02', '2028-05-02'),
      own('2025-05-02', '2028-05-01'),
    ]).toEqual([
      ['2028-02-25', '2028-02-28', '2028-02-28', '2028-03-02'],
      ['2027-01-04', '2027-02-01', '2027-02-01', '2027-03-01'],
      ['2027-12-30', '2027-12-31', '2027-12-31', '2028-01-01'],
      ['2028-05-01', '2028-05-02', '2028-05-02', '2028-05-03'],
      ['2022-05-02', '2025-05-02', '2025-05-02', '2028-05-02'],
    ])
  })

  it('of an invalid range are refused with the wrong day, in both languages', () => {
    const refusal = (from?: string, to?: string, range: 'own' | '7d' = 'own') => {
      try {
        return spansOf({ range, from, to }, '2028-05-02')
      } catch (error) {
        const { code, text, extra } = error as Failure
        return [code, extra.fields, text['pt-BR'], text['en-US']]
      }
    }

    const said = (field: string, pt: string, en: string) => ['range.unusable', [field], pt, en]

    const missing = (field: string) =>
      said(
        field,
        `Falta o dia \`${field}\`: um período próprio tem dois dias, \`from\` e \`to\`.`,
        `The day \`${field}\` is missing: a range of one’s own has two, \`from\` and \`to\`.`,
      )

    const noDay = (field: string) =>
      said(
        field,
        `\`${field}\` não é um dia do calendário, de 2000 em diante. Escreva AAAA-MM-DD.`,
        `\`${field}\` is no day of the calendar, from 2000 on. Write YYYY-MM-DD.`,
      )

    const future = (field: string) =>
      said(
        field,
        `O dia \`${field}\` ainda não começou no relógio da loja.`,
        `The day \`${field}\` has not begun by the shop’s clock.`,
      )

    const unasked = (field: string) =>
      said(
        field,
        'Só um período próprio (`own`) tem os dias `from` e `to`.',
        'Only a range of one’s own (`own`) has the days `from` and `to`.',
      )

    expect([refusal(), refusal('2028-05-01'), refusal('', '2028-05-01')]).toEqual([
      missing('from'),
      missing('to'),
      missing('from'),
    ])

    for (const day of [
      '2027-02-29',
      '2027-04-31',
      '2027-13-01',
      '2027-00-10',
      '1999-12-31',
      '0026-05-01',
      '2999-01-01',
      '01/05/2028',
      '2028-5-1',
      '2028-05-01T00:00:00Z',
      'ontem',
    ])
      expect([refusal(day, '2028-05-01'), refusal('2028-05-01', day)]).toEqual([
        noDay('from'),
        noDay('to'),
      ])

    expect([
      refusal('2028-05-01', '2028-05-03'),
      refusal('2028-05-03', '2028-05-03'),
      refusal('2028-05-02', '2028-05-01'),
      refusal('2025-05-01', '2028-05-01'),
      refusal('2028-05-01', '2028-05-02', '7d'),
      refusal('', '2028-05-02', '7d'),
    ]).toEqual([
      future('to'),
      future('from'),
      said('to', 'O período termina antes de começar.', 'The range ends before it begins.'),
      said('from', 'Um período tem no máximo 1096 dias.', 'A range has 1096 days at most.'),
      unasked('from'),
      unasked('to'),
    ])
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

it('growth is in percent with two decimals; from nothing to something 100, else 0 [B026]', () => {
  expect([
    growthPercent(0, 0),
    growthPercent(5, 0),
    growthPercent(0, 5),
    growthPercent(5, 10),
    growthPercent(1, 3),
  ]).toEqual([0, 100, -100, -50, -66.67])
  expect([growthPercent(9656, 400), growthPercent(10, 10), growthPercent(4, 3)]).toEqual([
    2314, 0, 33.33,
  ])
})

it("a provider's fee is a share of the sum and a part of each payment, or nothing", () => {
  const taken = { paid: 3, cents: 10_050 }
  expect(feeCents({ percent: 3.99, fixedCents: 39 }, taken)).toBe(401 + 117)
  expect(feeCents({ percent: 1, fixedCents: 0 }, taken)).toBe(101)
  expect(feeCents({ percent: 0, fixedCents: 0 }, taken)).toBe(0)
  expect(feeCents(undefined, taken)).toBe(0)
})
