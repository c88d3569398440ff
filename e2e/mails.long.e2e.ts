import { AxeBuilder } from '@axe-core/playwright'
import { languages } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

// Every mail as a mail program shows it, from the demo shop's preview page, which lists all mails.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const both = ['light', 'dark'] as const
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

describe('the preview of mails', () => {
  it('lists every mail in both languages and shows it as HTML and as text', async () => {
    const { page, context, complaints } = await visit(shop, { language: 'pt-BR', width: 360 })
    await page.goto('/docs/mails')
    const links = page.locator('main li a')
    expect(await links.count()).toBeGreaterThanOrEqual(16)
    expect(await sidewaysScroll(page)).toBe(0)
    await page.getByRole('link', { name: 'Boas-vindas à Chaveiro' }).click()

    await page
      .frameLocator('iframe[title="HTML"]')
      .getByRole('heading', { name: 'Boas-vindas à Chaveiro' })
      .waitFor()

    await page.locator('pre').getByText('Sua conta está pronta.').waitFor()
    expect(await sidewaysScroll(page)).toBe(0)

    expect(
      (await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze()).violations.map(
        (one) => one.id,
      ),
    ).toEqual([])

    expect(complaints).toEqual([])
    await context.close()
  })

  for (const language of languages) {
    it(`${language}: readable in both themes, at 320 px without style sheet, and without images`, async () => {
      const { page, context } = await visit(shop, { language, width: 320, colorScheme: 'light' })
      await page.goto('/docs/mails')
      const paths = await page
        .locator('main a')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
      const faults: string[] = []

      for (const path of paths.filter((one) => one.endsWith(`/${language}`))) {
        await page.goto(path)
        const html = (await page.locator('iframe').first().getAttribute('srcdoc'))!

        for (const [name, shown, themes] of [
          ['whole', html, both],
          ['without style sheet', html.replace(/<style>.*?<\/style>/s, ''), both],
        ] as const) {
          await page.goto('about:blank')
          await page.setContent(shown)

          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme })

            const { violations } = await new AxeBuilder({ page })
              .withTags(rules)
              .setLegacyMode()
              .analyze()

            faults.push(
              ...violations.map(
                (one) =>
                  `${path} ${name}, ${colorScheme}: ${one.id} ${one.nodes[0]?.target.join(' ')}`,
              ),
            )
          }

          if (await sidewaysScroll(page)) faults.push(`${path} ${name}: scrolls sideways`)
          if (await page.locator('img, script, link').count())
            faults.push(`${path} ${name}: asks for something`)
        }
      }

      expect(faults).toEqual([])
      await context.close()
    }, 120_000)
  }
})
