import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { nearestLanguage } from '../../../i18n/language.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { chartMoney, dayLabels, type SalesPoint } from '../sales/chart-data.ts'
import { SalesFigures } from '../sales/chart.tsx'

const width = 300
const height = 96

/** Corners of the line as SVG coordinates; the highest day reaches the top. */
function lineCorners(points: readonly SalesPoint[]): string {
  const highest = Math.max(...points.map(({ amount }) => amount), 1)
  const step = width / Math.max(points.length - 1, 1)

  return points
    .map(({ amount }, at) => `${at * step},${height - (amount / highest) * (height - 2)}`)
    .join(' ')
}

function Line({ points }: { points: readonly SalesPoint[] }) {
  const corners = lineCorners(points)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-24 w-full border-b border-line"
    >
      <polygon points={`0,${height} ${corners} ${width},${height}`} className="fill-accent-soft" />
      <polyline
        points={corners}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-ink stroke-[1.5]"
      />
    </svg>
  )
}

/** Revenue of each of the last 30 days as a line, with its sum, and as a table for screen readers. */
export function DaysLine({ points }: { points: readonly SalesPoint[] | undefined }) {
  const { t, i18n } = useTranslation('admin')
  const language = nearestLanguage(i18n.language)
  if (!points) return <Skeleton className="mt-3 h-40" />

  const dayNames = dayLabels(points, language)
  const amount = points.reduce((sum, point) => sum + point.amount, 0)
  const count = points.reduce((sum, point) => sum + point.count, 0)

  return (
    <div className="mt-3 grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="font-medium">{t('today.month')}</span>
        <span className="text-muted">
          {t('today.total', { amount: money(amount), sales: t('adminSales.salesOf', { count }) })}
        </span>
      </p>

      <Line points={points} />

      <p aria-hidden className="flex justify-between text-xs text-muted">
        <span>{dayNames[0]}</span>
        <span>{dayNames.at(-1)}</span>
      </p>

      <SalesFigures
        caption={t('adminSales.chart.sales')}
        head={[t('adminSales.day'), t('adminSales.amount'), t('adminSales.count')]}
        rows={points.map((point, at) => [
          dayNames[at]!,
          chartMoney(point.amount, language),
          String(point.count),
        ])}
      />
    </div>
  )
}
