import type { Language } from '@chaveiro/contracts/limits'

import { chartMoney, dayTexts } from './chart-data.ts'
import type { Drawing } from './chart.tsx'
import { across, line, still, up } from './drawings.ts'

type Day = { date: string; revenue: number; before: number }
type Texts = Record<'day' | 'now' | 'before', string>

/** Revenue a day as an area, the range before it as a dashed line. */
export function compareDrawing(days: readonly Day[], language: Language, text: Texts): Drawing {
  const names = dayTexts(days, language)
  const money = (value: number) => chartMoney(value, language)

  const plain = {
    borderWidth: 2,
    pointRadius: days.length === 1 ? 4 : 0,
    cubicInterpolationMode: 'monotone' as const,
  }

  return {
    empty: days.every(({ revenue, before }) => revenue === 0 && before === 0),
    head: [text.day, text.now, text.before],
    rows: days.map(({ revenue, before }, at) => [names[at]!, money(revenue), money(before)]),

    draw: (colours) => ({
      type: 'line',

      data: {
        labels: names,

        datasets: [
          {
            ...plain,
            label: text.now,
            data: days.map(({ revenue }) => revenue),
            borderColor: colours.series[0]!,
            backgroundColor: `${colours.series[0]!}26`,
            fill: true,
          },
          {
            ...plain,
            label: text.before,
            data: days.map(({ before }) => before),
            borderColor: colours.muted,
            backgroundColor: colours.muted,
            borderDash: [5, 4],
          },
        ],
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
