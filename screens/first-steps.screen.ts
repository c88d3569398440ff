import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { sidewaysScroll } from '../e2e/shop.ts'
import { on, type Body } from './answers.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show } from './show.ts'

type Known = Body<typeof adminApi.settings.firstSteps>

const nothing: Known = {
  success: true,
  over: false,
  shop: { name: false, look: false, seller: false },
  product: false,
  buy: null,
  payment: false,
  mail: false,
  order: false,
  discord: false,
  twoFactor: false,
}

const shop = { name: true, look: true, seller: true }

const users = on(adminApi.users.list, {
  success: true,
  data: [],
  users: [],
  total: 0,
  totalPages: 1,
  pagination: { currentPage: 1, totalPages: 1, totalItems: 0, itemsPerPage: 10 },
} as never)

const at = (path: string, known: Partial<Known>, language: Language = 'pt-BR', width = 1280) =>
  show(path, {
    as: { role: 'admin', isNew: true },
    language,
    width,
    replies: [
      on(adminApi.settings.firstSteps, { ...nothing, ...known }),
      users,
      on(adminApi.categories.list, []),
      on(adminApi.settings.read, toldSettings(untouched)),
    ],
  })

describe('the first steps of a shop', () => {
  it('are on top of the first staff page, each with a link to its field, in both languages [P425]', async () => {
    const list = async (known: Partial<Known>, language: Language) => {
      const screen = await at('/admin/users', known, language)
      const region = screen.page.getByRole('region', { name: /Primeiros passos|First steps/ })
      await region.waitFor()

      return {
        lines: await screen.lines(region),
        next: await region.locator('[aria-current=step]').getAttribute('href'),
        ways: await region
          .getByRole('link')
          .evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      }
    }

    expect(await list(nothing, 'pt-BR')).toEqual({
      lines: [
        'Primeiros passos da loja',
        '0 de 5 prontos. No fim, a loja já vendeu o primeiro pedido de teste.',
        '1',
        'Dê à loja um nome, uma cara e quem vende',
        'Nome',
        'Logotipo e cor',
        'Identidade legal',
        '2',
        'Crie o primeiro produto, já com chaves',
        '3',
        'Ligue uma forma de pagamento',
        '4',
        'Ligue o e-mail e envie um teste',
        '5',
        'Faça uma compra de teste',
        'Quando quiser:',
        'Ligar o Discord',
        'Proteger a sua conta em duas etapas',
      ],

      next: '/admin/settings?field=siteName',

      ways: [
        '/admin/settings?field=siteName',
        '/admin/settings?field=siteName',
        '/admin/settings?field=accentColor',
        '/admin/settings?tab=legal&field=sellerName',
        '/admin/products?pageOf=new',
        '/admin/settings?view=services&service=pix',
        '/admin/settings?view=services&service=mail',
        '/products',
        '/admin/settings?view=services&service=discord',
        '/dashboard/settings?tab=security',
      ],
    })

    // The step links to its first unfinished part.
    const half = await list({ shop: { ...shop, seller: false }, product: true }, 'pt-BR')
    expect(half.next).toBe('/admin/settings?tab=legal&field=sellerName')
    expect(half.lines[1]).toBe(
      '1 de 5 prontos. No fim, a loja já vendeu o primeiro pedido de teste.',
    )
    const last = { shop, product: true, buy: 'editor', payment: true, mail: true, discord: true }

    expect(await list(last, 'en-US')).toMatchObject({
      lines: [
        'First steps',
        '4 of 5 done. By the end, the shop has sold its first test order.',
        'Give the shop a name, a look and a seller',
        'Done',
        'Create the first product, with its keys',
        'Done',
        'Connect a payment method',
        'Done',
        'Connect email and send a test',
        'Done',
        '5',
        'Make a test purchase',
        'Buy your product as a customer would, pay, and see the key on the screen.',
        'Any time:',
        'Connect Discord',
        'Protect your account with two-factor login',
      ],

      next: '/products/editor',
    })
  })

  it('are one line elsewhere, fit a phone, can be hidden, and go when all is done [P425]', async () => {
    const line = async (known: Partial<Known>, language: Language) => {
      const screen = await at('/admin/categories', known, language, 360)
      const aside = screen.page.getByRole('complementary', { name: /Primeiros|First steps/ })
      await aside.waitFor()
      expect(await sidewaysScroll(screen.page)).toBeLessThanOrEqual(0)

      return screen.lines(aside)
    }

    expect(await line({ shop }, 'pt-BR')).toEqual([
      '1 de 5 prontos. No fim, a loja já vendeu o primeiro pedido de teste.',
      'Próximo: Crie o primeiro produto, já com chaves',
    ])

    expect(await line({ shop, product: true, payment: true }, 'en-US')).toEqual([
      '3 of 5 done. By the end, the shop has sold its first test order.',
      'Next: Connect email and send a test',
    ])

    const usersScreen = await at('/admin/users', {}, 'pt-BR', 360)
    const region = usersScreen.page.getByRole('region', { name: 'Primeiros passos da loja' })
    await region.waitFor()
    expect(await sidewaysScroll(usersScreen.page)).toBeLessThanOrEqual(0)
    await usersScreen.press('Não mostrar mais os primeiros passos', region)
    await expect.poll(() => region.count()).toBe(0)
    const over = await at('/admin/users', { ...nothing, over: true }, 'en-US')
    await expect
      .poll(() => over.calls.some(({ path }) => path === '/api/admin/system/first-steps'))
      .toBe(true)
    expect(await over.page.getByRole('region', { name: 'First steps' }).count()).toBe(0)
  })

  it('lead to the field, which has the focus at once [P425]', async () => {
    for (const [query, label] of [
      ['field=siteName', 'Nome da loja'],
      ['field=accentColor', 'Cor de botões e links'],
      ['tab=legal&field=sellerName', 'Razão social ou nome completo'],
    ] as const) {
      const screen = await at(`/admin/settings?${query}`, {})
      const field = screen.page.getByLabel(label, { exact: true })
      await expect
        .poll(() => field.evaluate((one) => one === document.activeElement), { message: label })
        .toBe(true)
    }
  })
})
