import type { ReactNode } from 'react'

import { join } from '../../../ui/join.ts'

type Fact = readonly [label: string, value: ReactNode]

/** Facts of a list; the falsy result of `condition && fact` leaves a row out. */
export type FactItems = readonly (Fact | false | null | undefined | '')[]

export const presentFacts = (items: FactItems): Fact[] => items.filter((item) => !!item)

const pairClass =
  'grid-cols-[minmax(6.5rem,2fr)_minmax(0,6fr)] gap-2 ' +
  'md:grid-cols-[minmax(7.5rem,2fr)_minmax(0,6fr)] md:gap-3'

/** Labels and values in groups; a missing value shows a dash. `long` puts labels above their values. */
export function Facts({
  title,
  items,
  long = false,
}: {
  title?: string
  items: FactItems
  long?: boolean
}) {
  return (
    <section className="grid gap-1">
      {title && <h3 className="text-sm font-semibold text-muted">{title}</h3>}

      <dl className="grid text-sm">
        {presentFacts(items).map(([label, value]) => (
          <div
            key={label}
            className={join(
              'grid border-b border-line py-2 last:border-0',
              long ? 'gap-0.5' : pairClass,
            )}
          >
            <dt className={join('text-muted', long && 'font-mono text-xs wrap-anywhere')}>
              {label}
            </dt>
            <dd className="min-w-0 wrap-anywhere">
              {value === null || value === undefined || value === '' ? '-' : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
