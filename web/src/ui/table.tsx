import type { ReactNode } from 'react'

import { join } from './join.ts'

/**
 * `phone` is the cell's position when the row becomes a card: title, beside the title, or a line
 * below with the column's name.
 */
export type Column<T> = {
  key: string
  head: ReactNode
  cell(row: T): ReactNode
  end?: boolean
  phone?: 'title' | 'side' | 'line'
}

const phoneClasses = {
  title: 'max-sm:col-start-1 max-sm:row-start-1 max-sm:font-medium',
  side: 'max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end',
  line: 'max-sm:col-span-2 max-sm:text-xs',
}

const rowClass =
  'border-b border-line last:border-0 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] ' +
  'max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:p-4'

/** A table on a desktop, a list of cards on a phone; caption is its accessible name. */
export function Table<T>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey(row: T): string
}) {
  return (
    <table className="w-full text-sm max-sm:block">
      <caption className="sr-only">{caption}</caption>

      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-left text-muted">
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={join('px-4 py-3 font-medium', column.end && 'text-right')}
            >
              {column.head}
            </th>
          ))}
        </tr>
      </thead>

      <tbody className="max-sm:grid">
        {rows.map((row) => (
          <tr key={rowKey(row)} className={rowClass}>
            {columns.map((column) => (
              <td
                key={column.key}
                className={join(
                  'sm:px-4 sm:py-3',
                  column.end && 'sm:text-right',
                  phoneClasses[column.phone ?? 'line'],
                )}
              >
                {(!column.phone || column.phone === 'line') && (
                  <span aria-hidden className="mr-1.5 text-muted sm:hidden">
                    {column.head}
                  </span>
                )}

                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
