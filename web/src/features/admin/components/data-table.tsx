import { useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { rowSelection, widthClass, type Column, type TableProps } from './columns.ts'
import { PhoneRow, type PhoneItem } from './phone-row.tsx'
import { RowActions } from './row-actions.tsx'
import { enterRow, pressRow, RowLink, RowTarget } from './row-link.tsx'
import { TableHead, RowCheckbox } from './table-head.tsx'
import { usePhone } from './use-phone.ts'
import { useScrollsSideways } from './use-scrolls-sideways.ts'

export type { Column } from './columns.ts'

const tableRowClass =
  'border-b border-line last:border-0 hover:bg-raised/60 data-chosen:bg-accent-soft ' +
  'focus-visible:-outline-offset-2 ' +
  'max-md:relative max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-1.5 max-md:rounded-md ' +
  'max-md:border max-md:bg-surface max-md:p-3 max-md:last:border'

/** The cell that names the row and links to its target. */
function LeadCell<Row>({
  column,
  row,
  opens,
}: {
  column: Column<Row>
  row: Row
  opens: TableProps<Row>['opens']
}) {
  const leadContent = column.cell(row)
  return (
    <RowTarget value={opens?.(row) ?? null}>
      {column.ownLink ? leadContent : <RowLink>{leadContent}</RowLink>}
    </RowTarget>
  )
}

/** One row with its checkbox, cells and actions; a card on a phone. */
function TableRow<Row>({
  row,
  columns,
  rowKey,
  rowName,
  opens,
  actions,
  selection,
}: TableProps<Row> & { row: Row }) {
  const { t } = useTranslation('admin')
  const rowTick = rowSelection(selection, rowKey(row))

  return (
    <tr
      role="row"
      tabIndex={-1}
      data-row
      data-chosen={rowTick?.checked || undefined}
      className={join(tableRowClass, opens && 'cursor-pointer')}
      onClick={pressRow}
      onKeyDown={enterRow}
    >
      {rowTick && (
        <td role="cell" className="py-0.5 max-md:absolute max-md:top-3 max-md:right-3 max-md:p-0">
          <RowCheckbox
            label={t('kit.select', { name: rowName(row) })}
            checked={rowTick.checked}
            onChange={rowTick.toggle}
          />
        </td>
      )}

      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          className={join(
            'px-2 py-0.5 align-middle md:h-12 md:max-lg:px-1.5 max-md:flex max-md:flex-wrap max-md:items-center ' +
              'max-md:justify-between max-md:gap-x-3 max-md:p-0 2xl:px-3 [&_.text-xs]:leading-4',
            column.end && 'text-right',
            column.lead && 'font-medium max-md:order-first max-md:pr-9',
            widthClass(column),
          )}
        >
          {!column.lead && (
            <span aria-hidden className="text-xs text-muted md:hidden">
              {column.head}
            </span>
          )}

          <div className={join('min-w-0', !column.lead && 'max-md:text-right')}>
            {column.lead ? <LeadCell column={column} row={row} opens={opens} /> : column.cell(row)}
          </div>
        </td>
      ))}

      {actions && (
        <td
          role="cell"
          className="px-2 py-0.5 max-md:-mb-1 max-md:border-t max-md:border-line max-md:p-0 max-md:pt-1 md:max-lg:px-1.5 2xl:px-3"
        >
          <RowActions name={rowName(row)} actions={actions(row)} />
        </td>
      )}
    </tr>
  )
}

/** The rows as a list on a phone. */
function PhoneList<Row>({ item, ...props }: TableProps<Row> & { item(row: Row): PhoneItem }) {
  const { caption, rows, rowKey, rowName, opens, actions, selection, stale } = props
  return (
    <table
      role="table"
      aria-busy={stale || undefined}
      className={join('block transition-opacity', stale && 'opacity-60')}
    >
      <caption className="sr-only">{caption}</caption>

      <tbody role="rowgroup" className="-mx-2 block border-y border-line">
        {rows.map((row) => (
          <PhoneRow
            key={rowKey(row)}
            item={item(row)}
            name={rowName(row)}
            opens={opens?.(row) ?? null}
            ticked={rowSelection(selection, rowKey(row))}
            actions={actions?.(row) ?? []}
          />
        ))}
      </tbody>
    </table>
  )
}

/** A table on a desktop, a list of items or cards on a phone. */
export function DataTable<Row>(props: TableProps<Row>) {
  const isPhone = usePhone()
  const { item } = props

  if (isPhone && item) return <PhoneList {...props} item={item} />

  return <TableGrid {...props} />
}

function TableGrid<Row>(props: TableProps<Row>) {
  const { caption, rows, rowKey, stale } = props
  const scrollFrame = useRef<HTMLDivElement>(null)
  const isScrollable = useScrollsSideways(scrollFrame)

  return (
    <div
      ref={scrollFrame}
      {...(isScrollable ? { role: 'region', 'aria-label': caption, tabIndex: 0 } : {})}
      className="overflow-x-auto"
    >
      <table
        role="table"
        aria-busy={stale || undefined}
        className={join('w-full text-sm transition-opacity max-md:block', stale && 'opacity-60')}
      >
        <caption className="sr-only">{caption}</caption>
        <TableHead {...props} />

        <tbody
          role="rowgroup"
          className="max-md:grid max-md:grid-cols-[minmax(0,1fr)] max-md:gap-2"
        >
          {rows.map((row) => (
            <TableRow key={rowKey(row)} row={row} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
