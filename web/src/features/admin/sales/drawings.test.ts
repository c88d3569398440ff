import { describe, expect, it } from 'vitest'

import { seriesColours } from './chart-colours.ts'
import { compareDrawing } from './compare-drawing.ts'
import {
  methodsDrawing,
  monthsDrawing,
  productsDrawing,
  salesDrawing,
  usersDrawing,
} from './drawings.ts'

const colours = {
  ink: '#fff',
  muted: '#999',
  line: '#333',
  surface: '#000',
  series: seriesColours('dark'),
}

const text = {
  day: 'Dia',
  month: 'Mês',
  amount: 'Valor',
  count: 'Quantidade',
  people: 'Usuários',
  income: 'Receita',
  expenses: 'Despesas',
  profit: 'Lucro',
  product: 'Produto',
  method: 'Forma',
  share: 'Participação',
  salesOf: (count: number) => `${count} vendas`,
}

const way = { language: 'pt-BR' as const, text }
const plain = (value: unknown) => String(value).replace(/[\u00a0\u202f]/g, ' ')

/** A chart's options, so that a test can call their callbacks as the library does. */
const drawn = (drawing: { draw(given: typeof colours): unknown }) => drawing.draw(colours) as any

describe('sales per day', () => {
  const drawing = salesDrawing(
    [
      { date: '2026-03-01', amount: 1999.5, count: 3 },
      { date: '2026-03-02', amount: 0, count: 0 },
    ],
    way,
  )

  it('the count is a second bar, scaled by 100; its axis at the right shows real counts [B023]', () => {
    const { type, data, options } = drawn(drawing)
    expect(type).toBe('bar')

    expect(data.datasets.map(({ yAxisID, data: values }: any) => [yAxisID, values])).toEqual([
      ['amount', [1999.5, 0]],
      ['count', [300, 0]],
    ])

    expect(options.scales.count.position).toBe('right')
    expect([300, 150].map((value) => options.scales.count.ticks.callback(value))).toEqual(['3', ''])
    expect(plain(options.scales.amount.ticks.callback(2000))).toBe('R$ 2.000')
    const label = options.plugins.tooltip.callbacks.label
    expect(label({ datasetIndex: 1, parsed: { y: 300 }, dataset: { label: 'Quantidade' } })).toBe(
      'Quantidade: 3',
    )
    expect(
      plain(label({ datasetIndex: 0, parsed: { y: 1999.5 }, dataset: { label: 'Valor' } })),
    ).toBe('Valor: R$ 2.000')
  })

  it('the hidden table has the same data [B031]', () => {
    expect(drawing.head).toEqual(['Dia', 'Valor', 'Quantidade'])
    expect(drawing.rows.map((row) => row.map(plain))).toEqual([
      ['01/03', 'R$ 2.000', '3'],
      ['02/03', 'R$ 0', '0'],
    ])
  })
})

it('new users are a line [B024]', () => {
  const { type, data } = drawn(usersDrawing([{ date: '2026-03-01', count: 4 }], way))
  expect([type, data.datasets[0].data]).toEqual(['line', [4]])
})

it('a single day is drawn as a point, since it makes no line [decision Q135]', () => {
  const words = { day: 'Dia', now: 'Este período', before: 'Período anterior' }

  const pointsOf = (days: number) =>
    drawn(
      compareDrawing(
        Array.from({ length: days }, (_, at) => ({
          date: `2026-03-0${at + 1}`,
          revenue: 25,
          before: 10,
        })),
        'pt-BR',
        words,
      ),
    ).data.datasets.map(({ pointRadius }: any) => pointRadius)

  expect([pointsOf(1), pointsOf(2)]).toEqual([
    [4, 4],
    [0, 0],
  ])
})

it('months are three bars: revenue, expenses, profit [B025]', () => {
  const { type, data } = drawn(
    monthsDrawing([{ month: '2026-03', revenue: 100, expenses: 30, profit: 70 }], way),
  )

  expect([type, data.datasets.map((one: any) => [one.label, one.data[0]])]).toEqual([
    'bar',
    [
      ['Receita', 100],
      ['Despesas', 30],
      ['Lucro', 70],
    ],
  ])
})

it('products are a doughnut of eight with percentages; its tooltip has count, revenue, share [B027, B252]', () => {
  const points = Array.from({ length: 9 }, (_, at) => ({
    name: `P${at}`,
    sales: 10,
    revenue: 1000,
  }))

  const { type, data, options } = drawn(productsDrawing(points, way))
  expect([type, data.labels.length, data.labels[0]]).toEqual(['doughnut', 8, 'P0 (12,5%)'])
  expect(new Set(data.datasets[0].backgroundColor).size).toBe(8)

  expect(options.plugins.tooltip.callbacks.label({ dataIndex: 1 }).map(plain)).toEqual([
    '10 vendas',
    'R$ 1.000',
    '12,5%',
  ])
})

it('methods are a doughnut by the number of paid orders [B028]', () => {
  const { type, data } = drawn(
    methodsDrawing(
      [
        { method: 'pix', count: 3, amount: 10 },
        { method: 'stripe', count: 1, amount: 10 },
      ],
      way,
    ),
  )

  expect([type, data.labels, data.datasets[0].data]).toEqual([
    'doughnut',
    ['PIX (75,0%)', 'Cartão (25,0%)'],
    [3, 1],
  ])
})

it('charts without sales, new users or revenue are empty [B029]', () => {
  expect(
    [
      salesDrawing([{ date: '2026-03-01', amount: 0, count: 0 }], way),
      usersDrawing([{ date: '2026-03-01', count: 0 }], way),
      monthsDrawing([{ month: '2026-03', revenue: 0, expenses: 0, profit: 0 }], way),
      productsDrawing([], way),
      methodsDrawing([], way),
    ].map((one) => one.empty),
  ).toEqual([true, true, true, true, true])
  expect(salesDrawing([{ date: '2026-03-01', amount: 0, count: 1 }], way).empty).toBe(false)
})
