import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { join } from '../../../ui/join.ts'
import { TickBox } from '../../../ui/tick-box.tsx'
import { RowActions, type RowAction } from './row-actions.tsx'
import { useScrollsSideways } from './use-scrolls-sideways.ts'

export type Column<Row> = {
  key: string
  head: string
  /**
   * A button beside the head, for all rows; a phone has no heads, so the page shows it elsewhere
   * there.
   */
  headAct?: ReactNode
  cell(row: Row): ReactNode
  /** Numbers and amounts stand at the end of their column. */
  end?: boolean
  /** Shown big and without its head on a phone's card: what the row is about. */
  lead?: boolean
  /** Values of the call's `sort` when the head is pressed once and twice. */
  sort?: readonly [first: string, second: string]
}

type Selection = { chosen: ReadonlySet<string>; set(chosen: ReadonlySet<string>): void }

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** What a screen reader calls the row. */
  rowName(row: Row): string
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  selection?: Selection | undefined
  sort?: { value: string; set(sort: string): void } | undefined
  stale?: boolean
}

/**
 * How a column is sorted now, and what the next press of its head asks for: once, the other way,
 * not at all.
 */
function afterPress([first, second]: readonly [string, string], now: string) {
  if (now === first) return { Icon: ArrowUp, next: second }
  if (now === second) return { Icon: ArrowDown, next: '' }
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

function Tick({
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
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

function sortState<Row>(column: Column<Row>, value: string | undefined) {
  if (!column.sort || !value) return undefined
  if (value === column.sort[0]) return 'ascending'
  return value === column.sort[1] ? 'descending' : undefined
}

function Head<Row>({ columns, rows, rowKey, actions, selection, sort }: Props<Row>) {
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
              'px-2 py-2 font-medium whitespace-nowrap 2xl:px-3',
              column.end && 'text-right',
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
          <th role="columnheader" scope="col" className="px-2 py-2 text-right font-medium 2xl:px-3">
            {t('kit.actions')}
          </th>
        ) : null}
      </tr>
    </thead>
  )
}

const rowClass =
  'border-b border-line last:border-0 hover:bg-raised/60 data-chosen:bg-accent-soft ' +
  'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-1.5 max-md:rounded-md ' +
  'max-md:border max-md:bg-surface max-md:p-3 max-md:last:border'

/** One row: its tick, its cells, its acts; a card on a phone. */
function BodyRow<Row>({
  row,
  columns,
  rowKey,
  rowName,
  actions,
  selection,
}: Props<Row> & { row: Row }) {
  const { t } = useTranslation('admin')
  const key = rowKey(row)
  const toggle = (on: boolean) => {
    const next = new Set(selection!.chosen)
    if (on) next.add(key)
    else next.delete(key)
    selection!.set(next)
  }
  return (
    <tr role="row" data-chosen={selection?.chosen.has(key) || undefined} className={rowClass}>
      {selection ? (
        <td role="cell" className="py-1.5 max-md:absolute max-md:top-3 max-md:right-3 max-md:p-0">
          <Tick
            label={t('kit.select', { name: rowName(row) })}
            checked={selection.chosen.has(key)}
            onChange={toggle}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          className={join(
            'px-2 py-1.5 align-middle max-md:flex max-md:flex-wrap max-md:items-center ' +
              'max-md:justify-between max-md:gap-x-3 max-md:p-0 2xl:px-3',
            column.end && 'text-right',
            column.lead && 'font-medium max-md:pr-9',
          )}
        >
          {column.lead ? null : (
            <span aria-hidden className="text-xs text-muted md:hidden">
              {column.head}
            </span>
          )}
          <div className={join('min-w-0', !column.lead && 'max-md:text-right')}>
            {column.cell(row)}
          </div>
        </td>
      ))}
      {actions ? (
        <td
          role="cell"
          className="px-2 py-0.5 max-md:-mb-1 max-md:border-t max-md:border-line max-md:p-0 max-md:pt-1 2xl:px-3"
        >
          <RowActions name={rowName(row)} actions={actions(row)} />
        </td>
      ) : null}
    </tr>
  )
}

/**
 * A dense table on a desk, a list of cards on a phone; sorting, selection and row actions are there
 * when they are given.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, rows, rowKey, stale } = props
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useScrollsSideways(frame)
  return (
    <div
      ref={frame}
      {...(scrolls ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
      className="overflow-x-auto rounded-md border border-line bg-surface max-md:border-0 max-md:bg-transparent"
    >
      <table
        role="table"
        aria-busy={stale || undefined}
        className={join('w-full text-sm transition-opacity max-md:block', stale && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <Head {...props} />
        <tbody
          role="rowgroup"
          className="max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-2"
        >
          {rows.map((row) => (
            <BodyRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
