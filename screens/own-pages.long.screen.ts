import AxeBuilder from '@axe-core/playwright'
import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { publicSettings } from './every-page.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

type Page = Body<typeof adminApi.sitePages.read>['page']
const text = (words: string) => ({ type: 'text' as const, text: words })

const shown = (part: object = {}) =>
  on(api.sitePages.read, {
    success: true,
    page: {
      slug: 'sobre',
      title: 'Sobre nós',
      description: 'Quem somos',
      tree: [
        { type: 'heading', level: 3, children: [text('Quem somos')] },
        { type: 'paragraph', children: [text('Uma casa <b>de</b> chaves.')] },
      ],
      language: 'pt-BR',
      updatedAt: '2026-02-03T17:20:00.000Z',
      ...part,
    },
  })

describe('a page that staff wrote', () => {
  it('is read under its title at 320 px, with ordered headings, in its own language [P383]', async () => {
    const screen = await show('/p/sobre', { width: 320, language: 'en-US', replies: [shown()] })
    const main = screen.page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Sobre nós' }).waitFor()

    expect(await screen.lines(main)).toEqual([
      'Sobre nós',
      'Quem somos',
      'Uma casa <b>de</b> chaves.',
    ])

    expect(await main.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Quem somos'])
    expect(await main.locator('article').getAttribute('lang')).toBe('pt-BR')
    expect(await screen.page.title()).toBe('Sobre nós · Chaveiro')
    const { violations } = await new AxeBuilder({ page: screen.page }).include('main').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  })

  it('that is not there says so, and leads back [P384]', async () => {
    const readMissingPage = async (language: Language) => {
      const replies = [refused(api.sitePages.read, 'Nada.', 404, 'page.not_found')]
      const screen = await show('/p/nada', { language, replies })
      await screen.page.getByRole('heading', { level: 1 }).waitFor()

      return screen.lines()
    }

    expect(await readMissingPage('pt-BR')).toEqual([
      'Página não encontrada',
      'Esta página não existe ou saiu da loja.',
      'Ir para o início',
    ])

    expect(await readMissingPage('en-US')).toEqual([
      'Page not found',
      "This page doesn't exist or is no longer in the shop.",
      'Go to the home page',
    ])
  })

  it('is named by the footer in the language that is read, in its order [P384]', async () => {
    const pages = [
      { slug: 'trocas', titles: { 'pt-BR': 'Trocas', 'en-US': 'Returns' } },
      { slug: 'sobre', titles: { 'pt-BR': 'Sobre nós', 'en-US': 'About us' } },
    ]

    const links = async (language: Language) => {
      const screen = await show('/terms', { language, replies: [publicSettings({ pages })] })
      const all = screen.page.getByRole('contentinfo').getByRole('link')
      await expect.poll(() => all.count()).toBe(5)

      return all.evaluateAll((found) =>
        found.slice(0, 3).map((one) => [one.textContent, one.getAttribute('href')]),
      )
    }

    expect(await links('pt-BR')).toEqual([
      ['Termos', '/terms'],
      ['Trocas', '/p/trocas'],
      ['Sobre nós', '/p/sobre'],
    ])

    expect((await links('en-US')).slice(1)).toEqual([
      ['Returns', '/p/trocas'],
      ['About us', '/p/sobre'],
    ])
  })
})

const id = (n: number) => `01890000-0000-7000-8000-00000000000${n}`

const page = (n: number, slug: string, part: Partial<Page> = {}): Page => ({
  id: id(n),
  _id: id(n),
  slug,
  titles: { 'pt-BR': `Página ${n}`, 'en-US': n === 1 ? 'Page 1' : '' },
  texts: {
    'pt-BR': { title: `Página ${n}`, content: 'Olá' },
    'en-US': { title: n === 1 ? 'Page 1' : '', content: '' },
  },
  isPublished: true,
  inFooter: true,
  version: 3,
  updatedAt: '2026-02-03T17:20:00.000Z',
  ...part,
})

const listed = (...pages: Page[]) => ({ success: true as const, pages, data: pages })

const [one, two, three] = [
  page(1, 'sobre'),
  page(2, 'trocas', { isPublished: false }),
  page(3, 'duvidas', { inFooter: false }),
]

const drawn = on(adminApi.sitePages.preview, {
  success: true,
  tree: [{ type: 'paragraph', children: [text('Como fica')] }],
})

const office = [
  on(adminApi.settings.read, toldSettings({ ...untouched, siteName: 'Casa' })),
  on(adminApi.sitePages.list, listed(one, two, three)),
  on(adminApi.sitePages.read, { success: true, page: one, data: one }),
  on(adminApi.sitePages.update, { success: true, page: one, data: one }),
  on(adminApi.sitePages.create, { success: true, page: one, data: one }),
  on(adminApi.sitePages.order, listed(two, one, three)),
  on(adminApi.sitePages.remove, { success: true, message: 'Página excluída.' }),
  drawn,
]

const admin = (path: string, language: Language = 'pt-BR', width = 1280) =>
  show(path, { language, width, as: { role: 'admin' }, replies: office })

describe('the pages in the back office', () => {
  it('are listed with their state, ordered by the keyboard, and deleted after a question [P386]', async () => {
    const screen = await admin('/admin/settings?tab=pages', 'pt-BR', 360)
    const panel = screen.page.getByRole('tabpanel')
    await panel.getByText('/p/sobre', { exact: true }).waitFor()

    expect(await screen.lines(panel)).toEqual([
      'Páginas da loja',
      'Sobre, trocas, dúvidas: textos seus em um endereço próprio, nos dois idiomas. O rodapé os mostra nesta ordem.',
      'Escrever página',
      'Página 1',
      'Publicada',
      'No rodapé',
      '/p/sobre',
      'Página 2',
      'Rascunho',
      '/p/trocas',
      'Página 3',
      'Publicada',
      '/p/duvidas',
    ])

    const wide = await screen.page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
    screen.replies.unshift(on(adminApi.sitePages.list, listed(two, one, three)))
    await screen.page.getByRole('button', { name: 'Descer: Página 1' }).focus()
    await screen.page.keyboard.press('Enter')
    await expect
      .poll(() => screen.sent('PUT', '/api/admin/pages/order'))
      .toEqual([{ ids: [id(2), id(1), id(3)] }])
    // The focus follows the moved page.
    await expect
      .poll(() => screen.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Descer: Página 1')
    await screen.choose('Excluir', 'Página 3')
    const question = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Excluir “Página 3”?',
        'O endereço deixa de existir e quem o seguir de um buscador não encontra mais nada. Para só escondê-la, salve como rascunho.',
        'Cancelar',
        'Excluir página',
      ])

    await screen.press('Excluir página', question)
    await expect.poll(() => screen.toast()).toBe('Página excluída.')
    const english = await admin('/admin/settings?tab=pages', 'en-US')
    await english.page.getByText('/p/sobre', { exact: true }).waitFor()

    expect((await english.lines(english.page.getByRole('tabpanel'))).slice(0, 9)).toEqual([
      'Shop pages',
      'About, returns, questions: your own texts at their own address, in both languages. The footer lists them in this order.',
      'Add page',
      'Page 1',
      'Published',
      'In the footer',
      '/p/sobre',
      'Página 2',
      'Draft',
    ])
  })

  it('a new one takes its address from its title, is seen while it is typed, and is sent whole [P386]', async () => {
    const screen = await admin('/admin/settings?tab=pages')
    const { page: window } = screen
    await screen.press('Escrever página')
    const slug = window.getByLabel('Endereço da página')
    await slug.waitFor()
    const { violations } = await new AxeBuilder({ page: window }).include('main').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await window.getByLabel('Título em português').fill('Dúvidas & trocas')
    await expect.poll(() => slug.inputValue()).toBe('duvidas-trocas')
    await window.getByLabel('Texto em português').fill('# Olá')
    const preview = window.getByRole('region', { name: 'Como fica' })
    await expect
      .poll(() => screen.lines(preview))
      .toEqual(['Como fica', 'Dúvidas & trocas', 'Como fica'])
    await expect
      .poll(() => screen.sent('POST', '/api/admin/pages/preview').at(-1))
      .toEqual({ text: '# Olá' })
    await slug.fill('Trocas!')
    await screen.press('Salvar')
    await expect
      .poll(() => window.getByRole('alert').allInnerTexts())
      .toEqual(['Use letras minúsculas sem acento, números e hifens.'])
    await slug.fill('trocas')
    await window.getByLabel('Título em português').fill('Trocas e devoluções')
    expect(await slug.inputValue()).toBe('trocas')
    await window.getByRole('tab', { name: 'Inglês' }).click()
    await window.getByLabel('Título em inglês').fill('Returns')
    await window.getByLabel('Texto em inglês').fill('Hi')
    await window.getByLabel('Publicada').check()
    await screen.press('Salvar')
    await expect.poll(() => screen.toast()).toBe('Página salva.')

    expect(screen.sent('POST', '/api/admin/pages')).toEqual([
      {
        slug: 'trocas',
        texts: {
          'pt-BR': { title: 'Trocas e devoluções', content: '# Olá' },
          'en-US': { title: 'Returns', content: 'Hi' },
        },
        isPublished: true,
        inFooter: true,
      },
    ])

    await window.waitForURL(`**/admin/settings?tab=pages&edit=${id(1)}`)
    expect(await window.getByRole('alertdialog').count()).toBe(0)
  })

  it('one that somebody else changed or whose address is taken keeps the typed text and says so [P386]', async () => {
    const screen = await admin(`/admin/settings?tab=pages&edit=${id(1)}`, 'en-US', 360)
    const { page: window } = screen
    await window.getByLabel('Title in Portuguese').fill('Outra')
    screen.replies.unshift(
      refused(adminApi.sitePages.update, 'This address is taken.', 409, 'page.slug_taken'),
    )
    await screen.press('Save')
    await expect
      .poll(() => window.getByRole('alert').allInnerTexts())
      .toEqual(['This address is taken.'])
    screen.replies.unshift(
      refused(adminApi.sitePages.update, 'Somebody else changed this.', 409, 'page.changed'),
    )
    await window.getByLabel('Page address').fill('outra')
    await screen.press('Save')
    await window.getByText('The page was not saved. Somebody else changed this.').waitFor()
    expect(await window.getByLabel('Title in Portuguese').inputValue()).toBe('Outra')

    expect(screen.sent('PUT', `/api/admin/pages/${id(1)}`).at(-1)).toMatchObject({
      slug: 'outra',
      version: 3,
    })

    await screen.press('Discard my changes and see the current page')
    await expect.poll(() => window.getByLabel('Title in Portuguese').inputValue()).toBe('Página 1')
  })
})
