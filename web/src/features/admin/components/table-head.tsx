import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import { widthClass, type Column, type TableProps } from './columns.ts'

/** The current sort icon and the next value: first order, second order, none. */
function nextSorting([first, second]: readonly [string, string], now: string) {
  const SortIcon = now.startsWith('-') ? ArrowDown : ArrowUp
  if (now === first) return { Icon: SortIcon, next: second }
  if (now === second) return { Icon: SortIcon, next: '' }

  return { Icon: ChevronsUpDown, next: first }
}

function SortableHead({
  column,
  sort,
}: {
  column: { head: string; sort: readonly [string, string] }
  sort: { value: string; set(sort: string): void }
}) {
  const { Icon: SortIcon, next: nextOrder } = nextSorting(column.sort, sort.value)
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      onClick={() => sort.set(nextOrder)}
    >
      {column.head}
      <SortIcon size={13} aria-hidden />
    </button>
  )
}

function ColumnHead<Row>({
  column: { head, sort: orders },
  sort,
}: {
  column: Column<Row>
  sort: TableProps<Row>['sort']
}) {
  if (!orders || !sort) return head

  return <SortableHead column={{ head, sort: orders }} sort={sort} />
}

export function RowCheckbox({
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
  const checkboxInput = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (checkboxInput.current) checkboxInput.current.indeterminate = some && !checked
  }, [some, checked])

  return (
    <label className="grid size-9 place-items-center max-md:-m-2 md:-my-2 pointer-coarse:size-11">
      <TickBox
        ref={checkboxInput}
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
  if (value.startsWith('-')) return 'descending'

  return 'ascending'
}

/** Column heads, which sort, and the checkbox for all rows. */
export function TableHead<Row>({
  columns,
  rows,
  rowKey,
  actions,
  selection,
  sort,
}: TableProps<Row>) {
  const { t } = useTranslation('admin')
  const pageKeys = rows.map(rowKey)
  const chosenCount = pageKeys.filter((key) => selection?.chosen.has(key)).length

  return (
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row" className="border-b border-line text-left text-xs text-muted">
        {selection && (
          <th role="columnheader" scope="col" className="w-9 py-2">
            <RowCheckbox
              label={t('kit.selectAll')}
              checked={pageKeys.length > 0 && chosenCount === pageKeys.length}
              some={chosenCount > 0}
              onChange={(all) => selection.set(new Set(all ? pageKeys : []))}
            />
          </th>
        )}

        {columns.map((column) => (
          <th
            key={column.key}
            role="columnheader"
            scope="col"
            aria-sort={sortState(column, sort?.value)}
            className={join(
              'px-2 py-2 font-medium md:max-lg:px-1.5 2xl:px-3',
              column.end && 'text-right',
              // The head of a numeric column wraps in narrow windows. A sortable head stays on one
              // line with its arrow.
              column.end && !column.sort ? 'md:max-2xl:whitespace-normal' : 'whitespace-nowrap',
              widthClass(column),
            )}
          >
            <ColumnHead column={column} sort={sort} />

            {column.headAct && (
              <span className="-my-2 ml-1 inline-flex align-middle max-md:hidden">
                {column.headAct}
              </span>
            )}
          </th>
        ))}

        {actions && (
          <th role="columnheader" scope="col" className="relative px-2 py-2">
            <span className="sr-only">{t('kit.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
