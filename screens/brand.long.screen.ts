import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { publicSettings, type Site } from './every-page.ts'
import type { Screen } from './screen.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show, type Given } from './show.ts'

// URLs of logos whose files do not exist, since the tests read only the attributes of the images.
const dot = (n: number) => `/uploads/${String(n).repeat(64)}.webp`

const logos = (screen: Screen) =>
  screen.page
    .getByRole('banner')
    .locator('img')
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).display !== 'none')
        .map((one) => [one.getAttribute('src'), one.getAttribute('alt'), one.clientHeight]),
    )

const name = (screen: Screen) =>
  screen.page.getByRole('banner').getByText('Chaveiro', { exact: true }).count()

describe('the logo in the bar', () => {
  it('is the uploaded picture for the current theme; its text alternative is the shop’s name [P305]', async () => {
    const replies = [publicSettings({ siteLogo: dot(1), logo: { width: 128, dark: dot(2) } })]
    const screen = await show('/terms', { replies, width: 360 })

    const theme = (value: string) => {
      const choice = screen.page.getByRole('contentinfo').getByLabel('Tema')
      return choice.selectOption(value)
    }

    await theme('light')
    await expect.poll(() => logos(screen)).toEqual([[dot(1), 'Chaveiro', 32]])
    await theme('dark')
    await expect.poll(() => logos(screen)).toEqual([[dot(2), 'Chaveiro', 32]])
    await theme('system')
    await screen.page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => logos(screen)).toEqual([[dot(1), 'Chaveiro', 32]])
    await screen.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => logos(screen)).toEqual([[dot(2), 'Chaveiro', 32]])
    expect(await name(screen)).toBe(0)
    await screen.page.getByRole('banner').getByRole('link', { name: 'Chaveiro' }).waitFor()
    const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
  })

  it('a square logo is beside the shop’s name in both themes; without a logo the name is alone [P305]', async () => {
    const square = await show('/terms', {
      replies: [publicSettings({ siteLogo: dot(1), logo: { width: 32 } })],
    })

    for (const scheme of ['light', 'dark'] as const) {
      await square.page.emulateMedia({ colorScheme: scheme })
      await expect.poll(() => logos(square)).toEqual([[dot(1), '', 32]])
    }

    expect(await name(square)).toBe(1)
    const bare = await show('/terms', { replies: [publicSettings({ siteLogo: '' })] })
    await expect.poll(() => name(bare)).toBe(1)
    expect(await logos(bare)).toEqual([])
  })
})

describe('the start of the first page', () => {
  it('shows the staff’s texts in the reader’s language, otherwise the built-in texts [P313]', async () => {
    const first = async (language: Language, hero: Site['hero']) => {
      const screen = await show('/', { language, width: 360, replies: [publicSettings({ hero })] })
      const main = screen.page.getByRole('main')
      await main.getByRole('heading', { level: 1 }).waitFor()

      return (await screen.lines(main)).slice(0, 3)
    }

    const hero = {
      'pt-BR': { title: 'Chaves <b>já</b>', lead: 'Pague e use.' },
      'en-US': { title: 'Keys now' },
    }

    expect(await first('pt-BR', hero)).toEqual(['Chaveiro', 'Chaves <b>já</b>', 'Pague e use.'])
    expect(await first('en-US', hero)).toEqual(['Chaveiro', 'Keys now', 'Licenças digitais'])
    expect((await first('pt-BR', undefined))[1]).toBe('Pagou.')
  })
})

describe('the form of the logo', () => {
  const answer = toldSettings({ ...untouched, siteName: 'Casa' })

  const given = (language: Language, width: number): Given => ({
    language,
    width,
    as: { role: 'admin' },
    replies: [
      on(adminApi.settings.read, answer),
      on(adminApi.settings.save, answer),
      on(adminApi.products.upload, { success: true, url: dot(3), width: 640, height: 160 }),
    ],
  })

  const file = (bytes: number) => ({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(bytes, 1),
  })

  it('uploads a picture, previews it on both backgrounds, removes it, and saves the form [P304]', async () => {
    const screen = await show('/admin/settings', given('pt-BR', 360))
    const { page } = screen

    const previews = () =>
      page
        .getByRole('tabpanel')
        .locator('img')
        .evaluateAll((all) => all.map((one) => [one.getAttribute('src'), one.getAttribute('alt')]))

    await page
      .getByRole('button', { name: 'Enviar arquivo: Endereço do logotipo', exact: true })
      .waitFor()
    await page.locator('input[type=file]').nth(0).setInputFiles(file(10))

    await expect.poll(previews).toEqual([
      [dot(3), 'Como fica em fundo claro'],
      [dot(3), 'Como fica em fundo escuro'],
    ])

    await page.locator('input[type=file]').nth(1).setInputFiles(file(10))

    await expect.poll(previews).toEqual([
      [dot(3), 'Como fica em fundo claro'],
      [dot(3), 'Como fica em fundo escuro'],
    ])

    await expect
      .poll(() =>
        page.getByLabel('Endereço do logotipo para fundo escuro', { exact: true }).inputValue(),
      )
      .toBe(dot(3))

    await page
      .getByRole('button', { name: 'Remover: Endereço do logotipo para fundo escuro' })
      .click()
    await page.locator('input[type=file]').nth(2).setInputFiles(file(10))
    await screen.press('Salvar')
    await expect
      .poll(() => screen.sent('PUT', '/api/admin/system/site-settings'))
      .toMatchObject([{ siteLogo: dot(3), siteLogoDark: '', siteFavicon: dot(3) }])
  })

  it('reports a too large picture before the upload, and shows the shop’s error for others [P304]', async () => {
    const screen = await show('/admin/settings', given('en-US', 1280))
    const { page } = screen
    const alert = page.getByRole('tabpanel').getByRole('alert')
    await page.getByRole('button', { name: 'Upload a file: Logo URL', exact: true }).waitFor()
    const input = page.locator('input[type=file]').nth(0)
    await input.setInputFiles(file(10 * 1024 * 1024))
    await expect
      .poll(() => alert.allInnerTexts())
      .toEqual(['The picture is too large: up to 5 MB and 40 megapixels.'])
    expect(screen.sent('POST', '/api/admin/uploads')).toEqual([])
    screen.replies.unshift(refused(adminApi.products.upload, 'No picture.', 400))
    await input.setInputFiles(file(10))
    await expect
      .poll(() => alert.allInnerTexts())
      .toEqual(['The picture could not be uploaded. No picture.'])
    await expect.poll(() => page.getByLabel('Logo URL', { exact: true }).inputValue()).toBe('')
  })

  it('shows the chosen colour in both themes, explains a correction, and rejects a wrong colour [P312]', async () => {
    const screen = await show('/admin/settings', given('pt-BR', 360))
    const { page } = screen
    const captions = () => page.getByRole('tabpanel').locator('figcaption').allInnerTexts()
    const field = page.getByLabel('Cor de botões e links')
    await field.fill('#fff200')

    await expect
      .poll(captions)
      .toEqual([
        'Tema claro: escurecida para #E8DC11, para aparecer sobre o fundo.',
        'Tema escuro: #FFF200, como escolhida.',
      ])

    await page.getByLabel('Escolher a cor').fill('#10206b')

    await expect
      .poll(captions)
      .toEqual([
        'Tema claro: #10206B, como escolhida.',
        'Tema escuro: clareada para #152773, para aparecer sobre o fundo.',
      ])

    await field.fill('azul')
    await expect.poll(captions).toEqual([])
    await screen.press('Salvar')
    await expect
      .poll(() => page.getByRole('tabpanel').getByRole('alert').allInnerTexts())
      .toEqual(['Informe a cor como #RRGGBB, por exemplo #7C3AED.'])
    expect(screen.sent('PUT', '/api/admin/system/site-settings')).toEqual([])
    await field.fill('#10206B')
    await screen.press('Salvar')
    await expect
      .poll(() => screen.sent('PUT', '/api/admin/system/site-settings'))
      .toMatchObject([{ accentColor: '#10206B' }])
    const english = await show('/admin/settings', given('en-US', 1280))
    await english.page.getByLabel('Button and link colour').fill('#FFF200')

    await expect
      .poll(() => english.page.getByRole('tabpanel').locator('figcaption').allInnerTexts())
      .toEqual([
        'Light theme: darkened to #E8DC11 so it shows on the page.',
        'Dark theme: #FFF200, as chosen.',
      ])
  })
})
