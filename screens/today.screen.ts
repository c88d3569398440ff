import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { longestAnswers } from './longest.ts'
import { ids, listed } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

const { statistics } = adminApi

const sales = [
  on(statistics.salesStats, {
    success: true,
    totalSales: 3,
    totalRevenue: 1234.56,
    totalUsers: 1,
    growthRate: 10,
    data: {
      totalSales: 3,
      totalRevenue: 1234.56,
      totalUsers: 1,
      growthRate: 10,
      before: { totalSales: 12, totalRevenue: 987.6, totalUsers: 2 },
    },
  }),
  on(statistics.sales, {
    success: true,
    data: [
      { date: '2026-02-03', amount: 1000.4, count: 11 },
      { date: '2026-02-04', amount: 0, count: 0 },
      { date: '2026-02-05', amount: 2345.6, count: 21 },
    ],
  }),
]

const product: Body<typeof adminApi.stock.products>['products'][number] = {
  ...ids(3),
  productId: 'product-3',
  name: 'Pincel Pro · 30 dias',
  productName: 'Pincel Pro',
  variantName: '30 dias',
  available: 2,
  waiting: 0,
  threshold: 5,
  lowSince: '2026-02-04T10:00:00.000Z',
  soldIn30Days: 4,
  daysLeft: 15,
  awaited: 0,
}

const stock = (products: (typeof product)[]) =>
  on(adminApi.stock.products, { success: true, products })

const unit: Body<typeof adminApi.deliveries.list>['deliveries'][number] = {
  ...ids(5),
  orderId: 'order-5',
  orderNumber: 'ORD-000018',
  customer: { name: 'Leo Lima', email: 'leo@exemplo.test' },
  product: { ...ids(4), name: 'Mentoria' },
  variantId: 'variant-4',
  provider: 'manual',
  buyer: 'there',
  paidAt: '2026-02-04T10:00:00.000Z',
  tries: 0,
  problem: null,
  replaces: null,
}

const tickets = { totalTickets: 9, openTickets: 2, closedTickets: 7, averageResponseTime: 5 }

const work = [
  on(adminApi.deliveries.list, {
    success: true,
    deliveries: [unit],
    counts: { stock: 1, keyauth: 0, manual: 1, held: 0 },
    total: 2,
    totalPages: 1,
  }),
  on(adminApi.tickets.stats, { success: true, ...tickets, data: tickets }),
  on(adminApi.reviews.list, { success: true, reviews: [], data: [], ...listed(0), waiting: 1 }),
  on(adminApi.roles.list, {
    success: true,
    roles: [],
    counts: { waiting: 0, given: 0, taken: 0, absent: 0, failed: 1 },
    configured: true,
    total: 1,
    totalPages: 1,
  }),
  on(adminApi.jobs.list, {
    success: true,
    jobs: [],
    total: 1,
    counts: { waiting: 0, retrying: 0, running: 0, dead: 1 },
  }),
  on(adminApi.desk.list, { success: true, payments: [], total: 0, open: 0, unmatched: 3 }),
  stock([product, { ...product, ...ids(6), name: 'Pincel Mini', lowSince: null }]),
]

const setup: Given = { as: { role: 'admin' }, replies: [...work, ...sales] }

/** The acts of the rows, each with its path. */
const acts = (screen: Screen) =>
  screen.page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => `${one.ariaLabel} ${one.getAttribute('href')}`))

describe('the first page of the back office', () => {
  it('lists pending work with one act each, beside the sales of the day and of 30 days', async () => {
    const screen = await show('/admin/today', setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Hoje',
        'O que espera por você e o que a loja vendeu.',
        'Precisa de você',
        '3 pagamentos a revisar',
        'Revisar',
        '2 entregas a fazer',
        'Mentoria · Leo Lima',
        'Entregar',
        '2 tickets abertos',
        'Responder',
        '1 produto com poucas chaves',
        'Pincel Pro · 30 dias',
        'Repor',
        '1 avaliação espera',
        'Ler',
        '1 cargo recusado no Discord',
        'Ver',
        '1 tarefa desistiu',
        'Ver',
        'Vendas de hoje',
        'R$ 1.234,56',
        '3 vendas',
        'Ontem: R$ 987,60',
        'Últimos 30 dias',
        'R$ 3.346,00 em 32 vendas',
        '03/02',
        '05/02',
        'Vendas por dia',
        'Dia Valor Quantidade',
        '03/02 R$ 1.000 11',
        '04/02 R$ 0 0',
        '05/02 R$ 2.346 21',
        'Ver as vendas',
      ])

    expect(await acts(screen)).toEqual([
      'Revisar: 3 pagamentos a revisar /admin/desk',
      'Entregar: 2 entregas a fazer /admin/deliveries',
      'Responder: 2 tickets abertos /admin/tickets?view=inbox',
      `Repor: 1 produto com poucas chaves /admin/stock?new=1&productId=product-3&variantId=${product.id}`,
      'Ler: 1 avaliação espera /admin/reviews?status=pending',
      'Ver: 1 cargo recusado no Discord /admin/discord?state=failed',
      'Ver: 1 tarefa desistiu /admin/jobs?state=dead',
    ])
  })

  it('names two of the products that run low and counts the others, in English too', async () => {
    const low = ['Pincel Pro', 'Pincel Mini', 'Tela', 'Tinta'].map((name, at) => ({
      ...product,
      ...ids(20 + at),
      name,
    }))

    const screen = await show('/admin/today', {
      as: { role: 'admin' },
      language: 'en-US',
      replies: [stock(low), ...sales],
    })

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Today',
        'What needs you, and what the shop sold.',
        'Needs you',
        '4 products are low on keys',
        'Pincel Pro, Pincel Mini and 2 more',
        'Restock',
        'Sales today',
        'R$1,234.56',
        '3 sales',
        'Yesterday: R$987.60',
        'Last 30 days',
        'R$3,346.00 in 32 sales',
        '02/03',
        '02/05',
        'Sales per day',
        'Day Amount Count',
        '02/03 R$1,000 11',
        '02/04 R$0 0',
        '02/05 R$2,346 21',
        'View sales',
      ])

    expect(await acts(screen)).toEqual([
      'Restock: 4 products are low on keys /admin/stock?tab=watch',
    ])
  })

  it('says that nothing waits, and what could not be loaded, with a retry', async () => {
    const calm = await show('/admin/today', {
      as: { role: 'admin' },
      replies: [stock([]), ...sales],
    })
    await expect.poll(() => calm.lines()).toContain('Nada espera por você agora.')

    const broken = await show('/admin/today', {
      as: { role: 'admin' },
      replies: [
        refused(adminApi.stock.products, 'Falha.', 500),
        refused(statistics.sales, 'Falha.', 500),
        ...sales,
      ],
    })

    const lines = () => broken.lines()
    await expect
      .poll(lines)
      .toContain('Parte do que espera não carregou. Nada se perdeu; tente novamente.')
    await expect
      .poll(lines)
      .toContain('Erro ao carregar as estatísticas de vendas. Nada se perdeu; tente novamente.')
    expect(await lines()).not.toContain('Nada espera por você agora.')
    const asked = broken.calls.filter(({ path }) => path === '/api/admin/stock/products').length
    await broken.page.getByRole('button', { name: 'Tentar novamente' }).first().click()
    await expect
      .poll(() => broken.calls.filter(({ path }) => path === '/api/admin/stock/products').length)
      .toBe(asked + 1)
  })

  it('fits on the narrowest phone, whatever is written in it', async () => {
    const screen = await show('/admin/today', {
      as: { role: 'admin' },
      width: 320,
      replies: [
        ...longestAnswers([adminApi.stock.products, adminApi.deliveries.list, adminApi.desk.list]),
        ...work,
        ...sales,
      ],
    })

    await screen.page.getByText('Vendas de hoje').waitFor()
    expect(
      await screen.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0)
  })
})
