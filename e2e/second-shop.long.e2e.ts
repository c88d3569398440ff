import { AxeBuilder } from '@axe-core/playwright'
import type { Language } from '@chaveiro/contracts/limits'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, soon, staff } from './admin.ts'
import { openShop, visit, type Shop } from './shop.ts'

// An owner turns the demo shop into another shop by settings alone. Visitors see the other shop in
// both themes and languages.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

/** Draws a picture of one colour in the browser. */
async function drawing(color: string, width: number, height: number): Promise<Buffer> {
  const page = await shop.browser.newPage({ viewport: { width, height } })
  await page.setContent(`<body style="background: ${color}">`)
  const picture = await page.screenshot()
  await page.close()

  return picture
}

/** Uses the form and counts the actions; typing into a field is one action. */
function hand(page: Page) {
  let presses = 0

  const act = async (what: Promise<unknown>) => {
    presses++
    await what
  }

  return {
    count: () => presses,
    press: (one: Locator) => act(one.click()),
    type: (label: string, text: string) =>
      act(page.getByLabel(label, { exact: true }).first().fill(text)),
    choose: async (at: number, name: string, buffer: Buffer) =>
      act(
        page
          .locator('input[type=file]')
          .nth(at)
          .setInputFiles({ name, mimeType: 'image/png', buffer }),
      ),
  }
}

/** Turns the shop into a shop about the moon; returns the count of actions. */
async function becomeAnother(page: Page): Promise<number> {
  const { press, type, choose, count } = hand(page)
  const tab = (name: string) => press(page.getByRole('tab', { name, exact: true }))
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await type('Nome da loja', 'Lua Licenças')
  await choose(0, 'logo.png', await drawing('#7c3aed', 480, 120))
  await choose(2, 'icone.png', await drawing('#f97316', 256, 256))
  await type('Cor de botões e links', '#FFD400')
  await type('Título em português', 'Sua noite começa com uma chave')
  await type('Título em inglês', 'Your night starts with a key')
  await tab('Vitrine')
  await press(page.getByLabel('Mostrar o aviso'))
  await type('Aviso em português', 'Semana da Lua: 20% em tudo')
  await type('Link do aviso', '/products')
  await choose(3, 'capa.png', await drawing('#1e1b4b', 1200, 900))
  await type('A imagem em palavras, em português', 'Uma noite clara')
  for (let n = 0; n < 3; n++) await press(button('Subir: Dúvidas'))
  await press(button('Retirar: Como funciona'))
  await press(button('Escrever pergunta'))
  await type('Pergunta em português', 'Emite nota fiscal?')
  await type('Resposta em português', 'Sim, **sempre**.')
  await press(button('Salvar'))
  await page.getByText('Configurações salvas com sucesso.').waitFor()
  await tab('Páginas')
  await press(button('Escrever página'))
  await type('Título em português', 'Sobre a Lua')
  await type('Texto em português', 'Vendemos à noite.')
  await press(page.getByLabel('Publicada'))
  await press(button('Salvar'))
  await page.getByText('Página salva.').waitFor()

  return count()
}

const headings = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()

describe('a second shop', () => {
  it('is made of the first within sixty acts, with its own look on every page, in both themes [P390, P380, P381, P388]', async () => {
    const owner = await staff(shop, desk(), 'settings')
    await owner.page.getByLabel('Nome da loja').waitFor()
    expect(await becomeAnother(owner.page)).toBeLessThanOrEqual(60)
    expect(owner.complaints).toEqual([])
    await owner.context.close()

    const home = async (language: Language, width: number, colorScheme: 'light' | 'dark') => {
      const visitor = await visit(shop, { language, width, colorScheme })
      const { page } = visitor

      await soon(async () => {
        await page.goto(`/?lng=${language}`)
        return page.title()
      }).toBe('Lua Licenças')

      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2aa']).analyze()
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
      expect(visitor.complaints).toEqual([])

      return visitor
    }

    const { page, context } = await home('pt-BR', 1280, 'light')
    const line = page.getByRole('complementary', { name: 'Aviso da loja' })
    expect(await line.getByRole('link').innerText()).toBe('Semana da Lua: 20% em tudo')
    expect(await page.getByRole('banner').getByRole('img', { name: 'Lua Licenças' }).count()).toBe(
      1,
    )
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(
      'Sua noite começa com uma chave',
    )
    expect(await page.getByRole('img', { name: 'Uma noite clara' }).count()).toBe(1)

    expect(await headings(page)).toEqual([
      'Dúvidas antes de comprar',
      'Navegue por categoria',
      'Quem comprou conta como foi',
    ])

    expect(await page.locator('summary').allInnerTexts()).toEqual(['Emite nota fiscal?'])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sobre a Lua' }).click()
    await page.getByText('Vendemos à noite.', { exact: true }).waitFor()

    // A closed announcement bar is not drawn again, and so causes no layout shift.
    await line.getByRole('button', { name: 'Fechar o aviso' }).click()

    await page.addInitScript(() => {
      const seen = { moved: 0, lines: 0 }
      Object.assign(window, { seen })

      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.moved += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })

      const look = () => {
        const aside = document.querySelector('aside')
        if (aside && aside.getBoundingClientRect().height > 0) seen.lines++
        requestAnimationFrame(look)
      }

      look()
    })

    await page.goto('/')
    await page.waitForTimeout(500)
    const seen = await page.evaluate(
      () => (window as unknown as { seen: { moved: number; lines: number } }).seen,
    )
    expect(seen.lines).toBe(0)
    // The announcement bar alone would shift the page five times as far.
    expect(seen.moved).toBeLessThan(0.01)
    await context.close()

    const phone = await home('en-US', 360, 'dark')
    expect(await phone.page.getByRole('heading', { level: 1 }).innerText()).toContain(
      'Your night starts with a key',
    )
    expect(
      await phone.page.getByRole('complementary', { name: 'Notice from the shop' }).innerText(),
    ).toBe('Semana da Lua: 20% em tudo')
    await phone.context.close()
  })
})
