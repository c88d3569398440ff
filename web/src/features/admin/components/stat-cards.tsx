import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../i18n/language.ts'
import { Skeleton } from '../../../ui/states.tsx'

export type Stat = { label: string; value: ReactNode; note?: ReactNode }

/**
 * A part of a total in percent with one decimal, as the cards of the back office show it; nothing
 * of nothing is 0.
 */
export function share(part: number, total: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(total > 0 ? part / total : 0)
}

/**
 * What a card shows: its figure, nothing while it is on its way, a dash when it could not be
 * fetched.
 */
export const figureOf = (value: ReactNode | undefined, failed: boolean): ReactNode =>
  value === undefined && failed ? '-' : value

/**
 * The figures on top of a list; while they are on their way the cards keep their place (`value`
 * undefined).
 */
export function StatCards({ label, items }: { label?: string; items: readonly Stat[] }) {
  const { t } = useTranslation('admin')
  return (
    <dl aria-label={label ?? t('kit.figures')} className="flex flex-wrap gap-2 sm:gap-3">
      {items.map((item) => (
        <div
          key={item.label}
          className="grid max-w-80 grow basis-36 content-start gap-0.5 rounded-md border border-line bg-surface px-3 py-2.5 sm:px-4"
        >
          <dt className="text-xs text-muted">{item.label}</dt>
          <dd className="text-lg font-semibold tracking-tight">
            {item.value === undefined ? <Skeleton className="h-6 w-16" /> : item.value}
          </dd>
          {item.note === undefined ? null : <dd className="text-xs text-muted">{item.note}</dd>}
        </div>
      ))}
    </dl>
  )
}
