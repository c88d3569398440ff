import { adminApi } from '@chaveiro/contracts/admin'
import { expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { show, type Given } from './show.ts'

const { business } = adminApi.statistics

const figures = {
  sold: { count: 1203, amount: 45_678.9 },
  takenIn: 46_000,
  fees: 812.34,
  refunds: { count: 1, amount: 321.1 },
  net: 44_866.56,
  disputes: { count: 3, amount: 99.9 },
  visits: 20_000,
  carts: 4000,
  checkouts: 1501,
  paid: 1200,
  abandonedCarts: { count: 77, amount: 1234.5 },
  unpaidPix: { count: 12, amount: 678.9 },
}

const earlier = {
  ...figures,
  sold: { count: 1000, amount: 40_000 },
  takenIn: 50_000,
  refunds: { count: 2, amount: 642.2 },
  net: 44_866.56,
  disputes: { count: 0, amount: 0 },
  visits: 0,
  carts: 5000,
  unpaidPix: { count: 10, amount: 1 },
}

const answer = on(business, {
  success: true,
  now: figures,
  before: earlier,
  days: [
    { date: '2026-02-03', revenue: 1234.56, before: 0 },
    { date: '2026-02-04', revenue: 0, before: 2345.67 },
  ],
  customers: [{ id: 'c1', name: 'Bia Prado', orders: 12, revenue: 3456.78 }],
  coupons: [{ code: 'VOLTA10', orders: 1015, discount: 45.6, revenue: 410.4 }],
  sources: [
    { source: 'instagram/natal', visits: 12_345, orders: 67, revenue: 2345.6 },
    { source: '', visits: 890, orders: 4, revenue: 98.7 },
  ],
  stock: [
    { name: 'Vigia HUD · 30 dias', left: 1, sold: 31, days: 1 },
    { name: 'Pincel Pro', left: 1200, sold: 30, days: 1200 },
  ],
})

const setup: Given = { as: { role: 'admin' }, replies: [answer] }
const open = (more: Given = {}) => show('/admin/sales?view=business', { ...setup, ...more })

const lists = async (screen: Awaited<ReturnType<typeof show>>) => {
  await screen.facts()
  const all: Record<string, string[]> = {}

  for (const table of await screen.page.getByRole('main').locator('table').all()) {
    const rows = await table
      .locator('tr')
      .evaluateAll((trs) =>
        trs.map((tr) =>
          [...(tr as HTMLTableRowElement).cells]
            .map((cell) => cell.innerText.replaceAll(/\s+/g, ' ').trim())
            .join(' | '),
        ),
      )
    all[await table.locator('caption').innerText()] = rows
  }

  return all
}

it('the business page shows a range and its change, from visits to the money that remains [P402]', async () => {
  const screen = await open()

  await expect
    .poll(() => screen.facts())
    .toEqual([
      ['Pedidos pagos', '1.203 | +20,3% | R$ 45.678,90'],
      ['Recebido', 'R$ 46.000,00 | -8,0%'],
      ['Fica com a loja', 'R$ 44.866,56 | +0,0% | depois dos reembolsos e de R$ 812,34 em taxas'],
      ['Reembolsos', 'R$ 321,10 | -50,0% | 1 reembolso'],
      ['Visitas', '20.000 | +100,0%'],
      ['Com algo no carrinho', '4.000 | -20,0% | 20,0% das visitas'],
      ['Chegaram ao pagamento', '1.501 | +0,0% | 7,5% das visitas'],
      ['Pagaram', '1.200 | +0,0% | 6,0% das visitas'],
      ['Contestações', '3 | +100,0% | R$ 99,90'],
      ['Carrinhos abandonados', '77 | +0,0% | R$ 1.234,50'],
      ['PIX não pagos', '12 | +20,0% | R$ 678,90'],
    ])

  // Fewer refunds are shown as good; more unpaid PIX payments and less revenue as bad.
  for (const [text, colour] of [
    ['-50,0%', 'text-good'],
    ['+20,0%', 'text-bad'],
    ['-8,0%', 'text-bad'],
    ['+20,3%', 'text-good'],
  ] as const)
    expect(
      await screen.page
        .getByRole('main')
        .getByText(text, { exact: true })
        .first()
        // A browser's translation wraps words in <font> elements.
        .evaluate((element) => element.closest(':not(font)')!.className),
    ).toBe(colour)

  expect(await lists(screen)).toEqual({
    'Receita por dia': [
      'Dia | Este período | Período anterior',
      '03/02 | R$ 1.235 | R$ 0',
      '04/02 | R$ 0 | R$ 2.346',
    ],
    'De onde vêm as visitas': [
      'Origem | Visitas | Pedidos | Receita',
      'instagram/natal | 12.345 | 67 | R$ 2.345,60',
      'Acesso direto | 890 | 4 | R$ 98,70',
    ],
    'Melhores clientes': ['Cliente | Pedidos | Receita', 'Bia Prado | 12 | R$ 3.456,78'],
    'Cupons usados': [
      'Cupom | Pedidos | Desconto | Receita',
      'VOLTA10 | 1.015 | R$ 45,60 | R$ 410,40',
    ],
    'Quanto dura o estoque': [
      'Produto | Chaves | Vendidas em 30 dias | Dura',
      'Vigia HUD · 30 dias | 1 | 31 | 1 dia',
      'Pincel Pro | 1.200 | 30 | 1.200 dias',
    ],
  })

  screen.expectAnswered()
})

it('the list requests its range, the file covers the chosen month, a failure shows once [P402, P403]', async () => {
  const screen = await open({ now: '2026-02-05T15:00:00Z' })
  await screen.page.getByLabel('90 dias').check()
  await screen.atRest()
  expect(
    screen.calls.filter(({ path }) => path.endsWith('/business')).map(({ query }) => query),
  ).toEqual([{ range: '30d' }, { range: '90d' }])
  const month = screen.page.getByLabel('Vendas e reembolsos do mês, para a contabilidade')
  expect(await month.locator('option').first().innerText()).toBe('fevereiro de 2026')
  await month.selectOption('janeiro de 2026')
  await screen.page.getByRole('button', { name: 'CSV' }).click()
  await expect
    .poll(() => screen.calls.find(({ path }) => path.endsWith('/month.csv'))?.query)
    .toEqual({ month: '2026-01' })
  const broken = await open({ replies: [refused(business, 'x', 500)] })
  await broken.page.getByRole('alert').first().waitFor()

  expect(await broken.lines(broken.page.getByRole('alert').first())).toEqual([
    'Erro ao carregar as estatísticas de vendas. Nada se perdeu; tente novamente.',
    'Tentar novamente',
  ])
})

it('a visit counts once a step with its first campaign; staff are never counted [P400]', async () => {
  const screen = await show('/?utm_source=instagram&utm_campaign=natal')
  await expect.poll(() => screen.visits).toEqual([{ step: 'visit', source: 'instagram/natal' }])
  await screen.page.getByRole('link', { name: 'Produtos' }).first().click()
  await screen.atRest()
  await screen.page.reload()
  await screen.atRest()
  expect(screen.visits).toEqual([{ step: 'visit', source: 'instagram/natal' }])
  const office = await open()
  await office.page.goto('/status')
  await office.atRest()
  expect(office.visits).toEqual([])
})
