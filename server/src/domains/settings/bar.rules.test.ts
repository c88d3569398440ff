import { describe, expect, it } from 'vitest'

import type { App } from '../../platform/app.ts'
import { visibleBar } from './bar.rules.ts'

type Site = Parameters<typeof visibleBar>[1]

const site: Site = {
  barOn: true,
  barTextPt: 'Promoção',
  barTextEn: 'Sale',
  barLink: '/products',
  barFrom: '',
  barUntil: '',
}

/** The bar at an instant, in a shop whose clock is three hours behind UTC. */
const barAt = (instant: string, changes: Partial<Site> = {}) => {
  const app = {
    config: { timeZone: 'America/Sao_Paulo' },
    clock: { now: () => new Date(instant) },
  } as App

  return visibleBar(app, { ...site, ...changes })
}

const bar = (changes: Partial<Site> = {}) => barAt('2026-11-24T12:00:00Z', changes)

describe('the announcement bar', () => {
  it('has both texts, a link and the version of its content', () => {
    expect(bar()).toEqual({
      texts: { 'pt-BR': 'Promoção', 'en-US': 'Sale' },
      link: '/products',
      version: '105506d93021',
    })
  })

  it('is absent while it is switched off or has no text', () => {
    expect(bar({ barOn: false })).toBeUndefined()
    expect(bar({ barTextPt: '', barTextEn: '' })).toBeUndefined()
  })

  it('shows the other language in place of an empty one, and has no link without a target', () => {
    expect(bar({ barTextPt: '' })?.texts).toEqual({ 'pt-BR': 'Sale', 'en-US': 'Sale' })
    expect(bar({ barTextEn: '' })?.texts).toEqual({ 'pt-BR': 'Promoção', 'en-US': 'Promoção' })
    expect(bar({ barLink: '' })).not.toHaveProperty('link')
  })

  it("begins and ends with a minute of the shop's clock; the last minute is excluded", () => {
    const times = { barFrom: '2026-11-24T09:00', barUntil: '2026-11-24T18:30' }
    const isShown = (instant: string, changes: Partial<Site>) =>
      barAt(instant, changes) !== undefined

    expect(
      [
        '2026-11-24T11:59:59Z',
        '2026-11-24T12:00:00Z',
        '2026-11-24T21:29:59Z',
        '2026-11-24T21:30:00Z',
      ].map((instant) => isShown(instant, times)),
    ).toEqual([false, true, true, false])

    const { barFrom, barUntil } = times
    expect(isShown('2026-11-24T11:59:59Z', { barFrom })).toBe(false)
    expect(isShown('2099-01-01T00:00:00Z', { barFrom })).toBe(true)
    expect(isShown('2000-01-01T00:00:00Z', { barUntil })).toBe(true)
    expect(isShown('2026-11-24T21:30:00Z', { barUntil })).toBe(false)
  })

  it('has another version for other texts or another link, and the same one for other times', () => {
    for (const change of [{ barTextPt: 'Novo' }, { barTextEn: 'New' }, { barLink: '' }])
      expect(bar(change)?.version).not.toBe('105506d93021')

    expect(bar({ barFrom: '2026-11-01T00:00', barUntil: '2026-12-01T00:00' })?.version).toBe(
      '105506d93021',
    )
  })
})
