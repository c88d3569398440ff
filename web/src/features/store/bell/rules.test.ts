import { describe, expect, it } from 'vitest'

import { fileSize } from '../../shared/file-size.ts'
import { badgeText, markViewed, readViewed, countUnseen } from '../../shared/news/viewed.ts'
import { nearEnd, previewOf, safeLink, truncate, withoutTitle } from './preview.ts'

const now = Date.parse('2026-11-21T12:00:00Z')

const ago = (hours: number, id = `n${hours}`) => ({
  _id: id,
  sentAt: new Date(now - hours * 3_600_000).toISOString(),
})

const box = (start: Record<string, string> = {}) => {
  const map = new Map(Object.entries(start))
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      map.set(key, value)
    },
    removeItem: (key: string) => {
      map.delete(key)
    },
  }
}

describe('bell', () => {
  it('counts what was sent within 24 hours and is not viewed [S052]', () => {
    expect(countUnseen([ago(1), ago(23.9), ago(24), ago(24.1), ago(400)], [], now)).toBe(3)
    expect(countUnseen([ago(1), ago(2)], [{ id: 'n1', sentAt: '' }], now)).toBe(1)
    expect(countUnseen([{ _id: 'x', sentAt: 'no date' }], [], now)).toBe(0)
  })

  it('shows nothing at zero and 99+ above 99 [S051]', () => {
    expect([0, 1, 99, 100, 4000].map(badgeText)).toEqual(['', '1', '99', '99+', '99+'])
  })

  it('keeps viewed ids per guild and drops those older than 30 days [S187, S145]', () => {
    const store = box()
    markViewed(store, 'g1', [ago(1), ago(30 * 24 - 1), ago(30 * 24 + 1)], now)

    expect(JSON.parse(store.map.get('viewedNotifications_g1')!)).toEqual([
      { id: 'n1', sentAt: ago(1).sentAt },
      { id: 'n719', sentAt: ago(719).sentAt },
    ])

    expect(readViewed(store, 'g2')).toEqual([])
    markViewed(store, 'g1', [ago(2)], now + 2 * 3_600_000)
    expect(readViewed(store, 'g1').map(({ id }) => id)).toEqual(['n1', 'n2'])
  })

  it('ignores corrupt values [S187]', () => {
    for (const value of ['', '{', 'null', '7', '"a"', '{}', '[null, 3, {"id": 4}]'])
      expect(readViewed(box({ viewedNotifications_g: value }), 'g')).toEqual([])

    expect(
      readViewed(
        box({ viewedNotifications_g: '[null, {"id": "a", "sentAt": "2026-11-21"}]' }),
        'g',
      ),
    ).toHaveLength(1)
  })

  it('previews 80 characters, 70 of an embed, 100 by default, on one line [S286]', () => {
    const long = 'a'.repeat(200)
    expect(previewOf({ content: long, embeds: [] })).toBe(`${'a'.repeat(80)}…`)
    expect(previewOf({ content: 'a'.repeat(80), embeds: [] })).toBe('a'.repeat(80))
    expect(previewOf({ content: ' ', embeds: [{ title: long }] })).toBe(`${'a'.repeat(70)}…`)
    expect(previewOf({ content: '', embeds: [{}, { title: '', description: long }] })).toBe(
      `${'a'.repeat(70)}…`,
    )
    expect(previewOf({ content: '', embeds: [] })).toBe('')
    expect(truncate(long)).toBe(`${'a'.repeat(100)}…`)
    expect(truncate('one\n\ntwo   three')).toBe('one two three')
    expect(truncate('🔑🔑🔑', 2)).toBe('🔑🔑…')
  })

  it('loads more within 1.5 viewport heights of the end [S055]', () => {
    expect(nearEnd({ scrollTop: 0, clientHeight: 800, scrollHeight: 2000 }, 800)).toBe(true)
    expect(nearEnd({ scrollTop: 0, clientHeight: 800, scrollHeight: 2001 }, 800)).toBe(false)
    expect(nearEnd({ scrollTop: 1, clientHeight: 800, scrollHeight: 2001 }, 800)).toBe(true)
  })

  it('a title that the head of the dialog shows is not shown a second time under it [S057] [F132]', () => {
    const embed = { title: 'Manutenção hoje', description: 'Das 22h às 23h.' }
    expect(withoutTitle(embed, 'Manutenção hoje')).toEqual({ description: 'Das 22h às 23h.' })
    for (const other of ['Outro aviso', '', null, undefined])
      expect(withoutTitle(embed, other)).toEqual(embed)
  })

  it('follows only the web and paths of the shop [S059]', () => {
    for (const good of ['https://a.test/x.pdf', 'HTTP://a.test', '/uploads/a.png'])
      expect(safeLink(good)).toBe(good)

    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.test',
      '/\\evil.test',
      'a.png',
      '',
      null,
      undefined,
    ])
      expect(safeLink(bad)).toBeNull()

    expect(fileSize(0, 'en-US')).toBe('0 bytes')
    expect(fileSize(1_530_000, 'pt-BR')).toBe('1,5 MB')
    expect(fileSize(48_200, 'en-US')).toBe('48.2 kB')
  })
})
