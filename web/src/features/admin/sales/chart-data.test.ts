import { describe, expect, it } from 'vitest'

import { seriesColours } from './chart-colours.ts'
import {
  averageOrder,
  chartMoney,
  dayLabels,
  growthText,
  methodsByName,
  monthText,
  formatShare,
  percentChange,
  sliceLimits,
} from './chart-data.ts'

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('figures', () => {
  it('charts show reais without cents in both languages [B005]', () => {
    expect(plain(chartMoney(1234.56, 'pt-BR'))).toBe('R$ 1.235')
    expect(plain(chartMoney(1234.56, 'en-US'))).toBe('R$1,235')
  })

  it('growth is signed with one decimal and good from 0 on [B019, B026]', () => {
    expect(
      [12.34, 0, -7.06].map((rate) => {
        const { text, good } = growthText(rate, 'pt-BR')
        return [plain(text), good]
      }),
    ).toEqual([
      ['+12,3%', true],
      ['+0,0%', true],
      ['-7,1%', false],
    ])
  })

  it('the average order divides by at least one sale [B020]', () => {
    expect(averageOrder({ totalRevenue: 90, totalSales: 4 })).toBe(22.5)
    expect(averageOrder({ totalRevenue: 90, totalSales: 0 })).toBe(90)
  })

  it('a change is a percentage of the former amount, and 100 from zero to any other', () => {
    expect([
      percentChange(150, 100),
      percentChange(50, 100),
      percentChange(100, 100),
      percentChange(0, 100),
      percentChange(-50, -100),
      percentChange(7, 0),
      percentChange(0, 0),
    ]).toEqual([50, -50, 0, -100, 50, 100, 0])
  })

  it('a share has one decimal, and is 0 when the total is 0 [B027]', () => {
    expect([formatShare(1, 3, 'pt-BR'), formatShare(0, 0, 'en-US')]).toEqual(['33,3%', '0.0%'])
  })

  it("days and months follow the shop's calendar in every browser time zone", () => {
    expect(dayLabels([{ date: '2026-03-01' }], 'pt-BR')).toEqual(['01/03'])
    expect(plain(monthText('2026-03', 'en-US'))).toBe('Mar 26')
  })

  it('days of two years carry their year, days of one do not [F145]', () => {
    const days = [{ date: '2025-11-21' }, { date: '2026-11-21' }]
    expect(dayLabels(days, 'pt-BR')).toEqual(['21/11/25', '21/11/26'])
    expect(dayLabels(days, 'en-US')).toEqual(['11/21/25', '11/21/26'])
    expect(dayLabels([days[1]!, { date: '2026-11-22' }], 'pt-BR')).toEqual(['21/11', '22/11'])
  })

  it('card, binance and efybank count under public names; an unknown method says so [B254, B255, B028]', () => {
    const points = ['stripe', 'card', 'pix', 'efybank', 'crypto', 'binance', 'ticket'].map(
      (method, at) => ({ method, count: at + 1, amount: 10 }),
    )

    expect(methodsByName(points, 'pt-BR')).toEqual([
      { name: 'Criptomoeda', count: 11, amount: 20 },
      { name: 'PIX', count: 7, amount: 20 },
      { name: 'Boleto', count: 7, amount: 10 },
      { name: 'Cartão', count: 3, amount: 20 },
    ])

    expect(methodsByName([{ method: 'gift', count: 1, amount: 1 }], 'pt-BR')[0]!.name).toBe(
      'Desconhecido',
    )
  })

  it('the six methods with most payments are shown', () => {
    const methods = ['pix', 'card', 'crypto', 'credit_card', 'given', 'outside', 'ticket']
    const points = methods.map((method, index) => ({ method, count: index + 1, amount: 10 }))

    expect(methodsByName(points, 'en-US').map(({ name }) => name)).toEqual([
      'Boleto',
      'Paid outside the shop',
      'Given by the shop',
      'Credit card',
      'Cryptocurrency',
      'Card',
    ])
  })
})

describe('colours', () => {
  const light = (hex: string) => {
    const [r, g, b] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
      number,
      number,
      number,
    ]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }

  const contrast = (a: string, b: string) => {
    const [high, low] = [light(a), light(b)].toSorted((x, y) => y - x) as [number, number]
    return (high + 0.05) / (low + 0.05)
  }

  it('each theme has eight with 3:1 contrast; all differ in lightness, neighbours most [B252]', () => {
    for (const [theme, ground] of [
      ['dark', '#191a15'],
      ['light', '#ffffff'],
    ] as const) {
      const colours = seriesColours(theme)
      expect(colours.length).toBe(sliceLimits.products)
      expect(sliceLimits.methods).toBe(6)
      for (const colour of colours)
        expect(contrast(colour, ground), `${colour} on ${ground}`).toBeGreaterThanOrEqual(3)
      for (const [at, one] of colours.entries())
        for (const other of colours.slice(at + 1))
          expect(contrast(one, other), `${one} and ${other}`).toBeGreaterThan(1.1)

      for (const [at, one] of colours.entries())
        expect(
          contrast(one, colours[(at + 1) % colours.length]!),
          `${one} beside the next`,
        ).toBeGreaterThan(1.35)
    }
  })
})
