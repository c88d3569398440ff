import { describe, expect, it } from 'vitest'

import { describeMoment, shortDay, shortMoment, wholeMoment } from './moment.ts'

/** The text of a moment by the clock of a shop in São Paulo, three hours behind UTC. */
function told(at: string, now: string, language = 'pt-BR', timeZone = 'America/Sao_Paulo'): string {
  const { day, text } = describeMoment(new Date(at), new Date(now), timeZone, language)
  return [day, text].filter(Boolean).join(' ').replaceAll('\u202f', ' ')
}

describe('a moment in a table [P322]', () => {
  it("is today or yesterday by the shop's calendar day, not by elapsed hours", () => {
    const now = '2026-11-24T02:30:00Z'
    expect(told('2026-11-23T22:16:00Z', now)).toBe('today 19:16')
    expect(told('2026-11-23T03:00:00Z', now)).toBe('today 00:00')
    expect(told('2026-11-23T02:59:00Z', now)).toBe('yesterday 23:59')
    expect(told('2026-11-22T11:02:00Z', now, 'en-US')).toBe('yesterday 8:02 AM')
    expect(told('2026-11-22T02:59:00Z', now)).toBe('21 nov 23:59')
    expect(told('2026-11-23T22:16:00Z', now, 'en-US')).toBe('today 7:16 PM')
    // In Tokyo both instants are on 24 November, in São Paulo on 23 November.
    expect(told('2026-11-23T22:16:00Z', now, 'pt-BR', 'Asia/Tokyo')).toBe('today 07:16')
  })

  it('shows the day unless it is today or yesterday, and the year unless it is the current one', () => {
    const now = '2026-11-23T15:00:00Z'
    expect(told('2026-11-12T11:02:00Z', now)).toBe('12 nov 08:02')
    expect(told('2025-11-12T11:02:00Z', now)).toBe('12 nov 2025 08:02')
    expect(told('2026-11-12T11:02:00Z', now, 'en-US')).toBe('Nov 12, 8:02 AM')
    expect(told('2025-11-12T11:02:00Z', now, 'en-US')).toBe('Nov 12, 2025, 8:02 AM')
    expect(told('2026-11-24T15:00:00Z', now)).toBe('24 nov 12:00')
    expect(told('2027-01-01T02:59:00Z', now)).toBe('31 dez 23:59')
    expect(told('2027-01-01T03:00:00Z', now)).toBe('1 jan 2027 00:00')
    // The last day of a year, read on the first of the next.
    expect(told('2027-01-01T02:59:00Z', '2027-01-01T15:00:00Z')).toBe('yesterday 23:59')
    expect(told('nothing', now)).toBe('-')
  })

  it('is one text outside of tables, with the day in words', () => {
    const short = (at: string, language: string) =>
      shortMoment(
        new Date(at),
        new Date('2026-11-24T02:30:00Z'),
        'America/Sao_Paulo',
        language,
      ).replaceAll('\u202f', ' ')

    expect(short('2026-11-23T22:16:00Z', 'pt-BR')).toBe('hoje 19:16')
    expect(short('2026-11-22T11:02:00Z', 'pt-BR')).toBe('ontem 08:02')
    expect(short('2026-11-23T22:16:00Z', 'en-US')).toBe('today 7:16 PM')
    expect(short('2026-11-22T11:02:00Z', 'en-US')).toBe('yesterday 8:02 AM')
    expect(short('2025-11-12T11:02:00Z', 'pt-BR')).toBe('12 nov 2025 08:02')
  })

  it('has a tooltip with the full date and time', () => {
    const whole = (language: string) =>
      wholeMoment(new Date('2026-11-12T11:02:09Z'), 'America/Sao_Paulo', language).replaceAll(
        '\u202f',
        ' ',
      )

    expect(whole('pt-BR')).toBe('quinta-feira, 12 de novembro de 2026 às 08:02:09')
    expect(whole('en-US')).toBe('Thursday, November 12, 2026 at 8:02:09 AM')
  })
})

it('a day in the short form has its year, in the order of the language', () => {
  const at = new Date('2026-01-03T02:30:00.000Z')
  expect(shortDay(at, 'America/Sao_Paulo', 'pt-BR')).toBe('2 jan 2026')
  expect(shortDay(at, 'UTC', 'en-US')).toBe('Jan 3, 2026')
})
