import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { auditMoment } from './audit-entry.tsx'
import { date, fieldOfMoment, momentOfField } from './shop-clock.ts'

describe("the shop's clock", () => {
  it("shows all moments in the shop's time zone, wherever the reader is [P660]", () => {
    expect(date('2019-11-24T22:21:05Z', 'moment')).toBe('24 nov 2019 19:21')
    expect(date('2026-11-25T01:30:00Z')).toBe('24 de nov. de 2026')
    expect(auditMoment('2026-11-25T01:30:00Z', { none: '', invalid: '' }, 'pt-BR')).toBe(
      '24 de novembro de 2026 às 22:30:00',
    )
    expect(auditMoment('2026-11-25T01:30:00Z', { none: '', invalid: '' }, 'en-US')).toBe(
      'November 24, 2026 at 10:30:00 PM',
    )
  })

  it('sets the instant of a typed local time, also at a change of the clocks [P660]', () => {
    const at = (field: string, zone?: string) => momentOfField(field, zone).toISOString()
    expect(at('2026-11-24T19:21')).toBe('2026-11-24T22:21:00.000Z')
    expect(at('2026-07-01T12:00', 'Europe/Berlin')).toBe('2026-07-01T10:00:00.000Z')
    expect(at('2026-01-01T12:00', 'Europe/Berlin')).toBe('2026-01-01T11:00:00.000Z')
    // Berlin skips the hour from 02:00 to 03:00 on 29 March and repeats it on 25 October.
    expect(at('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z')
    expect(at('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(at('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
    expect(at('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
    expect(at('2026-10-25T03:30', 'Europe/Berlin')).toBe('2026-10-25T02:30:00.000Z')
    expect(momentOfField('amanhã').getTime()).toBeNaN()
    expect(momentOfField('2026-13-40T99:99').getTime()).toBeNaN()
  })

  it('sets the local time that form fields show [P660]', () => {
    const held = (at: string, zone?: string) => fieldOfMoment(new Date(at), zone)
    expect(held('2026-11-25T01:30:59Z')).toBe('2026-11-24T22:30')
    expect(held('2026-07-01T10:00:00Z', 'Europe/Berlin')).toBe('2026-07-01T12:00')
    expect(held('2026-12-31T23:30:00Z', 'Europe/Berlin')).toBe('2027-01-01T00:30')
  })

  it("is used by all parts of the back office, which never use the browser's time zone [P660]", () => {
    const root = new URL('../', import.meta.url)
    const readers =
      /import \{[^}]*\bdate\b[^}]*\} from '[^']*i18n\/format\.ts'|\.toLocale\w*String\(|\.get(Hours|Date|Day|Month|TimezoneOffset)\(/

    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /(?<!\.test)\.tsx?$/.test(file) && readers.test(readFileSync(new URL(file, root), 'utf8')),
    )

    // This file passes the shop's time zone to the date functions.
    expect(found).toEqual(['shared/shop-clock.ts'])
  })
})
