import { adminApi } from '@chaveiro/contracts/admin'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

// The groups of the settings: an index beside the form on a desktop, above it on a phone.

const setup = {
  as: { role: 'admin' },
  replies: [on(adminApi.settings.read, toldSettings(untouched) as never)],
} as const

const boxOf = (one: Locator) =>
  one.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  })

describe('the groups of the settings', () => {
  it('are an index beside the form, moved through by arrows, and stay in sight', async () => {
    const screen = await show('/admin/settings', setup)
    const { page } = screen
    const groups = page.getByRole('tablist')
    const field = page.getByLabel('Nome da loja')
    expect((await boxOf(groups)).right).toBeLessThan((await boxOf(field)).left)

    await page.getByRole('tab', { name: 'Geral' }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Vitrine')
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Geral')

    await page.mouse.wheel(0, 900)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(600)
    expect((await boxOf(groups)).top).toBeGreaterThanOrEqual(0)
  })

  it('are all in sight above the form at 320 px', async () => {
    const screen = await show('/admin/settings', { ...setup, width: 320 })
    const { page } = screen
    const boxes = await Promise.all((await page.getByRole('tab').all()).map(boxOf))
    expect(boxes).toHaveLength(6)
    expect(boxes.filter(({ left, right }) => left < 0 || right > 320)).toEqual([])
    const lowest = Math.max(...boxes.map(({ bottom }) => bottom))
    expect((await boxOf(page.getByLabel('Nome da loja'))).top).toBeGreaterThan(lowest)
  })
})
