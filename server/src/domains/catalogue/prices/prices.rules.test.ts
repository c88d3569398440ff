import { describe, expect, it } from 'vitest'

import { byMoment, overlaps, spanOf, type Span } from './prices.rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour))

const span = (from: number, to: number | null = null): Span => ({
  startsAt: at(from),
  endsAt: to === null ? null : at(to),
})

const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('when a scheduled price counts', () => {
  it('two prices at one moment are refused; one that starts when another ends is accepted [P364]', () => {
    const promotion = span(10, 12)
    for (const other of [span(11, 13), span(9, 11), span(9, 13), span(10, 12), span(10), span(11)])
      expect([overlaps(promotion, other), overlaps(other, promotion)]).toEqual([true, true])
    for (const other of [span(12, 13), span(9, 10), span(12), span(9)])
      expect([overlaps(promotion, other), overlaps(other, promotion)]).toEqual([false, false])
    expect(overlaps(span(10), span(10))).toBe(true)
    expect(overlaps(span(10), span(11))).toBe(false)
  })

  it('at one moment an end comes before a start; all others come in their order [P365]', () => {
    const plans = [
      { ...span(12, 14), state: 'waiting' as const },
      { ...span(9, 12), state: 'running' as const },
      { ...span(11), state: 'waiting' as const },
    ]
    expect(plans.sort(byMoment).map(({ startsAt }) => startsAt.getUTCHours())).toEqual([11, 9, 12])
  })

  it('without a start it begins now; the past, an end before its start and no time are refused [P364]', () => {
    const asked = (startsAt: number | null, endsAt: number | null) =>
      codeOf(() =>
        spanOf(
          {
            startsAt: startsAt === null ? null : at(startsAt).toISOString(),
            endsAt: endsAt === null ? null : at(endsAt).toISOString(),
          },
          at(10),
        ),
      )

    expect(asked(null, 12)).toEqual(span(10, 12))
    expect(asked(10, null)).toEqual(span(10))
    expect(asked(9, 12)).toBe('price.past')
    expect(asked(12, 12)).toBe('price.order')
    expect(asked(12, 11)).toBe('price.order')
    expect(asked(null, 9)).toBe('price.order')
    expect(asked(null, null)).toBe('request.invalid')
  })
})
