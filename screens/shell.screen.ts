import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

const roleCounts = { waiting: 11, given: 12, taken: 13, absent: 14 }

const waits = (counts: {
  dead: number
  stock: number
  manual: number
  held: number
  open: number
  unmatched: number
  failed: number
}) => [
  on(adminApi.jobs.list, {
    success: true,
    jobs: [],
    total: 0,
    counts: { waiting: 21, retrying: 22, running: 23, dead: counts.dead },
  }),
  on(adminApi.deliveries.list, {
    success: true,
    deliveries: [],
    // KeyAuth creates its keys, so these deliveries do not wait for stock.
    counts: { stock: counts.stock, keyauth: 31, manual: counts.manual, held: counts.held },
    total: 0,
    totalPages: 0,
  }),
  on(adminApi.desk.list, {
    success: true,
    payments: [],
    total: 0,
    open: counts.open,
    unmatched: counts.unmatched,
  }),
  on(adminApi.roles.list, {
    success: true,
    roles: [],
    counts: { ...roleCounts, failed: counts.failed },
    configured: true,
    total: 0,
    totalPages: 0,
  }),
]

const single = waits({ dead: 1, stock: 0, manual: 1, held: 0, open: 1, unmatched: 0, failed: 1 })
const several = waits({ dead: 2, stock: 3, manual: 4, held: 5, open: 6, unmatched: 7, failed: 8 })

const setup: Given = {
  as: { role: 'admin' },
  now: '2026-02-03T15:00:00.000Z',
  replies: [on(adminApi.categories.list, [])],
}

const menu = (screen: Screen) => screen.page.getByRole('complementary')

describe('the frame of the back office', () => {
  it('has the shop’s name, the day, orders, 15 sections, ten in two groups, and who is here [B013, Q108] [P283, P404]', async () => {
    const screen = await show('/admin/categories', setup)

    await expect
      .poll(() => screen.lines(menu(screen)))
      .toEqual([
        'Chaveiro',
        'Buscar em tudo',
        'Ctrl K',
        'Hoje',
        'Pedidos',
        'Vendas',
        'Transações',
        'Carrinhos',
        'Tickets',
        'Usuários',
        'Catálogo',
        'Produtos',
        'Categorias',
        'Licenças',
        'Estoque de licenças',
        'Cupons',
        'Loja',
        'Notificações',
        'Segurança',
        'Sistema',
        'Auditoria',
        'Configurações',
        'A',
        'Ana Souza',
        'Administrador',
        'Conta, tema e idioma',
        '© 2026 Chaveiro. Todos os direitos reservados.',
      ])

    await expect
      .poll(() => screen.page.locator('[aria-current=page]').allInnerTexts())
      .toEqual(['Categorias'])

    const english = await show('/admin/categories', {
      ...setup,
      language: 'en-US',
      as: { role: 'developer', name: 'Leo Lima' },
    })

    await expect
      .poll(() => english.lines(menu(english)))
      .toEqual([
        'Chaveiro',
        'Search everything',
        'Ctrl K',
        'Today',
        'Orders',
        'Sales',
        'Transactions',
        'Carts',
        'Tickets',
        'Users',
        'Catalogue',
        'Products',
        'Categories',
        'Licences',
        'Licence stock',
        'Coupons',
        'Shop',
        'Notifications',
        'Security',
        'System',
        'Audit log',
        'Settings',
        'L',
        'Leo Lima',
        'Developer',
        'Account, theme and language',
        '© 2026 Chaveiro. All rights reserved.',
      ])
  })

  it('counts the work that waits for staff, in singular and plural, and links to it', async () => {
    const expectWaitingWork = async (language: Language, replies: Given['replies'] & object) => {
      const screen = await show('/admin/categories', {
        ...setup,
        language,
        replies: [...replies, ...setup.replies!],
      })

      const links = menu(screen).getByRole('list').first().getByRole('link')

      return expect.poll(() =>
        links.evaluateAll((all) =>
          all.map((link) => `${(link as HTMLElement).innerText} ${link.getAttribute('href')}`),
        ),
      )
    }

    await (
      await expectWaitingWork('pt-BR', single)
    ).toEqual([
      '1 pagamento a revisar /admin/desk',
      '1 entrega a fazer /admin/deliveries',
      '1 cargo recusado no Discord /admin/discord?state=failed',
      '1 tarefa desistiu /admin/jobs?state=dead',
    ])

    await (
      await expectWaitingWork('pt-BR', several)
    ).toEqual([
      '13 pagamentos a revisar /admin/desk',
      '12 entregas a fazer /admin/deliveries',
      '8 cargos recusados no Discord /admin/discord?state=failed',
      '2 tarefas desistiram /admin/jobs?state=dead',
    ])

    await (
      await expectWaitingWork('en-US', single)
    ).toEqual([
      '1 payment to review /admin/desk',
      '1 delivery to make /admin/deliveries',
      '1 role refused on Discord /admin/discord?state=failed',
      '1 job gave up /admin/jobs?state=dead',
    ])

    await (
      await expectWaitingWork('en-US', several)
    ).toEqual([
      '13 payments to review /admin/desk',
      '12 deliveries to make /admin/deliveries',
      '8 roles refused on Discord /admin/discord?state=failed',
      '2 jobs gave up /admin/jobs?state=dead',
    ])
  })

  it('has every entry in sight on a low screen, also when work of every kind waits [P283]', async () => {
    for (const [width, height] of [
      [1280, 720],
      [1280, 801],
      [1440, 900],
    ] as const) {
      const screen = await show('/admin/categories', {
        ...setup,
        replies: [...several, ...setup.replies!],
      })

      await screen.page.setViewportSize({ width, height })
      await menu(screen).getByText('2 tarefas desistiram').waitFor()
      const links = menu(screen).getByRole('link')
      await expect.poll(() => links.count()).toBe(22)

      const boxes = await links.evaluateAll((all) =>
        all.map((link) => {
          const { top, bottom, height } = link.getBoundingClientRect()
          return { name: link.textContent, top, bottom, height }
        }),
      )

      const wrong = boxes.filter((box) => box.top < 0 || box.bottom > height || box.height < 24)
      expect(wrong).toEqual([])

      const hidden = await menu(screen)
        .getByRole('navigation')
        .locator('..')
        .evaluate((frame) => frame.scrollHeight - frame.clientHeight)

      expect(hidden).toBeLessThanOrEqual(0)
    }
  })

  it('counts what waits in a section beside its name, and says so [P283]', async () => {
    const stats = { totalTickets: 9, openTickets: 3, closedTickets: 6, averageResponseTime: 5 }

    const named = async (language: Language, openTickets: number) => {
      const screen = await show('/admin/categories', {
        ...setup,
        language,
        replies: [
          on(adminApi.tickets.stats, {
            success: true,
            ...stats,
            openTickets,
            data: { ...stats, openTickets },
          }),
          ...setup.replies!,
        ],
      })
      return expect.poll(() => screen.lines(screen.page.locator('a[href="/admin/tickets"]')))
    }

    await (await named('pt-BR', 3)).toEqual(['Tickets', '3', '3 tickets abertos'])
    await (await named('pt-BR', 1)).toEqual(['Tickets', '1', '1 ticket aberto'])
    await (await named('en-US', 3)).toEqual(['Tickets', '3', '3 open tickets'])
    await (await named('en-US', 0)).toEqual(['Tickets'])
  })

  it('folds its two groups by mouse and keyboard and remembers it; the current group is open [P404]', async () => {
    for (const [language, goods, house, orders, coupons] of [
      ['pt-BR', 'Catálogo', 'Loja', 'Pedidos', 'Cupons'],
      ['en-US', 'Catalogue', 'Shop', 'Orders', 'Coupons'],
    ] as const) {
      const screen = await show('/admin/categories', { ...setup, language })
      const nav = menu(screen).getByRole('navigation')
      const fold = (name: string) => nav.getByRole('button', { name, exact: true })
      const isOpen = (name: string) => fold(name).getAttribute('aria-expanded')
      const entries = () => nav.getByRole('link').count()

      expect([await isOpen(goods), await isOpen(house), await entries()]).toEqual([
        'true',
        'true',
        17,
      ])

      await fold(house).focus()
      await screen.page.keyboard.press('Enter')
      expect([await isOpen(house), await entries()]).toEqual(['false', 12])
      // Tab skips the entries of the folded group.
      await screen.page.keyboard.press('Tab')
      expect(await screen.page.evaluate(() => document.activeElement!.textContent)).toContain(
        'Ana Souza',
      )
      // After a reload the group of the current page is open, even if a person folded it. On a page
      // outside of the group it is folded again.
      await fold(goods).click()
      expect([await isOpen(goods), await entries()]).toEqual(['false', 7])
      await screen.page.reload()
      await screen.atRest()

      expect([await isOpen(goods), await isOpen(house), await entries()]).toEqual([
        'true',
        'false',
        12,
      ])

      await nav.getByRole('link', { name: orders }).click()
      await expect.poll(() => isOpen(goods)).toBe('false')
      expect(await entries()).toBe(7)
      await fold(goods).click()
      await nav.getByRole('link', { name: coupons }).click()
      await nav.getByRole('link', { name: orders }).click()
      expect([await isOpen(goods), await entries()]).toEqual(['true', 12])
      await fold(house).click()
    }
  })

  it('counts the reviews that wait beside the folded group [P404]', async () => {
    const reviews = on(adminApi.reviews.list, {
      success: true,
      reviews: [],
      data: [],
      ...listed(0),
      waiting: 2,
    })

    const screen = await show('/admin/orders', {
      ...setup,
      replies: [reviews, ...setup.replies!],
    })

    const goods = menu(screen).getByRole('button', { name: /^Catálogo/ })
    await expect.poll(() => goods.textContent()).toBe('Catálogo')
    await goods.click()
    await expect.poll(() => goods.textContent()).toBe('Catálogo22 avaliações esperam')
    await goods.click()
  })

  it('has account, theme and language in one menu at its foot, on a phone too [P405]', async () => {
    const all = (screen: Screen) =>
      screen.page
        .getByRole('menu')
        .locator('[role^=menuitem]:visible')
        .evaluateAll((items) =>
          items.map(
            (one) => `${(one as HTMLElement).innerText}${one.ariaChecked === 'true' ? ' ✓' : ''}`,
          ),
        )

    const screen = await show('/admin/categories', setup)
    const who = menu(screen).getByRole('button', {
      name: 'Ana Souza Administrador Conta, tema e idioma',
    })
    await who.click()

    expect(await all(screen)).toEqual([
      'Minha conta',
      'Abrir a loja',
      'Atalhos de teclado',
      'Tema do sistema ✓',
      'Escuro',
      'Claro',
      'Português ✓',
      'English',
      'Sair',
    ])

    expect(
      await screen.page
        .getByRole('menu')
        .getByRole('group')
        .evaluateAll((groups) => groups.map((one) => one.ariaLabel)),
    ).toEqual(['Tema', 'Idioma'])

    await screen.page.keyboard.press('c')
    await screen.page.keyboard.press('Enter')
    const theme = () => screen.page.evaluate(() => document.documentElement.dataset.theme)
    expect(await theme()).toBe('light')
    await who.click()
    await screen.page.getByRole('menuitemradio', { name: 'English' }).click()
    const phone = await show('/admin/categories', { ...setup, language: 'en-US', width: 390 })
    await phone.page.getByRole('button', { name: 'More', exact: true }).click()
    await phone.page
      .getByRole('button', { name: 'Ana Souza Administrator Account, theme and language' })
      .click()

    expect(await all(phone)).toEqual([
      'My account',
      'Open the shop',
      'System theme ✓',
      'Dark',
      'Light',
      'Português',
      'English ✓',
      'Log out',
    ])

    const last = phone.page.getByRole('menuitem', { name: 'Log out' })
    expect(await last.evaluate((item) => item.getBoundingClientRect().bottom)).toBeLessThan(740)
    await phone.page.getByRole('menuitemradio', { name: 'Dark' }).click()
    expect(await phone.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })

  it('demands a second factor where the shop does, in place of the section', async () => {
    const readDemand = async (language: Language) => {
      const screen = await show('/admin/categories', {
        ...setup,
        language,
        replies: [
          on(api.accounts.twoFactor, {
            success: true,
            enabled: false,
            required: true,
            recoveryCodesLeft: 0,
          }),
          ...setup.replies!,
        ],
      })
      return screen.lines()
    }

    expect(await readDemand('pt-BR')).toEqual([
      'Ative a verificação em duas etapas',
      'A loja exige a verificação em duas etapas da equipe. A administração abre assim que a sua conta a tiver.',
      'Ativar agora',
    ])

    expect(await readDemand('en-US')).toEqual([
      'Set up two-factor login',
      'The shop requires two-factor login for staff. The back office opens as soon as your account has it.',
      'Set it up now',
    ])
  })
})
