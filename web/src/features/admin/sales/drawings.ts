import type { Language } from '@chaveiro/contracts/limits'
import type { ChartConfiguration, ChartOptions, TooltipItem } from 'chart.js'

import { number } from '../../../i18n/format.ts'
import type { ChartColours } from './chart-colours.ts'
import {
  chartMoney,
  countScale,
  dayLabels,
  methodsByName,
  monthText,
  formatShare,
  sliceLimits,
  type MethodPoint,
  type MonthPoint,
  type ProductPoint,
  type SalesPoint,
  type UsersPoint,
} from './chart-data.ts'
import type { Drawing } from './chart.tsx'

/** Texts of the charts in the current language. */
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

const legendOptions = ({ ink }: ChartColours) => ({
  position: 'bottom' as const,
  labels: { color: ink, boxWidth: 10, boxHeight: 10, padding: 6, font: { size: 12 } },
})

export const stillOptions = {
  responsive: true,
  maintainAspectRatio: false,
  animation: false,
} as const

export const horizontalAxis = ({ muted }: ChartColours) => ({
  grid: { display: false },
  ticks: { color: muted, maxRotation: 0, autoSkipPadding: 12 },
})

export const verticalAxis = (
  { muted, line }: ChartColours,
  wholeNumberOnly: (value: number) => string,
) => ({
  beginAtZero: true,
  grid: { color: line },
  ticks: {
    color: muted,
    precision: 0,
    callback: (value: string | number) => wholeNumberOnly(Number(value)),
  },
})

export const line = (
  colours: ChartColours,
  wholeNumberOnly: (item: TooltipItem<any>) => string,
): ChartOptions['plugins'] => ({
  legend: legendOptions(colours),
  tooltip: { callbacks: { label: wholeNumberOnly } },
})

const barDataset = (label: string, data: number[], colour: string) => ({
  label,
  data,
  backgroundColor: colour,
})

/** Sales per day: bars for the amount, and for the count on a second axis. */
export function salesDrawing(points: readonly SalesPoint[], { language, text }: Way): Drawing {
  const dayNames = dayLabels(points, language)
  const formatMoney = (value: number) => chartMoney(value, language)
  const formatCount = (scaled: number) => number(scaled / countScale, language)

  return {
    empty: points.every((point) => point.count === 0 && point.amount === 0),
    head: [text.day, text.amount, text.count],
    rows: points.map((point, at) => [
      dayNames[at]!,
      formatMoney(point.amount),
      number(point.count, language),
    ]),

    draw: (colours) => ({
      type: 'bar',

      data: {
        labels: dayNames,

        datasets: [
          {
            ...barDataset(
              text.amount,
              points.map((point) => point.amount),
              colours.series[0]!,
            ),
            yAxisID: 'amount',
          },
          {
            ...barDataset(
              text.count,
              points.map((point) => point.count * countScale),
              colours.series[1]!,
            ),
            yAxisID: 'count',
          },
        ],
      },

      options: {
        ...stillOptions,
        interaction: { mode: 'index', intersect: false },
        plugins: line(
          colours,
          ({ dataset, datasetIndex, parsed }) =>
            `${dataset.label}: ${datasetIndex === 1 ? formatCount(parsed.y) : formatMoney(parsed.y)}`,
        )!,

        scales: {
          x: horizontalAxis(colours),
          amount: verticalAxis(colours, formatMoney),
          // Fractions of a count would make no sense as axis labels.
          count: {
            ...verticalAxis(colours, (value) =>
              value % countScale === 0 ? formatCount(value) : '',
            ),
            position: 'right',
            grid: { drawOnChartArea: false },
          },
        },
      },
    }),
  }
}

/** New users per day as a line. */
export function usersDrawing(points: readonly UsersPoint[], { language, text }: Way): Drawing {
  const dayNames = dayLabels(points, language)
  const wholeNumberOnly = (value: number) =>
    Number.isInteger(value) ? number(value, language) : ''

  return {
    empty: points.every(({ count }) => count === 0),
    head: [text.day, text.people],
    rows: points.map(({ count }, at) => [dayNames[at]!, wholeNumberOnly(count)]),

    draw: (colours) => ({
      type: 'line',

      data: {
        labels: dayNames,
        datasets: [
          {
            label: text.people,
            data: points.map(({ count }) => count),
            borderColor: colours.series[0]!,
            backgroundColor: `${colours.series[0]!}26`,
            fill: true,
            borderWidth: 2,
            pointRadius: points.length > 40 ? 0 : 2,
            tension: 0.25,
          },
        ],
      },

      options: {
        ...stillOptions,
        interaction: { mode: 'index', intersect: false },
        plugins: line(
          colours,
          (item) => `${item.dataset.label}: ${wholeNumberOnly(item.parsed.y)}`,
        )!,
        scales: { x: horizontalAxis(colours), y: verticalAxis(colours, wholeNumberOnly) },
      },
    }),
  }
}

/** Revenue, expenses and profit per month as bars. */
export function monthsDrawing(
  shownPoints: readonly MonthPoint[],
  { language, text }: Way,
): Drawing {
  const monthNames = shownPoints.map(({ month }) => monthText(month, language))
  const formatMoney = (value: number) => chartMoney(value, language)

  const monthSeries = [
    [text.income, 'revenue'],
    [text.expenses, 'expenses'],
    [text.profit, 'profit'],
  ] as const

  return {
    empty: shownPoints.every((point) => monthSeries.every(([, part]) => point[part] === 0)),
    head: [text.month, ...monthSeries.map(([name]) => name)],
    rows: shownPoints.map((point, at) => [
      monthNames[at]!,
      ...monthSeries.map(([, part]) => formatMoney(point[part])),
    ]),

    draw: (colours) => ({
      type: 'bar',

      data: {
        labels: monthNames,
        datasets: monthSeries.map(([name, part], at) =>
          barDataset(
            name,
            shownPoints.map((point) => point[part]),
            colours.series[at]!,
          ),
        ),
      },

      options: {
        ...stillOptions,
        interaction: { mode: 'index', intersect: false },
        plugins: line(colours, (item) => `${item.dataset.label}: ${formatMoney(item.parsed.y)}`)!,
        scales: { x: horizontalAxis(colours), y: verticalAxis(colours, formatMoney) },
      },
    }),
  }
}

function doughnutDrawing(
  names: readonly string[],
  values: readonly number[],
  colours: ChartColours,
  wholeNumberOnly: (at: number) => string | string[],
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
      ...stillOptions,
      plugins: {
        legend: legendOptions(colours),
        tooltip: { callbacks: { label: (item) => wholeNumberOnly(item.dataIndex) } },
      },
    },
  }
}

/** Best-selling products with their share of the sales. */
export function productsDrawing(all: readonly ProductPoint[], { language, text }: Way): Drawing {
  const shownPoints = all.slice(0, sliceLimits.products)
  const totalSales = shownPoints.reduce((sum, { sales }) => sum + sales, 0)
  const productShare = (point: ProductPoint) => formatShare(point.sales, totalSales, language)

  return {
    empty: totalSales === 0,
    head: [text.product, text.count, text.income, text.share],

    rows: shownPoints.map((point) => [
      point.name,
      number(point.sales, language),
      chartMoney(point.revenue, language),
      productShare(point),
    ]),

    draw: (colours) =>
      doughnutDrawing(
        shownPoints.map((point) => `${point.name} (${productShare(point)})`),
        shownPoints.map(({ sales }) => sales),
        colours,
        (at) => [
          text.salesOf(shownPoints[at]!.sales),
          chartMoney(shownPoints[at]!.revenue, language),
          productShare(shownPoints[at]!),
        ],
      ),
  }
}

/** Payment methods by number of paid orders. */
export function methodsDrawing(
  shownPoints: readonly MethodPoint[],
  { language, text }: Way,
): Drawing {
  const methodPoints = methodsByName(shownPoints, language)
  const totalCount = methodPoints.reduce((sum, { count }) => sum + count, 0)
  const methodShare = (at: number) => formatShare(methodPoints[at]!.count, totalCount, language)

  return {
    empty: totalCount === 0,
    head: [text.method, text.count, text.amount, text.share],

    rows: methodPoints.map(({ name, count, amount }, at) => [
      name,
      number(count, language),
      chartMoney(amount, language),
      methodShare(at),
    ]),

    draw: (colours) =>
      doughnutDrawing(
        methodPoints.map(({ name }, at) => `${name} (${methodShare(at)})`),
        methodPoints.map(({ count }) => count),
        colours,
        (at) => [
          text.salesOf(methodPoints[at]!.count),
          chartMoney(methodPoints[at]!.amount, language),
          methodShare(at),
        ],
      ),
  }
}
