import AxeBuilder from '@axe-core/playwright'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { publicSettings, type Site } from './every-page.ts'
import type { Screen } from './screen.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

const bar = (part: Partial<NonNullable<Site['bar']>> = {}) =>
  publicSettings({
    bar: {
      texts: { 'pt-BR': 'Frete grátis em tudo, só hoje', 'en-US': 'Free keys all day' },
      version: 'v1',
      ...part,
    },
  })

const line = (screen: Screen) => screen.page.getByRole('complementary')
const long = 'Promoção de aniversário: vinte por cento em toda a loja até a meia-noite de domingo, '

describe('the line above every page', () => {
  it('is a landmark before the header in the reader’s language, whole at 320 px and readable [P380]', async () => {
    for (const [language, name, text] of [
      ['pt-BR', 'Aviso da loja', 'Frete grátis em tudo, só hoje'],
      ['en-US', 'Notice from the shop', 'Free keys all day'],
    ] as const) {
      const screen = await show('/terms', { language, width: 320, replies: [bar()] })
      const part = screen.page.getByRole('complementary', { name })
      await part.waitFor()
      expect(await screen.lines(part)).toEqual([text])

      const [{ y }, header] = await Promise.all([
        part.boundingBox().then((box) => box!),
        screen.page.getByRole('banner').boundingBox(),
      ])

      expect([y, y < header!.y]).toEqual([0, true])
    }

    const texts = { 'pt-BR': `${long}${'x'.repeat(70)}`, 'en-US': '' }

    const screen = await show('/terms', {
      width: 320,
      replies: [bar({ texts, link: '/products' })],
    })

    await line(screen).waitFor()

    for (const colorScheme of ['light', 'dark'] as const) {
      await screen.page.emulateMedia({ colorScheme })
      const { violations } = await new AxeBuilder({ page: screen.page }).include('aside').analyze()
      expect(violations.map(({ id }) => id)).toEqual([])
    }

    const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(320)
    const close = await screen.page.getByRole('button', { name: 'Fechar o aviso' }).boundingBox()
    expect([close!.width, close!.height, close!.x + close!.width <= 320]).toEqual([44, 44, true])
  })

  it('leads inside the shop without a new page, elsewhere as a link, and nowhere without one [P380]', async () => {
    const inside = await show('/terms', { replies: [bar({ link: '/login' })] })
    await inside.page.evaluate(() => Object.assign(window, { same: true }))
    await line(inside).getByRole('link', { name: 'Frete grátis em tudo, só hoje' }).click()
    await inside.page.waitForURL('**/login')
    expect(await inside.page.evaluate(() => 'same' in window)).toBe(true)
    const outside = await show('/terms', { replies: [bar({ link: 'https://exemplo.test/a' })] })
    expect(await line(outside).getByRole('link').getAttribute('href')).toBe(
      'https://exemplo.test/a',
    )
    const none = await show('/terms', { replies: [bar()] })
    await line(none).waitFor()
    expect(await line(none).getByRole('link').count()).toBe(0)
  })

  it('is closed by the keyboard, stays closed for this text, and returns with another one [P381]', async () => {
    const screen = await show('/terms', { replies: [bar()] })
    const close = screen.page.getByRole('button', { name: 'Fechar o aviso' })
    await close.focus()
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => line(screen).count()).toBe(0)
    expect(await screen.page.evaluate(() => document.activeElement?.id)).toBe('main')

    const again = async (version: string) => {
      screen.replies.unshift(bar({ version }))
      await screen.page.reload()
      await screen.atRest()

      return line(screen).count()
    }

    expect(await again('v1')).toBe(0)
    await expect.poll(() => again('v2')).toBe(1)
  })

  it('is not in the back office [P380]', async () => {
    const answer = toldSettings({ ...untouched, siteName: 'Casa' })
    const replies = [bar(), on(adminApi.settings.read, answer)]
    const screen = await show('/admin/settings', { as: { role: 'admin' }, replies })
    await screen.page.getByRole('tab', { name: 'Vitrine' }).waitFor()
    expect(await screen.page.getByText('Frete grátis em tudo, só hoje').count()).toBe(0)
  })
})

describe('its form', () => {
  const answer = toldSettings({ ...untouched, siteName: 'Casa' })

  const open = (language: Language, width: number) =>
    show('/admin/settings?tab=front', {
      language,
      width,
      as: { role: 'admin' },
      replies: [on(adminApi.settings.read, answer), on(adminApi.settings.save, answer)],
    })

  it('names the error, and sends the typed values once they are valid [P382]', async () => {
    const readAlerts = async (language: Language, width: number, words: Record<string, string>) => {
      const screen = await open(language, width)
      const { page } = screen
      const alerts = () => page.getByRole('tabpanel').getByRole('alert').allInnerTexts()
      await page.getByLabel(words.on!).check()
      await page.getByLabel(words.link!, { exact: true }).fill('javascript:alert(1)')
      await page.getByLabel(words.from!).fill('2026-11-27T08:00')
      await page.getByLabel(words.until!).fill('2026-11-27T08:00')
      await screen.press(words.save!)
      await expect.poll(async () => (await alerts()).length).toBe(3)
      const said = await alerts()
      expect(screen.sent('PUT', '/api/admin/system/site-settings')).toEqual([])
      await page.getByLabel(words.text!).fill('Oi')
      await page.getByLabel(words.link!, { exact: true }).fill(' /products ')
      await page.getByLabel(words.until!).fill('2026-11-30T00:00')
      await screen.press(words.save!)

      await expect
        .poll(() => screen.sent('PUT', '/api/admin/system/site-settings'))
        .toMatchObject([
          {
            barOn: true,
            barTextPt: '',
            barTextEn: 'Oi',
            barLink: '/products',
            barFrom: '2026-11-27T08:00',
            barUntil: '2026-11-30T00:00',
          },
        ])

      return said
    }

    expect(
      await readAlerts('pt-BR', 360, {
        on: 'Mostrar o aviso',
        text: 'Aviso em inglês',
        link: 'Link do aviso',
        from: 'Mostrar a partir de',
        until: 'Mostrar até',
        save: 'Salvar',
      }),
    ).toEqual([
      'Escreva o aviso em pelo menos um idioma.',
      'Informe um endereço https ou um caminho que comece com /.',
      'O fim precisa vir depois do começo.',
    ])

    expect(
      await readAlerts('en-US', 1280, {
        on: 'Show the bar',
        text: 'Bar text in English',
        link: 'Bar link',
        from: 'Show from',
        until: 'Show until',
        save: 'Save',
      }),
    ).toEqual([
      'Write the text in at least one language.',
      'Enter an https address, or a path that starts with /.',
      'The end must come after the start.',
    ])
  })
})
