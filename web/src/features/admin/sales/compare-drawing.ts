import type { Language } from '@chaveiro/contracts/limits'

import { chartMoney, dayLabels } from './chart-data.ts'
import type { Drawing } from './chart.tsx'
import { horizontalAxis, line, stillOptions, verticalAxis } from './drawings.ts'

type Day = { date: string; revenue: number; before: number }
type Texts = Record<'day' | 'now' | 'before', string>

/** Revenue per day as an area, the previous range as a dashed line. */
export function compareDrawing(days: readonly Day[], language: Language, text: Texts): Drawing {
  const dayLabelTexts = dayLabels(days, language)
  const formatMoney = (value: number) => chartMoney(value, language)

  const plainLine = {
    borderWidth: 2,
    pointRadius: days.length === 1 ? 4 : 0,
    cubicInterpolationMode: 'monotone' as const,
  }

  return {
    empty: days.every(({ revenue, before }) => revenue === 0 && before === 0),
    head: [text.day, text.now, text.before],
    rows: days.map(({ revenue, before }, at) => [
      dayLabelTexts[at]!,
      formatMoney(revenue),
      formatMoney(before),
    ]),

    draw: (colours) => ({
      type: 'line',

      data: {
        labels: dayLabelTexts,

        datasets: [
          {
            ...plainLine,
            label: text.now,
            data: days.map(({ revenue }) => revenue),
            borderColor: colours.series[0]!,
            backgroundColor: `${colours.series[0]!}26`,
            fill: true,
          },
          {
            ...plainLine,
            label: text.before,
            data: days.map(({ before }) => before),
            borderColor: colours.muted,
            backgroundColor: colours.muted,
            borderDash: [5, 4],
          },
        ],
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
