import type { ReactNode } from 'react'

export type Column<T> = { key: string; head: ReactNode; cell(row: T): ReactNode; end?: boolean }

/** A table on a desk, a list of cards on a phone; caption is its accessible name. */
export function Table<T>({ caption, columns, rows, rowKey }: { caption: string; columns: readonly Column<T>[]; rows: readonly T[]; rowKey(row: T): string }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-left text-muted">{columns.map((column) => <th key={column.key} scope="col" className={column.end ? 'px-4 py-3 text-right font-medium' : 'px-4 py-3 font-medium'}>{column.head}</th>)}</tr>
      </thead>
      <tbody className="max-sm:grid">
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-b border-line last:border-0 max-sm:grid max-sm:gap-1 max-sm:p-4">
            {columns.map((column) => (
              <td key={column.key} className={column.end ? 'sm:px-4 sm:py-3 sm:text-right' : 'sm:px-4 sm:py-3'}>
                <span aria-hidden className="mr-2 text-muted sm:hidden">{column.head}</span>{column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
