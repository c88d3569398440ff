import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'
import { join } from '../../../ui/join.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { useScrollsSideways } from './use-scrolls-sideways.ts'

export type Stat = { label: string; value: ReactNode; note?: ReactNode }

/** A part of a total as a percentage with one decimal; 0 % when the total is 0. */
export function formatShare(part: number, total: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(total > 0 ? part / total : 0)
}

/** A card's value: undefined while it loads, a dash when loading failed. */
export const loadedFigure = (value: ReactNode | undefined, failed: boolean): ReactNode =>
  value === undefined && failed ? '-' : value

/** Reserves an empty line for a note while its card loads, so that nothing moves. */
const noteWithPlaceholder = (item: Stat): ReactNode =>
  item.note === undefined && item.value === undefined && 'note' in item ? '\u00A0' : item.note

const figureClass = 'content-start gap-x-2 md:grid md:items-baseline'

/** One line, which scrolls sideways on a phone; or columns of equal width, pairs on a phone. */
const layouts = {
  line: {
    frame: 'max-md:-mx-4 max-md:[scrollbar-width:none] max-md:overflow-x-auto max-md:px-4',
    // Columns of one width: a long value neither moves the next figure nor wraps the line.
    list: 'max-md:flex max-md:w-max md:grid md:auto-cols-[minmax(0,12rem)] md:grid-flow-col',
    card: 'max-md:flex max-md:h-8 max-md:items-baseline max-md:gap-1.5 max-md:whitespace-nowrap',
  },
  columns: {
    frame: '',
    list: 'grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]',
    card: 'grid',
  },
}

/** On a phone the widths of a line's figures depend on their values: a bar until all are loaded. */
function PhoneLinePlaceholder() {
  return <Skeleton className="absolute inset-x-4 top-1 h-6 md:hidden" />
}

/**
 * Figures above a list. On a phone they share one line (P325), or form pairs if they are the page's
 * topic. A card whose `value` is undefined is still loading.
 */
export function StatCards({
  label,
  items,
  layout = 'line',
}: {
  label?: string
  items: readonly Stat[]
  layout?: keyof typeof layouts
}) {
  const { frame, list, card } = layouts[layout]
  const { t } = useTranslation('admin')
  const scrollFrame = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollsSideways(scrollFrame)
  const listLabel = label ?? t('kit.figures')
  const isLineLoading = layout === 'line' && items.some(({ value }) => value === undefined)

  return (
    <div
      ref={scrollFrame}
      {...(isScrollable ? { role: 'region', 'aria-label': listLabel, tabIndex: 0 } : {})}
      className={join('relative', frame)}
    >
      {isLineLoading && <PhoneLinePlaceholder />}

      <dl
        aria-label={listLabel}
        className={join('gap-x-6 gap-y-3', list, isLineLoading && 'max-md:invisible')}
      >
        {items.map((item) => (
          <div key={item.label} className={join(figureClass, card)}>
            <dt className="text-xs text-muted">{item.label}</dt>
            <dd className="min-h-6 display max-md:text-base md:min-h-7 md:text-lg">
              {item.value === undefined ? <Skeleton className="h-6 w-16" /> : item.value}
            </dd>
            {noteWithPlaceholder(item) !== undefined && (
              <dd className="text-xs text-muted">{noteWithPlaceholder(item)}</dd>
            )}
          </div>
        ))}
      </dl>
    </div>
  )
}
