import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { openMenu } from '../e2e/row-acts.ts'
import { on, type Body } from './answers.ts'
import { ids, listed, onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

// Behaviour that all tables of the back office share, tested with the table of users.

type User = Body<typeof adminApi.users.list>['data'][number]

const bia: User = {
  ...ids(1),
  name: 'Bia Prado',
  email: 'bia@exemplo.test',
  role: 'client',
  discordId: null,
  createdAt: '2024-02-03T17:05:00.000Z',
  lastLoginAt: null,
  isBanned: false,
  banReason: null,
  bannedAt: null,
}

const users = [
  bia,
  { ...bia, ...ids(2), name: 'Leo Lima', email: 'leo@exemplo.test' },
  { ...bia, ...ids(3), name: 'Eva Reis', email: 'eva@exemplo.test' },
]

const listing = on(adminApi.users.list, {
  success: true,
  data: users,
  users,
  ...listed(users.length),
})

const setup: Given = { as: { role: 'admin' }, replies: [listing] }

const row = (screen: Screen, name: string) => screen.page.getByRole('row').filter({ hasText: name })

const inAddress = (screen: Screen, name: string) =>
  new URL(screen.page.url()).searchParams.get(name)

/** The name of the focused row or control. */
const focused = (screen: Screen) =>
  screen.page.evaluate(() => {
    const at = document.activeElement!
    return at.querySelector('a')?.textContent ?? at.ariaLabel ?? at.textContent
  })

describe('a row of a table', () => {
  it('opens what it is about, pressed anywhere; the address says so and the way back closes it [P319]', async () => {
    const screen = await show('/admin/users?search=a', setup)
    await row(screen, 'Leo Lima').getByText('leo@exemplo.test').click()
    await screen.page.waitForURL(`**/admin/users/${users[1]!.id}`)
    await screen.page.goBack()
    await row(screen, 'Leo Lima').waitFor()
    expect(inAddress(screen, 'search')).toBe('a')
    await screen.press('Detalhes: Leo Lima')
    await screen.dialog('Detalhes de Leo Lima').waitFor()
    expect(inAddress(screen, 'user')).toBe(users[1]!.id)
    expect(inAddress(screen, 'search')).toBe('a')
    await screen.page.goBack()
    await expect.poll(() => screen.dialog().count()).toBe(0)
    expect(inAddress(screen, 'user')).toBeNull()
    const link = screen.page.getByRole('link', { name: 'Eva Reis', exact: true })
    expect(await link.getAttribute('href')).toBe(`/admin/users/${users[2]!.id}`)
    // A middle click on the row's link opens a new tab, as on any link.
    const opened = screen.page.context().waitForEvent('page')
    await link.click({ button: 'middle' })
    await (await opened).close()
    expect(inAddress(screen, 'user')).toBeNull()
  })

  it('opens nothing where a control is pressed or a text is chosen [P319]', async () => {
    const screen = await show('/admin/users', setup)
    await row(screen, 'Leo Lima').getByRole('checkbox').click()
    await row(screen, 'Leo Lima').getByLabel('Função de Leo Lima').focus()
    await openMenu(screen.page, 'Leo Lima')
    await screen.page.getByRole('menu').click({ position: { x: 60, y: 2 } })
    await screen.page.keyboard.press('Escape')
    const mail = (await row(screen, 'Leo Lima').getByText('leo@exemplo.test').boundingBox())!
    await screen.page.mouse.move(mail.x + 2, mail.y + mail.height / 2)
    await screen.page.mouse.down()
    await screen.page.mouse.move(mail.x + mail.width - 2, mail.y + mail.height / 2)
    await screen.page.mouse.up()
    expect(await screen.page.evaluate(() => document.getSelection()!.toString())).toContain('eo@ex')
    expect(await screen.page.evaluate(() => location.search)).toBe('')
  })

  it('has two acts in reach at most, and the others with words in a menu for keys [P320]', async () => {
    const screen = await show('/admin/users', setup)
    const buttons = row(screen, 'Bia Prado').getByRole('button')

    await expect
      .poll(() => buttons.evaluateAll((all) => all.map((one) => one.ariaLabel)))
      .toEqual([
        'Função de Bia Prado: Cliente',
        'Situação de Bia Prado: Ativo',
        'Detalhes: Bia Prado',
        'Histórico: Bia Prado',
        'Mais ações: Bia Prado',
      ])

    expect(await screen.offered('Bia Prado')).toEqual(['Banir', 'Excluir'])
    const { keyboard } = screen.page
    const item = () => focused(screen)
    await buttons.last().focus()
    await keyboard.press('ArrowDown')
    await expect.poll(item).toBe('Banir')
    await keyboard.press('ArrowDown')
    await expect.poll(item).toBe('Excluir')
    await keyboard.press('ArrowDown')
    await expect.poll(item).toBe('Banir')
    await keyboard.press('End')
    await expect.poll(item).toBe('Excluir')
    await keyboard.press('b')
    await expect.poll(item).toBe('Banir')
    await keyboard.press('Escape')
    await expect.poll(item).toBe('Mais ações: Bia Prado')
    expect(await screen.page.getByRole('menu').count()).toBe(0)
    await keyboard.press('Enter')
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await keyboard.press('Enter')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alertdialog')))
      .toContain('Banir Bia Prado?')
    const english = await show('/admin/users', { ...setup, language: 'en-US' })
    await english.page.getByRole('button', { name: 'More actions: Bia Prado' }).waitFor()
    expect(await english.offered('Bia Prado')).toEqual(['Ban', 'Delete'])
  })

  it('is reached by j and k, marked by x and opened by Enter, never while a field has the focus [P323]', async () => {
    const screen = await show('/admin/users', setup)
    const { keyboard } = screen.page

    const marked = () =>
      screen.page
        .getByRole('checkbox', { checked: true })
        .evaluateAll((all) => all.map((one) => one.ariaLabel))

    const search = screen.page.getByRole('searchbox')
    await keyboard.press('/')
    await keyboard.type('jkx')
    await expect.poll(() => search.inputValue()).toBe('jkx')
    expect(await marked()).toEqual([])
    await search.blur()
    await keyboard.press('j')
    await expect.poll(() => focused(screen)).toBe('Bia Prado')
    await keyboard.press('j')
    await keyboard.press('j')
    await keyboard.press('j')
    await expect.poll(() => focused(screen)).toBe('Eva Reis')
    await keyboard.press('k')
    await expect.poll(() => focused(screen)).toBe('Leo Lima')
    await keyboard.press('x')
    await expect.poll(marked).toEqual(['Selecionar Leo Lima'])
    await openMenu(screen.page, 'Leo Lima')
    await keyboard.press('j')
    await expect.poll(() => focused(screen)).toBe('Banir')
    await keyboard.press('Escape')
    await keyboard.press('k')
    await expect.poll(() => focused(screen)).toBe('Bia Prado')
    await screen.press('Detalhes: Bia Prado')
    await screen.dialog('Detalhes de Bia Prado').waitFor()
    await keyboard.press('j')
    await keyboard.press('x')
    expect(await marked()).toEqual(['Selecionar Leo Lima'])
    await keyboard.press('Escape')
    await expect.poll(() => screen.dialog().count()).toBe(0)
    await keyboard.press('?')
    const keys = (await screen.lines(screen.dialog())).join(' ')
    expect(keys).toContain('Próxima linha j Linha anterior k Marcar a linha x Abrir a linha Enter')
    await keyboard.press('Escape')
    await expect.poll(() => screen.dialog().count()).toBe(0)
    await row(screen, 'Bia Prado').focus()
    await keyboard.press('Enter')
    await screen.page.waitForURL(`**/admin/users/${users[0]!.id}`)
  })
})

const order = {
  ...ids(7),
  orderNumber: 'ORD-000017',
  userId: 'buyer-7',
  cartId: 'cart-9',
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
  status: 'pending' as const,
  totalAmount: 1234.56,
  subtotal: 1234.56,
  discount: { applied: false, cupomCode: null, amount: 0 },
  currency: 'BRL' as const,
  paymentMethod: 'pix',
  origin: 'shop',
  itemCount: 3,
  productNames: ['Pincel Pro', 'Pincel Mini'],
  archived: false,
  createdAt: '2026-11-23T22:16:00.000Z',
  completedAt: null,
}

const orders = [
  order,
  { ...order, ...ids(8), status: 'completed' as const, createdAt: '2026-11-22T11:02:00.000Z' },
  { ...order, ...ids(9), status: 'refunded' as const, createdAt: '2026-11-12T11:02:00.000Z' },
  { ...order, ...ids(10), createdAt: '2025-11-12T11:02:09.000Z' },
]

const stats = {
  totalOrders: 2025,
  completedOrders: 1810,
  pendingOrders: 120,
  cancelledOrders: 62,
  refundedOrders: 33,
  totalRevenue: 98765.43,
}

const ofOrders: Given = {
  as: { role: 'admin' },
  now: '2026-11-24T01:30:00.000Z',
  replies: [
    on(adminApi.orders.list, {
      success: true,
      orders,
      data: orders,
      total: orders.length,
      pagination: onePage(orders.length),
    }),
    on(adminApi.orders.stats, { success: true, ...stats, data: stats }),
  ],
}

describe('a moment in a table', () => {
  it('is of today, yesterday or a day, in both languages, and whole to who points at it [P322]', async () => {
    const readTimes = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/admin/orders', { ...ofOrders, language })
      await expect.poll(async () => (await screen.table()).length).toBe(5)
      const times = screen.page.locator('tbody time')

      return {
        told: await times.evaluateAll((all) =>
          all.map((one) => one.textContent.replaceAll('\u202f', ' ')),
        ),
        whole: (await times.last().getAttribute('title'))!.replaceAll('\u202f', ' '),
        at: await times.last().getAttribute('datetime'),
      }
    }

    expect(await readTimes('pt-BR')).toEqual({
      told: ['hoje 19:16', 'ontem 08:02', '12 nov 08:02', '12 nov 2025 08:02'],
      whole: 'quarta-feira, 12 de novembro de 2025 às 08:02:09',
      at: '2025-11-12T11:02:09.000Z',
    })

    expect(await readTimes('en-US')).toEqual({
      told: ['today 7:16 PM', 'yesterday 8:02 AM', 'Nov 12, 8:02 AM', 'Nov 12, 2025, 8:02 AM'],
      whole: 'Wednesday, November 12, 2025 at 8:02:09 AM',
      at: '2025-11-12T11:02:09.000Z',
    })
  })
})

describe('a state in a table', () => {
  it('opens a menu of those one may choose by keys, and is a plain badge where there is none [P321]', async () => {
    const screen = await show('/admin/orders', ofOrders)
    const badge = screen.page.getByRole('button', { name: 'Situação de ORD-000017: Pendente' })
    const { keyboard } = screen.page
    await badge.first().focus()
    // A single key changes nothing: it opens the menu with the focus on the current state.
    await keyboard.press('ArrowDown')
    const items = screen.page.getByRole('menuitemradio')

    await expect
      .poll(() => items.evaluateAll((all) => all.map((one) => [one.textContent, one.ariaChecked])))
      .toEqual([
        ['Pendente', 'true'],
        ['Concluído', 'false'],
        ['Cancelado', 'false'],
      ])

    await expect.poll(() => focused(screen)).toBe('Pendente')
    await keyboard.press('End')
    await keyboard.press('Enter')
    await expect.poll(() => screen.lines(screen.dialog())).toContain('Cancelar o pedido ORD-000017')
    await keyboard.press('Escape')
    const third = screen.page.getByRole('row').nth(3)
    expect(await third.getByText('Reembolsado').count()).toBe(1)
    expect(await third.getByRole('button', { name: /^Situação/ }).count()).toBe(0)
  })
})

describe('a table on a phone', () => {
  it('is a list of items of 64 to 72 px, the first within 300; acts are in one menu [P324, P325]', async () => {
    const screen = await show('/admin/orders', { ...ofOrders, width: 390 })
    await expect.poll(async () => (await screen.table()).length).toBe(4)

    expect((await screen.table())[0]).toEqual([
      'B | Bia Prado | R$ 1.234,56 | ORD-000017 · hoje 19:16 | Pendente',
      '',
    ])

    const boxes = await screen.page
      .locator('tr[data-row]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    expect(boxes[0].top).toBeLessThan(300)

    for (const { height } of boxes) {
      expect(height).toBeGreaterThanOrEqual(64)
      expect(height).toBeLessThanOrEqual(72)
    }

    expect(await screen.offered('ORD-000017')).toEqual([
      'Confirmar manualmente',
      'Cancelar pedido',
      'Excluir pedido',
    ])

    await screen.page.getByRole('row').first().getByText('hoje 19:16').click()
    await expect.poll(() => new URL(screen.page.url()).pathname).toBe(`/admin/orders/${order._id}`)
  })

  it('has its figures in one line and its filters behind a button with their count [P325]', async () => {
    const screen = await show('/admin/orders?status=pending', { ...ofOrders, width: 390 })
    const figures = screen.page.getByRole('main').locator('dl > div')
    await expect.poll(() => figures.count()).toBe(5)
    const tops = await figures.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().top),
    )
    expect(new Set(tops).size).toBe(1)
    const status = screen.page.getByLabel('Situação', { exact: true })
    expect(await status.isVisible()).toBe(false)
    await screen.page.getByRole('searchbox').waitFor()
    await screen.press('Filtros (1)')
    await status.selectOption('')
    await screen.page.getByRole('button', { name: 'Filtros', exact: true }).waitFor()

    const english = await show('/admin/orders?status=pending&archived=true', {
      ...ofOrders,
      language: 'en-US',
      width: 390,
    })

    await english.page.getByRole('button', { name: 'Filters (2)' }).waitFor()
    const desk = await show('/admin/orders?status=pending', ofOrders)
    await desk.page.getByLabel('Situação', { exact: true }).waitFor()
    expect(await desk.page.getByRole('button', { name: /^Filtros/ }).count()).toBe(0)
  })

  it('has the ways at its foot, which hide neither the end of the page nor what has the focus [P326]', async () => {
    const screen = await show('/admin/orders', { ...ofOrders, width: 390 })
    const foot = screen.page.getByRole('navigation', { name: 'Atalhos' })
    await expect.poll(() => screen.lines(foot)).toEqual(['Hoje', 'Pedidos', 'Estoque', 'Mais'])
    expect(
      await foot.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
    ).toEqual(['/admin/today', '/admin/orders', '/admin/stock'])
    const bar = (await foot.boundingBox())!
    expect(Math.round(bar.y + bar.height)).toBe(740)
    // At the end of the page the last button is above the bar.
    await screen.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = (await screen.page.getByRole('button', { name: 'Próxima' }).boundingBox())!
    expect(last.y + last.height).toBeLessThanOrEqual((await foot.boundingBox())!.y)
    await screen.page.evaluate(() => scrollTo(0, 0))

    for (let at = 0; at < 4; at++) {
      await screen.page.keyboard.press('j')
      const now = await screen.page.evaluate(() => document.activeElement!.getBoundingClientRect())
      expect(now.bottom).toBeLessThanOrEqual(bar.y)
    }

    await screen.press('Mais', foot)
    await screen.dialog('Menu da administração').waitFor()
    const english = await show('/admin/orders', { ...ofOrders, language: 'en-US', width: 390 })
    await expect
      .poll(() => english.lines(english.page.getByRole('navigation', { name: 'Shortcuts' })))
      .toEqual(['Today', 'Orders', 'Stock', 'More'])
    const desk = await show('/admin/orders', ofOrders)
    expect(await desk.page.getByRole('navigation', { name: 'Atalhos' }).isVisible()).toBe(false)
  })
})
