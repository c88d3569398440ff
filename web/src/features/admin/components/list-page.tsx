import type { ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, type To } from 'react-router'

import type { UrlDefaults } from '../../../routing/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Loading } from './loading.tsx'
import { Pager } from './pager.tsx'
import type { PhoneItem } from './phone-row.tsx'
import type { RowAction } from './row-actions.tsx'
import { Section } from './section.tsx'
import { SortFilter } from './sort-filter.tsx'
import type { List as ListContent } from './use-list.ts'
import { ColumnsMenu } from './views/columns-menu.tsx'
import { useKeptColumns } from './views/kept-columns.ts'
import { shownColumns } from './views/view-state.ts'
import { ViewTabs, type FirstTab } from './views/views.tsx'

/** An action on many selected rows. It clears the selection unless it returns false: cancelled or failed. */
export type BulkAction<Row> = {
  label: string
  icon?: ReactNode
  danger?: boolean
  run(rows: readonly Row[]): Promise<unknown>
}

type Props<Row, F extends UrlDefaults, R> = {
  title: string
  text?: ReactNode
  /** Buttons beside the title: add, CSV. */
  actions?: ReactNode
  /** Stat cards above the filters. */
  figures?: ReactNode
  /** Search box and filters; they read `list.state` and write `list.set`. */
  filters?: ReactNode
  /** The filters have their own fold button, on desktops too. */
  foldsItself?: boolean
  list: ListContent<Row, F, R>
  /** The section whose views appear above the table, and counts for its built-in views. */
  views?: ViewSection
  viewCounts?: readonly (string | undefined)[]
  /** A tab before the views; while chosen, its content replaces filters and rows. */
  firstTab?: FirstTab | undefined
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  rowName(row: Row): string
  /** Target of a row. */
  opens?: (row: Row) => To
  /** The row as an item of a phone's list. */
  item?: (row: Row) => PhoneItem
  rowActions?: (row: Row) => readonly RowAction[]
  bulk?: readonly BulkAction<Row>[]
  /** Text of an empty list. With filters set the text is 'nothing matches', unless `always`. */
  empty: { title: string; text?: string; action?: ReactNode; icon?: ReactNode; always?: boolean }
  /** The section's load error; null only logs it and shows an empty list. */
  failed: string | null
  /** A load error replaces the whole section instead of the table. */
  failedReplaces?: boolean
  /** Hides previous and next while there is a single page. */
  pagerOnlyWhenNeeded?: boolean
  /** False while content above the list loads, which would push the list down. */
  until?: boolean
  /** Dialogs. */
  children?: ReactNode
}

function BulkActionBar<Row>({
  chosen: chosenRows,
  bulk,
  onDone,
}: {
  chosen: readonly Row[]
  bulk: readonly BulkAction<Row>[]
  onDone(): void
}) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState<string | null>(null)

  async function runAction(action: BulkAction<Row>): Promise<void> {
    setBusy(action.label)
    try {
      if ((await action.run(chosenRows)) !== false) onDone()
    } finally {
      setBusy(null)
    }
  }

  return (
    <div
      role="toolbar"
      aria-label={t('kit.bulk')}
      className="sticky top-2 z-20 flex flex-wrap items-center gap-2 rounded-md border border-line bg-high px-3 py-1.5 text-sm shadow-pop"
    >
      <span className="mr-auto" aria-live="polite">
        {t('kit.chosen', { count: chosenRows.length })}
      </span>

      {bulk.map((action) => (
        <Button
          key={action.label}
          size="sm"
          className={action.danger ? 'text-bad' : undefined}
          icon={action.icon}
          busy={busy === action.label}
          onClick={() => void runAction(action)}
        >
          {action.label}
        </Button>
      ))}

      <Button size="sm" look="ghost" onClick={onDone}>
        {t('kit.clearChoice')}
      </Button>
    </div>
  )
}

function ListRows<Row, F extends UrlDefaults, R>({
  list,
  columns,
  rowKey,
  rowName,
  opens,
  item,
  rowActions,
  bulk,
  empty,
  failed,
  title,
  pagerOnlyWhenNeeded,
  hidden,
}: Props<Row, F, R> & { hidden: readonly string[] }) {
  const { t } = useTranslation(['admin', 'common'])
  const [chosenKeys, setChosen] = useState<ReadonlySet<string>>(new Set())
  if (list.loading) return <Loading />
  if (list.failed && failed !== null)
    return <ErrorState text={failed} retry={t('common:action.retry')} onRetry={list.reload} />

  if (list.rows.length === 0) {
    const isUnmatched = list.filtered && !list.failed && !empty.always
    if (isUnmatched) return <EmptyState title={t('kit.noMatch')} text={t('kit.noMatchText')} />

    return <EmptyState {...empty} />
  }

  const chosenRows = list.rows.filter((row) => chosenKeys.has(rowKey(row)))

  return (
    <>
      {bulk && chosenRows.length > 0 && (
        <BulkActionBar chosen={chosenRows} bulk={bulk} onDone={() => setChosen(new Set())} />
      )}

      <DataTable
        caption={title}
        columns={shownColumns(columns, hidden)}
        rows={list.rows}
        rowKey={rowKey}
        rowName={rowName}
        opens={opens}
        item={item}
        actions={rowActions}
        stale={list.stale}
        selection={bulk ? { chosen: chosenKeys, set: setChosen } : undefined}
        sort={{ value: String(list.state.sort), set: (sort) => list.set({ sort } as never) }}
      />

      <Pager
        page={Number(list.state.page)}
        pages={list.pages}
        onPage={(page) => list.set({ page } as never)}
        always={!pagerOnlyWhenNeeded}
      />
    </>
  )
}

type KeptColumnChoice = ReturnType<typeof useKeptColumns>

const noChoices = { all: 0, set: 0 }
const leastToChoose = 3

/** The number of filters and of those set; on a phone the sort order counts as one. */
function countChoices<Row, F extends UrlDefaults, R>({
  list,
  columns,
  foldsItself,
}: Props<Row, F, R>) {
  const hasSortableColumn = columns.some(({ sort }) => sort)
  if (foldsItself) return { sorts: false, choices: noChoices }

  const { all, set } = list.choices
  const hasSortOrder = hasSortableColumn && list.state.sort !== ''

  return {
    sorts: hasSortableColumn,
    choices: { all: all + (hasSortableColumn ? 1 : 0), set: set + (hasSortOrder ? 1 : 0) },
  }
}

const isListLoading = <Row, F extends UrlDefaults, R>({ until = true, list }: Props<Row, F, R>) =>
  !until || list.loading

/** Views, filters and rows of a list. */
function ListContent<Row, F extends UrlDefaults, R>({
  kept,
  choices,
  sorts: hasSortableColumn,
  ...props
}: Props<Row, F, R> &
  Pick<ReturnType<typeof countChoices>, 'choices' | 'sorts'> & { kept: KeptColumnChoice }) {
  const { views, viewCounts, firstTab, columns, list, filters, until = true } = props
  if (!until) return <Loading />

  const tabs = views && (
    <ViewTabs
      section={views}
      counts={viewCounts}
      firstTab={firstTab}
      list={list}
      columns={columns}
      kept={kept}
    />
  )

  if (firstTab?.chosen)
    return (
      <>
        {tabs}
        {firstTab.content}
      </>
    )

  return (
    <>
      {tabs}

      {filters && (
        <FilterBar choices={choices}>
          {filters}

          {hasSortableColumn && (
            <SortFilter
              columns={columns}
              value={String(list.state.sort)}
              onChange={(sort) => list.set({ sort } as never)}
            />
          )}
        </FilterBar>
      )}

      <ListRows {...props} hidden={kept.hidden} />
    </>
  )
}

/**
 * The columns menu. It is invisible while rows load, but takes its space, so that nothing moves.
 */
function ColumnsPlace<Row, F extends UrlDefaults, R>({
  list,
  columns,
  kept,
}: Pick<Props<Row, F, R>, 'list' | 'columns'> & { kept: KeptColumnChoice }) {
  return (
    <div className={list.loading ? 'invisible' : 'contents'}>
      <ColumnsMenu columns={columns} kept={kept} />
    </div>
  )
}

/**
 * The page of a section that shows a list, from a query (`useList`) and columns. It covers loading,
 * empty and error states, selection with bulk actions, paging and phone cards.
 */
export function ListPage<Row, F extends UrlDefaults, R>(props: Props<Row, F, R>) {
  const { t } = useTranslation('common')
  const { title, text, actions, figures, list, failed, failedReplaces, children } = props
  const { views, columns } = props
  const keptColumns = useKeptColumns(useLocation().pathname, list)
  const { sorts: hasSortableColumn, choices } = countChoices(props)
  const offersColumns =
    !views && columns.length > leastToChoose && (list.loading || list.rows.length > 0)

  if (failedReplaces && list.failed && failed !== null)
    return (
      <Section title={title}>
        <ErrorState text={failed} retry={t('action.retry')} onRetry={list.reload} />
      </Section>
    )

  return (
    <Section
      title={title}
      text={text}
      actions={
        <>
          {actions}
          {offersColumns && <ColumnsPlace list={list} columns={columns} kept={keptColumns} />}
        </>
      }
      list={isListLoading(props) ? 'loading' : 'shown'}
    >
      {figures}
      <ListContent {...props} kept={keptColumns} choices={choices} sorts={hasSortableColumn} />
      {children}
    </Section>
  )
}
