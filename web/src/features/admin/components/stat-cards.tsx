import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'
import { join } from '../../../ui/join.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { useScrollsSideways } from './use-scrolls-sideways.ts'

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

/** A note that comes with its figure has its line before. */
const noteOf = (item: Stat): ReactNode =>
  item.note === undefined && item.value === undefined && 'note' in item ? '\u00A0' : item.note

const cardClass =
  'max-w-80 grow content-start gap-0.5 rounded-md border border-line bg-surface px-3 sm:px-4 ' +
  'md:grid md:basis-36 md:py-2.5'

/** On a phone: in one line that is moved sideways, or two beside one another. */
const onPhone = {
  line: {
    frame: 'max-md:-mx-4 max-md:[scrollbar-width:none] max-md:overflow-x-auto max-md:px-4',
    list: 'flex max-md:w-max',
    card:
      'max-md:flex max-md:max-w-none max-md:items-baseline max-md:gap-1.5 max-md:py-1 ' +
      'max-md:whitespace-nowrap',
  },
  pairs: {
    frame: '',
    list: 'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] md:flex',
    card: 'grid py-2',
  },
}

/**
 * Figures: on top of a list, on a phone in one line (P325), or in pairs where they are what the page
 * is about; while they are on their way the cards keep their place (`value` undefined).
 */
export function StatCards({
  label,
  items,
  phone = 'line',
}: {
  label?: string
  items: readonly Stat[]
  phone?: keyof typeof onPhone
}) {
  const looks = onPhone[phone]
  const { t } = useTranslation('admin')
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useScrollsSideways(frame)
  const name = label ?? t('kit.figures')

  return (
    <div
      ref={frame}
      {...(scrolls ? { role: 'region', 'aria-label': name, tabIndex: 0 } : {})}
      className={looks.frame}
    >
      <dl aria-label={name} className={join('gap-2 sm:gap-3 md:flex-wrap', looks.list)}>
        {items.map((item) => (
          <div key={item.label} className={join(cardClass, looks.card)}>
            <dt className="text-xs text-muted">{item.label}</dt>
            <dd className="min-h-5 font-semibold tracking-tight max-md:text-sm md:min-h-7 md:text-lg">
              {item.value === undefined ? <Skeleton className="h-5 w-16 md:h-6" /> : item.value}
            </dd>
            {noteOf(item) === undefined ? null : (
              <dd className="text-xs text-muted">{noteOf(item)}</dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}
