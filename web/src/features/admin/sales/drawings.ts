import type { Language } from '@chaveiro/contracts/limits'
import type { ChartConfiguration, ChartOptions, TooltipItem } from 'chart.js'

import { number } from '../../../i18n/format.ts'
import type { ChartColours } from './chart-colours.ts'
import {
  chartMoney,
  countScale,
  dayTexts,
  methodsByName,
  monthText,
  shareOf,
  slices,
  type MethodPoint,
  type MonthPoint,
  type ProductPoint,
  type SalesPoint,
  type UsersPoint,
} from './chart-data.ts'
import type { Drawing } from './chart.tsx'

/** The words of the charts, in the language of the screen. */
export type ChartTexts = Record<
  | 'day'
  | 'month'
  | 'amount'
  | 'count'
  | 'people'
  | 'income'
  | 'expenses'
  | 'profit'
  | 'product'
  | 'method'
  | 'share',
  string
> & { salesOf(count: number): string }

type Way = { language: Language; text: ChartTexts }

const legend = ({ ink }: ChartColours) => ({
  position: 'bottom' as const,
  labels: { color: ink, boxWidth: 10, boxHeight: 10, padding: 6, font: { size: 11 } },
})

export const still = { responsive: true, maintainAspectRatio: false, animation: false } as const

export const across = ({ muted }: ChartColours) => ({
  grid: { display: false },
  ticks: { color: muted, maxRotation: 0, autoSkipPadding: 12 },
})

export const up = ({ muted, line }: ChartColours, say: (value: number) => string) => ({
  beginAtZero: true,
  grid: { color: line },
  ticks: { color: muted, precision: 0, callback: (value: string | number) => say(Number(value)) },
})

export const line = (
  colours: ChartColours,
  say: (item: TooltipItem<any>) => string,
): ChartOptions['plugins'] => ({ legend: legend(colours), tooltip: { callbacks: { label: say } } })

const bar = (label: string, data: number[], colour: string) => ({
  label,
  data,
  backgroundColor: colour,
  borderRadius: 3,
})

/** Sales per day: a bar for the amount, one for the count on an axis of its own at the right. */
export function salesDrawing(points: readonly SalesPoint[], { language, text }: Way): Drawing {
  const days = dayTexts(points, language)
  const money = (value: number) => chartMoney(value, language)
  const count = (scaled: number) => number(scaled / countScale, language)

  return {
    empty: points.every((point) => point.count === 0 && point.amount === 0),
    head: [text.day, text.amount, text.count],
    rows: points.map((point, at) => [
      days[at]!,
      money(point.amount),
      number(point.count, language),
    ]),

    draw: (colours) => ({
      type: 'bar',

      data: {
        labels: days,

        datasets: [
          {
            ...bar(
              text.amount,
              points.map((point) => point.amount),
              colours.series[0]!,
            ),
            yAxisID: 'amount',
          },
          {
            ...bar(
              text.count,
              points.map((point) => point.count * countScale),
              colours.series[1]!,
            ),
            yAxisID: 'count',
          },
        ],
      },

      options: {
        ...still,
        interaction: { mode: 'index', intersect: false },
        plugins: line(
          colours,
          (item) =>
            `${item.dataset.label}: ${item.datasetIndex === 1 ? count(item.parsed.y) : money(item.parsed.y)}`,
        )!,

        scales: {
          x: across(colours),
          amount: up(colours, money),
          // Half a sale is none: only whole counts are written.
          count: {
            ...up(colours, (value) => (value % countScale === 0 ? count(value) : '')),
            position: 'right',
            grid: { drawOnChartArea: false },
          },
        },
      },
    }),
  }
}

/** New users per day: a line. */
export function usersDrawing(points: readonly UsersPoint[], { language, text }: Way): Drawing {
  const days = dayTexts(points, language)
  const say = (value: number) => (Number.isInteger(value) ? number(value, language) : '')

  return {
    empty: points.every(({ count }) => count === 0),
    head: [text.day, text.people],
    rows: points.map(({ count }, at) => [days[at]!, say(count)]),

    draw: (colours) => ({
      type: 'line',

      data: {
        labels: days,
        datasets: [
          {
            label: text.people,
            data: points.map(({ count }) => count),
            borderColor: colours.series[0]!,
            backgroundColor: colours.series[0]!,
            borderWidth: 2,
            pointRadius: points.length > 40 ? 0 : 2,
            tension: 0.25,
          },
        ],
      },

      options: {
        ...still,
        interaction: { mode: 'index', intersect: false },
        plugins: line(colours, (item) => `${item.dataset.label}: ${say(item.parsed.y)}`)!,
        scales: { x: across(colours), y: up(colours, say) },
      },
    }),
  }
}

/** Revenue, expenses and profit of each month: bars. */
export function monthsDrawing(points: readonly MonthPoint[], { language, text }: Way): Drawing {
  const months = points.map(({ month }) => monthText(month, language))
  const money = (value: number) => chartMoney(value, language)

  const parts = [
    [text.income, 'revenue'],
    [text.expenses, 'expenses'],
    [text.profit, 'profit'],
  ] as const

  return {
    empty: points.every((point) => parts.every(([, part]) => point[part] === 0)),
    head: [text.month, ...parts.map(([name]) => name)],
    rows: points.map((point, at) => [months[at]!, ...parts.map(([, part]) => money(point[part]))]),

    draw: (colours) => ({
      type: 'bar',

      data: {
        labels: months,
        datasets: parts.map(([name, part], at) =>
          bar(
            name,
            points.map((point) => point[part]),
            colours.series[at]!,
          ),
        ),
      },

      options: {
        ...still,
        interaction: { mode: 'index', intersect: false },
        plugins: line(colours, (item) => `${item.dataset.label}: ${money(item.parsed.y)}`)!,
        scales: { x: across(colours), y: up(colours, money) },
      },
    }),
  }
}

function doughnut(
  names: readonly string[],
  values: readonly number[],
  colours: ChartColours,
  say: (at: number) => string | string[],
): ChartConfiguration {
  return {
    type: 'doughnut',

    data: {
      labels: [...names],
      datasets: [
        {
          data: [...values],
          backgroundColor: values.map((_, at) => colours.series[at]!),
          borderColor: colours.surface,
          borderWidth: 2,
        },
      ],
    },

    options: {
      ...still,
      plugins: {
        legend: legend(colours),
        tooltip: { callbacks: { label: (item) => say(item.dataIndex) } },
      },
    },
  }
}

/** What sold most: each product with its share of the sales shown. */
export function productsDrawing(all: readonly ProductPoint[], { language, text }: Way): Drawing {
  const points = all.slice(0, slices.products)
  const whole = points.reduce((sum, { sales }) => sum + sales, 0)
  const share = (point: ProductPoint) => shareOf(point.sales, whole, language)

  return {
    empty: whole === 0,
    head: [text.product, text.count, text.income, text.share],

    rows: points.map((point) => [
      point.name,
      number(point.sales, language),
      chartMoney(point.revenue, language),
      share(point),
    ]),

    draw: (colours) =>
      doughnut(
        points.map((point) => `${point.name} (${share(point)})`),
        points.map(({ sales }) => sales),
        colours,
        (at) => [
          text.salesOf(points[at]!.sales),
          chartMoney(points[at]!.revenue, language),
          share(points[at]!),
        ],
      ),
  }
}

/** What people paid with, by the number of paid orders. */
export function methodsDrawing(points: readonly MethodPoint[], { language, text }: Way): Drawing {
  const methods = methodsByName(points, language)
  const whole = methods.reduce((sum, { count }) => sum + count, 0)
  const share = (at: number) => shareOf(methods[at]!.count, whole, language)

  return {
    empty: whole === 0,
    head: [text.method, text.count, text.amount, text.share],

    rows: methods.map(({ name, count, amount }, at) => [
      name,
      number(count, language),
      chartMoney(amount, language),
      share(at),
    ]),

    draw: (colours) =>
      doughnut(
        methods.map(({ name }, at) => `${name} (${share(at)})`),
        methods.map(({ count }) => count),
        colours,
        (at) => [
          text.salesOf(methods[at]!.count),
          chartMoney(methods[at]!.amount, language),
          share(at),
        ],
      ),
  }
}
