import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer } from './answers.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

const { statistics } = adminApi
const figures = { totalSales: 2025, totalRevenue: 98765.43, totalUsers: 1310, growthRate: 12.345 }

const stats = (now: typeof figures) =>
  on(statistics.salesStats, { success: true, ...now, data: now })

const answers: Answer[] = [
  stats(figures),
  on(statistics.sales, {
    success: true,
    data: [
      { date: '2026-02-03', amount: 1234.56, count: 11 },
      { date: '2026-02-04', amount: 0, count: 0 },
      { date: '2026-02-05', amount: 2345.67, count: 1012 },
    ],
  }),
  on(statistics.users, {
    success: true,
    data: [
      { date: '2026-03-06', count: 13 },
      { date: '2026-03-07', count: 1014 },
    ],
  }),
  on(statistics.revenue, {
    success: true,
    data: [
      { month: '2025-12', revenue: 5000.4, expenses: 1500.6, profit: 3499.8 },
      { month: '2026-01', revenue: 1000, expenses: 1250, profit: -250 },
    ],
  }),
  on(statistics.topProducts, {
    success: true,
    data: [
      { name: 'Pincel Pro', sales: 1021, revenue: 43210.98 },
      { name: 'Pincel Mini', sales: 511, revenue: 3210.12 },
    ],
  }),
  on(statistics.paymentMethods, {
    success: true,
    data: [
      { method: 'pix', count: 1200, amount: 60606.06 },
      { method: 'stripe', count: 500, amount: 25252.52 },
      { method: 'card', count: 25, amount: 1010.1 },
      { method: 'crypto', count: 300, amount: 11111.11 },
    ],
  }),
]

const setup: Given = { as: { role: 'admin' }, replies: answers }

/** The table of each chart, by the chart's name. */
async function charts(screen: Screen): Promise<Record<string, string[]>> {
  await screen.facts()
  const all: Record<string, string[]> = {}

  for (const chart of await screen.page.getByRole('main').locator('section').all()) {
    const [name = '', ...lines] = await screen.lines(chart)

    const rows = await chart
      .locator('tr')
      .evaluateAll((trs) =>
        trs.map((tr) =>
          [...(tr as HTMLTableRowElement).cells].map((cell) => cell.innerText).join(' | '),
        ),
      )

    all[name] = rows.length ? rows.map((row) => row.replaceAll(/\s/g, ' ')) : lines
  }

  return all
}

const before = { totalSales: 2250, totalRevenue: 80000, totalUsers: 655 }

describe('the sales of the back office', () => {
  it('compare each figure with the previous range, in both languages [P666]', async () => {
    const now = { ...figures, before }

    const compared: Answer[] = [
      on(statistics.salesStats, { success: true, ...now, data: now }),
      ...answers,
    ]

    const portuguese = await show('/admin/sales', { ...setup, replies: compared })

    await expect
      .poll(() => portuguese.facts())
      .toEqual([
        ['Receita líquida', 'R$ 98.765,43 | +12,3% vs. período anterior'],
        ['Total de vendas', '2.025 | -10,0% vs. período anterior'],
        ['Novos usuários', '1.310 | +100,0% vs. período anterior'],
        ['Pedido médio', 'R$ 48,77 | +37,2% vs. período anterior'],
      ])

    const english = await show('/admin/sales', { ...setup, language: 'en-US', replies: compared })

    await expect
      .poll(() => english.facts())
      .toEqual([
        ['Net revenue', 'R$98,765.43 | +12.3% vs. previous period'],
        ['Total sales', '2,025 | -10.0% vs. previous period'],
        ['New users', '1,310 | +100.0% vs. previous period'],
        ['Average order', 'R$48.77 | +37.2% vs. previous period'],
      ])

    const looks = await english.page
      .locator('[data-growth]')
      .evaluateAll((all) => all.map((one) => one.className))
    expect(looks).toEqual(['text-good', 'text-bad', 'text-good', 'text-good'])
  })

  it('show their four figures and the table behind each chart [B020, B023, B025, B027, B028]', async () => {
    const screen = await show('/admin/sales', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Receita líquida', 'R$ 98.765,43 | +12,3% vs. período anterior'],
        ['Total de vendas', '2.025'],
        ['Novos usuários', '1.310'],
        ['Pedido médio', 'R$ 48,77'],
      ])

    expect(await charts(screen)).toEqual({
      'Vendas por dia': [
        'Dia | Valor | Quantidade',
        '03/02 | R$ 1.235 | 11',
        '04/02 | R$ 0 | 0',
        '05/02 | R$ 2.346 | 1.012',
      ],

      'Novos usuários por dia': ['Dia | Usuários', '06/03 | 13', '07/03 | 1.014'],
      'Receita, despesas e lucro por mês': [
        'Mês | Receita | Despesas | Lucro',
        'dez. de 25 | R$ 5.000 | R$ 1.501 | R$ 3.500',
        'jan. de 26 | R$ 1.000 | R$ 1.250 | -R$ 250',
      ],
      'Produtos mais vendidos': [
        'Produto | Quantidade | Receita | Participação',
        'Pincel Pro | 1.021 | R$ 43.211 | 66,6%',
        'Pincel Mini | 511 | R$ 3.210 | 33,4%',
      ],

      'Formas de pagamento': [
        'Forma de pagamento | Quantidade | Valor | Participação',
        'PIX | 1.200 | R$ 60.606 | 59,3%',
        'Cartão | 525 | R$ 26.263 | 25,9%',
        'Criptomoeda | 300 | R$ 11.111 | 14,8%',
      ],
    })

    screen.expectAnswered()
  })

  it('show in English what they show in Portuguese [B020, B023, B025, B027, B028]', async () => {
    const screen = await show('/admin/sales', { ...setup, language: 'en-US' })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Net revenue', 'R$98,765.43 | +12.3% vs. previous period'],
        ['Total sales', '2,025'],
        ['New users', '1,310'],
        ['Average order', 'R$48.77'],
      ])

    expect(await charts(screen)).toEqual({
      'Sales per day': [
        'Day | Amount | Count',
        '02/03 | R$1,235 | 11',
        '02/04 | R$0 | 0',
        '02/05 | R$2,346 | 1,012',
      ],

      'New users per day': ['Day | Users', '03/06 | 13', '03/07 | 1,014'],
      'Revenue, expenses and profit per month': [
        'Month | Revenue | Expenses | Profit',
        'Dec 25 | R$5,000 | R$1,501 | R$3,500',
        'Jan 26 | R$1,000 | R$1,250 | -R$250',
      ],
      'Top products': [
        'Product | Count | Revenue | Share',
        'Pincel Pro | 1,021 | R$43,211 | 66.6%',
        'Pincel Mini | 511 | R$3,210 | 33.4%',
      ],

      'Payment methods': [
        'Payment method | Count | Amount | Share',
        'PIX | 1,200 | R$60,606 | 59.3%',
        'Card | 525 | R$26,263 | 25.9%',
        'Cryptocurrency | 300 | R$11,111 | 14.8%',
      ],
    })
  })

  it('say the days with their years where there are two, a loss with its sign, and a fall in red [B019]', async () => {
    const fallen = stats({ totalSales: 0, totalRevenue: 77.5, totalUsers: 0, growthRate: -3.21 })

    const years = on(statistics.sales, {
      success: true,
      data: [
        { date: '2025-12-31', amount: 10, count: 1 },
        { date: '2026-01-01', amount: 20, count: 2 },
      ],
    })

    const screen = await show('/admin/sales', { ...setup, replies: [fallen, years, ...answers] })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Receita líquida', 'R$ 77,50 | -3,2% vs. período anterior'],
        ['Total de vendas', '0'],
        ['Novos usuários', '0'],
        ['Pedido médio', 'R$ 77,50'],
      ])

    await expect
      .poll(() => screen.page.locator('[data-growth]').getAttribute('class'))
      .toBe('text-bad')

    expect((await charts(screen))['Vendas por dia']).toEqual([
      'Dia | Valor | Quantidade',
      '31/12/25 | R$ 10 | 1',
      '01/01/26 | R$ 20 | 2',
    ])
  })

  it('are requested for the chosen range; the monthly revenue needs no range [B018, B128]', async () => {
    const screen = await show('/admin/sales', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['7 dias', false],
        ['30 dias', true],
        ['90 dias', false],
        ['1 ano', false],
        ['Hoje', false],
        ['Outro período', false],
      ])

    await screen.page.getByLabel('90 dias').check()
    await screen.atRest()
    const calls = screen.calls.filter(({ path }) => path.startsWith('/api/admin/stats/'))

    expect(
      calls
        .map(({ path, query }) => `${path.replace('/api/admin/stats/', '')} ${query.range ?? ''}`)
        .toSorted(),
    ).toEqual([
      'payment-methods 30d',
      'payment-methods 90d',
      'revenue ',
      'sales 30d',
      'sales 90d',
      'sales-stats 30d',
      'sales-stats 90d',
      'top-products 30d',
      'top-products 90d',
      'users 30d',
      'users 90d',
    ])
  })

  it('show today beside the whole of yesterday [decision Q135]', async () => {
    const screen = await show('/admin/sales?range=today', { ...setup, width: 390 })
    await expect
      .poll(async () => (await screen.fields()).filter(([, on]) => on))
      .toEqual([['Hoje', true]])
    await screen.page
      .getByText('Hoje até agora, ao lado do dia de ontem inteiro.', { exact: true })
      .waitFor()
    await screen.atRest()
    const calls = screen.calls.filter(({ path }) => path.startsWith('/api/admin/stats/'))
    expect(new Set(calls.map(({ query }) => query.range))).toEqual(new Set(['today', undefined]))
    await screen.page.getByLabel('7 dias').check()
    await expect.poll(() => screen.page.getByText('Hoje até agora').count()).toBe(0)
    const english = await show('/admin/sales?range=today', { ...setup, language: 'en-US' })
    await english.page
      .getByText('Today so far, compared with all of yesterday.', { exact: true })
      .waitFor()

    expect((await english.fields()).slice(-2)).toEqual([
      ['Today', true],
      ['Custom range', false],
    ])
  })

  it("take a range of one's own by the shop's days, kept in the address [decision Q135]", async () => {
    // In São Paulo it is still 9 March in the evening; in the zone of staff it is the 10th.
    const now = '2026-03-10T01:30:00Z'
    const screen = await show('/admin/sales?range=7d', { ...setup, now })
    await screen.page.getByLabel('Outro período').check()
    const days = async () => (await screen.fields()).slice(-2)

    await expect.poll(days).toEqual([
      ['De', '2026-03-03'],
      ['Até', '2026-03-09'],
    ])

    const said = () => screen.page.getByRole('alert').allInnerTexts()

    const attempt = async (from: string, to: string) => {
      await screen.page.getByLabel('De', { exact: true }).fill(from)
      await screen.page.getByLabel('Até', { exact: true }).fill(to)
      await screen.press('Mostrar')

      return said()
    }

    expect(await attempt('', '2026-03-09')).toEqual(['Escolha um dia.'])
    expect(await attempt('1999-12-31', '2026-03-09')).toEqual([
      'Escolha um dia do calendário, de 2000 em diante.',
    ])
    expect(await attempt('2026-03-09', '2026-03-10')).toEqual([
      'Este dia ainda não começou na loja.',
    ])
    expect(await screen.page.getByLabel('Até', { exact: true }).getAttribute('aria-invalid')).toBe(
      'true',
    )
    expect(await attempt('2026-03-09', '2026-03-08')).toEqual(['O fim vem antes do começo.'])
    expect(await attempt('2023-03-08', '2026-03-09')).toEqual([
      'O período pode ter no máximo 1.096 dias.',
    ])
    const asking = () =>
      screen.calls.filter(({ path }) => path === '/api/admin/stats/sales').map(({ query }) => query)
    const begun = [{ range: '7d' }, { range: 'own', from: '2026-03-03', to: '2026-03-09' }]
    expect(asking()).toEqual(begun)

    expect(await attempt('2023-03-10', '2026-03-09')).toEqual([])
    await screen.atRest()
    const chosen = { range: 'own', from: '2023-03-10', to: '2026-03-09' }
    expect(asking()).toEqual([...begun, chosen])
    expect(Object.fromEntries(new URL(screen.page.url()).searchParams)).toEqual(chosen)
    await screen.page.getByRole('tab', { name: 'Negócio' }).click()
    await screen.atRest()
    expect(screen.calls.find(({ path }) => path.endsWith('/business'))?.query).toEqual(chosen)
    await screen.page.getByLabel('30 dias').check()
    expect(new URL(screen.page.url()).search).toBe('?view=business')
    expect(await screen.page.getByLabel('De', { exact: true }).count()).toBe(0)
  })

  it('an address whose range cannot be shown asks nothing, and says why at the day [decision Q135]', async () => {
    const now = '2026-03-10T01:30:00Z'
    const wrong = '/admin/sales?range=own&from=2026-03-02&to=2026-03-01'
    const screen = await show(wrong, { ...setup, now, language: 'en-US', width: 360 })
    await expect
      .poll(() => screen.page.getByRole('alert').allInnerTexts())
      .toEqual(['The end is before the start.'])

    expect((await screen.fields()).slice(-3)).toEqual([
      ['Custom range', true],
      ['From', '2026-03-02'],
      ['To', '2026-03-01'],
    ])

    expect(screen.calls.filter(({ path }) => path.startsWith('/api/admin/stats/'))).toEqual([])
    await screen.page.getByLabel('To', { exact: true }).fill('2026-03-02')
    await screen.press('Show')
    await expect.poll(() => screen.facts()).toHaveLength(4)
    expect(await screen.page.getByRole('alert').count()).toBe(0)
  })

  it('say of an empty chart that it has no data, and wait without a figure [B029]', async () => {
    const empty = [
      on(statistics.sales, { success: true, data: [{ date: '2026-02-03', amount: 0, count: 0 }] }),
      on(statistics.users, { success: true, data: [] }),
      on(statistics.revenue, { success: true, data: [] }),
      on(statistics.topProducts, { success: true, data: [] }),
      on(statistics.paymentMethods, { success: true, data: [] }),
    ]

    const none = await show('/admin/sales', { ...setup, replies: [...empty, ...answers] })
    const said = ['Sem dados neste período']

    expect(await charts(none)).toEqual({
      'Vendas por dia': said,
      'Novos usuários por dia': said,
      'Receita, despesas e lucro por mês': said,
      'Produtos mais vendidos': said,
      'Formas de pagamento': said,
    })

    const held = [pending(statistics.salesStats), pending(statistics.users)]
    const waits = await show('/admin/sales', { ...setup, replies: [...held, ...answers] })
    await expect
      .poll(async () => (await waits.facts()).map(([, value]) => value))
      .toEqual(['', '', '', ''])
    expect((await charts(waits))['Novos usuários por dia']).toEqual([])
  })

  it('say what could not be loaded, leave the rest standing, and load it again [B030]', async () => {
    const broken = [
      refused(statistics.salesStats, 'A conta não bate.'),
      refused(statistics.users, 'A conta não bate.'),
    ]

    const screen = await show('/admin/sales', { ...setup, replies: [...broken, ...answers] })

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual([
        'Erro ao carregar as estatísticas de vendas. Nada se perdeu; tente novamente.',
        'Tentar novamente',
      ])

    await expect
      .poll(async () => (await screen.facts()).map(([, value]) => value))
      .toEqual(['-', '-', '-', '-'])
    expect(Object.keys(await charts(screen))).not.toContain('Novos usuários por dia')
    screen.replies.splice(0, 2)
    await screen.press('Tentar novamente')
    await screen.page.getByText('R$ 98.765,43').waitFor()
    await expect.poll(() => screen.page.getByRole('alert').count()).toBe(0)
  })
})
