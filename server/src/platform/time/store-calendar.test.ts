import { sql, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, it } from 'vitest'

import type { App } from '../app.ts'
import { daysAfter, startOfDay, storeDay, withinDays } from './store-calendar.ts'

const dialect = new PgDialect()

const written = (part: SQL) => {
  const { sql: text, params } = dialect.sqlToQuery(part)
  return [text, ...params]
}

describe('the days of the store', () => {
  it('follow the store’s time zone, not the server’s [decision Q36]', () => {
    const night = new Date('2026-06-02T02:59:59Z')
    expect(storeDay('America/Sao_Paulo', night)).toBe('2026-06-01')
    expect(storeDay('America/Sao_Paulo', new Date('2026-06-02T03:00:00Z'))).toBe('2026-06-02')
    expect(storeDay('UTC', night)).toBe('2026-06-02')
    expect(storeDay('Asia/Tokyo', new Date('2026-12-31T15:00:00Z'))).toBe('2027-01-01')
  })

  it('follow one another over months, years and leap days', () => {
    expect([
      daysAfter('2026-12-31', 1),
      daysAfter('2028-02-28', 1),
      daysAfter('2026-03-01', -1),
      daysAfter('2026-03-01', 0),
      daysAfter('2026-01-01', 365),
    ]).toEqual(['2027-01-01', '2028-02-29', '2026-02-28', '2026-03-01', '2027-01-01'])
  })

  it('begin at the instant that PostgreSQL computes for the time zone', () => {
    expect(written(startOfDay('America/Sao_Paulo', '2026-06-01'))).toEqual([
      '(($1::date)::timestamp at time zone $2)',
      '2026-06-01',
      'America/Sao_Paulo',
    ])
  })
})

describe('a range [decision Q36]', () => {
  const app = { config: { timeZone: 'America/Sao_Paulo' } } as App
  const parts = (from?: string, until?: string) =>
    withinDays(app, sql`at`, from, until).map(written)

  it('of plain days includes both of them whole', () => {
    expect(parts('2026-06-01', '2026-06-30')).toEqual([
      [
        'at >= (($1::date + $2::int)::timestamp at time zone $3)',
        '2026-06-01',
        0,
        'America/Sao_Paulo',
      ],
      [
        'at < (($1::date + $2::int)::timestamp at time zone $3)',
        '2026-06-30',
        1,
        'America/Sao_Paulo',
      ],
    ])
  })

  it('of instants includes both of them, and an absent end is open', () => {
    const instant = '2026-06-01T10:00:00Z'

    expect(parts(instant, instant)).toEqual([
      ['at >= $1::timestamptz', instant],
      ['at <= $1::timestamptz', instant],
    ])

    expect(parts(instant)).toHaveLength(1)
    expect(parts(undefined, instant)).toEqual([['at <= $1::timestamptz', instant]])
    expect(parts()).toEqual([])
    expect(parts('', '')).toEqual([])
  })
})
