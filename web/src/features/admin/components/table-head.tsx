import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import { widthClass, type Column, type TableProps } from './columns.ts'

/**
 * How a column is sorted now, and what the next press of its head asks for: once, the other way,
 * not at all.
 */
function afterPress([first, second]: readonly [string, string], now: string) {
  const Icon = now.startsWith('-') ? ArrowDown : ArrowUp
  if (now === first) return { Icon, next: second }
  if (now === second) return { Icon, next: '' }

  return { Icon: ChevronsUpDown, next: first }
}

function SortHead({
  column,
  sort,
}: {
  column: { head: string; sort: readonly [string, string] }
  sort: { value: string; set(sort: string): void }
}) {
  const { Icon, next } = afterPress(column.sort, sort.value)
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      onClick={() => sort.set(next)}
    >
      {column.head}
      <Icon size={13} aria-hidden />
    </button>
  )
}

export function Tick({
  label,
  checked,
  some = false,
  onChange,
}: {
  label: string
  checked: boolean
  some?: boolean
  onChange(checked: boolean): void
}) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = some && !checked
  }, [some, checked])

  return (
    <label className="grid size-9 place-items-center max-md:-m-2 md:-my-2 pointer-coarse:size-11">
      <TickBox
        ref={ref}
        data-tick
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

function sortState<Row>(column: Column<Row>, value: string | undefined) {
  if (!value || !column.sort?.includes(value)) return undefined
  return value.startsWith('-') ? 'descending' : 'ascending'
}

/** The heads of the columns, which sort, and the tick for all rows. */
export function Head<Row>({ columns, rows, rowKey, actions, selection, sort }: TableProps<Row>) {
  const { t } = useTranslation('admin')
  const keys = rows.map(rowKey)
  const chosen = keys.filter((key) => selection?.chosen.has(key)).length

  return (
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row" className="border-b border-line text-left text-xs text-muted">
        {selection ? (
          <th role="columnheader" scope="col" className="w-9 py-2">
            <Tick
              label={t('kit.selectAll')}
              checked={keys.length > 0 && chosen === keys.length}
              some={chosen > 0}
              onChange={(all) => selection.set(new Set(all ? keys : []))}
            />
          </th>
        ) : null}

        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            aria-sort={sortState(column, sort?.value)}
            className={join(
              'px-2 py-2 font-medium md:max-lg:px-1.5 2xl:px-3',
              column.end && 'text-right',
              // A head over figures breaks where the room is short; what sorts keeps its arrow beside it.
              column.end && !column.sort ? 'md:max-2xl:whitespace-normal' : 'whitespace-nowrap',
              widthClass(column),
            )}
          >
            {column.sort && sort ? (
              <SortHead column={{ head: column.head, sort: column.sort }} sort={sort} />
            ) : (
              column.head
            )}

            {column.headAct ? (
              <span className="-my-2 ml-1 inline-flex align-middle max-md:hidden">
                {column.headAct}
              </span>
            ) : null}
          </th>
        ))}

        {actions ? (
          <th
            role="columnheader"
            scope="col"
            className="px-2 py-2 text-right font-medium md:max-lg:px-1.5 2xl:px-3"
          >
            {t('kit.actions')}
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
