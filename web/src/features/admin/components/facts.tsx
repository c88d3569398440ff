import type { ReactNode } from 'react'

/** Names and values of a details dialog, in groups; a value that is missing shows a dash. */
export function Facts({
  title,
  items,
}: {
  title?: string
  items: readonly (readonly [label: string, value: ReactNode])[]
}) {
  return (
    <section className="grid gap-1">
      {title ? <h3 className="text-sm font-semibold text-muted">{title}</h3> : null}
      <dl className="grid text-sm">
        {items.map(([label, value]) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(5.5rem,2fr)_minmax(0,6fr)] gap-3 border-b border-line py-2 last:border-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {value === null || value === undefined || value === '' ? '-' : value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
