import AxeBuilder from '@axe-core/playwright'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

const path = '/api/admin/system/site-settings/preview'
const answer = toldSettings({ ...untouched, siteName: 'Casa' })

const drawn = (words: string) =>
  on(adminApi.preview.home, {
    success: true,
    html:
      '<!doctype html><html lang="pt-BR" dir="ltr"><head></head><body>' +
      `<div id="root"><h1>${words}</h1><a href="/products">Ver</a>` +
      '<script>document.body.dataset.ran = "1"</script><p style="height:3000px"></p></div></body></html>',
  })

const open = (language: Language, width: number) =>
  show('/admin/settings', {
    language,
    width,
    as: { role: 'admin' },
    replies: [
      on(adminApi.settings.read, answer),
      on(adminApi.settings.save, answer),
      drawn('Primeira'),
    ],
  })

describe('the preview of the first page', () => {
  it('follows unsaved typing in themes, languages and widths; nothing in it runs or is pressed [P389]', async () => {
    const screen = await open('pt-BR', 1280)
    const { page } = screen
    expect(screen.sent('POST', path)).toEqual([])
    await screen.press('Ver a prévia')
    const frame = page.frameLocator('iframe[title="Prévia da página inicial"]')
    await frame.getByText('Primeira', { exact: true }).waitFor()

    const { violations } = await new AxeBuilder({ page })
      .include('main')
      .exclude('iframe')
      .analyze()

    expect(violations.map(({ id }) => id)).toEqual([])
    const root = () =>
      frame.locator('html').evaluate((html) => ({ ...(html as HTMLElement).dataset }))
    expect(await root()).toEqual({ visited: '', theme: 'dark' })

    expect(
      await frame
        .locator('body')
        .evaluate((body) => [
          (body as HTMLElement).inert,
          body.dataset.ran ?? '',
          window.innerWidth,
        ]),
    ).toEqual([true, '', 390])

    screen.replies.unshift(drawn('Segunda'))
    await page.getByLabel('Título em português').fill('Chaves já')
    await page.getByLabel('Nome da loja').fill('Lua')
    await frame.getByText('Segunda', { exact: true }).waitFor()

    expect(screen.sent('POST', path).at(-1)).toMatchObject({
      settings: { siteName: 'Lua', heroTitlePt: 'Chaves já', homeSections: expect.any(Array) },
      language: 'pt-BR',
    })

    expect(screen.sent('PUT', '/api/admin/system/site-settings')).toEqual([])
    const preview = page.getByRole('region', { name: 'Prévia da página inicial' })
    await preview.getByLabel('Tema').selectOption('light')
    await expect.poll(root).toEqual({ visited: '', theme: 'light' })
    await preview.getByLabel('Tela').selectOption('desk')
    await expect.poll(() => frame.locator('body').evaluate(() => window.innerWidth)).toBe(1280)
    await preview.getByLabel('Idioma').selectOption('en-US')
    await expect.poll(() => screen.sent('POST', path).at(-1)).toMatchObject({ language: 'en-US' })
    // Both tabs of the shop's appearance have the preview; other tabs have none.
    await page.getByRole('tab', { name: 'Vitrine' }).click()
    await preview.waitFor()
    await page.getByRole('tab', { name: 'Legal' }).click()
    await expect.poll(() => preview.count()).toBe(0)
  })

  it('keeps the last one and says so while something is wrong, and fits a phone [P389]', async () => {
    const screen = await open('en-US', 360)
    const { page } = screen
    await screen.press('Show preview')
    const frame = page.frameLocator('iframe[title="Home page preview"]')
    await frame.getByText('Primeira', { exact: true }).waitFor()
    const preview = page.getByRole('region', { name: 'Home page preview' })
    const said = () => screen.lines(preview.getByRole('status'))
    expect(await said()).toEqual(['The page with your unsaved changes. Save to publish them.'])
    screen.replies.unshift(refused(adminApi.preview.home, 'Please check: shop’s colour.', 400))
    await page.getByLabel('Button and link colour').fill('blue')
    await expect.poll(said).toEqual(['The preview is paused: something in the form needs fixing.'])
    await frame.getByText('Primeira', { exact: true }).waitFor()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
    await screen.press('Hide preview')
    await expect.poll(() => preview.count()).toBe(0)
  })
})
