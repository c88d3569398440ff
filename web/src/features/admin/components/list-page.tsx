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
import type { Item } from './phone-row.tsx'
import type { RowAction } from './row-actions.tsx'
import { Section } from './section.tsx'
import { SortFilter } from './sort-filter.tsx'
import type { List } from './use-list.ts'
import { ColumnsMenu } from './views/columns-menu.tsx'
import { useKeptColumns } from './views/kept-columns.ts'
import { shownColumns } from './views/view-state.ts'
import { Views } from './views/views.tsx'

/**
 * One act on many chosen rows; once done the choice is empty again, unless it answers false: it was
 * called off or failed.
 */
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
  /** The filters have a button of their own, on a desk too. */
  foldsItself?: boolean
  list: List<Row, F, R>
  /** The section whose views stand above the table, and how much the fixed ones show. */
  views?: ViewSection
  viewCounts?: readonly (string | undefined)[]
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  rowName(row: Row): string
  /** Where a row leads. */
  opens?: (row: Row) => To
  /** What a row says on a phone. */
  item?: (row: Row) => Item
  rowActions?: (row: Row) => readonly RowAction[]
  bulk?: readonly BulkAction<Row>[]
  /**
   * What an empty list says; with filters set it says that nothing matches instead, unless
   * `always`.
   */
  empty: { title: string; text?: string; action?: ReactNode; icon?: ReactNode; always?: boolean }
  /** The section's load error; null only logs it and shows the list as empty. */
  failed: string | null
  /** A load error takes the place of the whole section, not of the table alone. */
  failedReplaces?: boolean
  /** Hide previous/next while there is a single page. */
  pagerOnlyWhenNeeded?: boolean
  /** False while what stands above the list is on its way: it would move the list. */
  until?: boolean
  /** Dialogs. */
  children?: ReactNode
}

function BulkBar<Row>({
  chosen,
  bulk,
  onDone,
}: {
  chosen: readonly Row[]
  bulk: readonly BulkAction<Row>[]
  onDone(): void
}) {
  const { t } = useTranslation('admin')
  const [busy, setBusy] = useState<string | null>(null)

  async function run(action: BulkAction<Row>): Promise<void> {
    setBusy(action.label)
    try {
      if ((await action.run(chosen)) !== false) onDone()
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
        {t('kit.chosen', { count: chosen.length })}
      </span>

      {bulk.map((action) => (
        <Button
          key={action.label}
          size="sm"
          className={action.danger ? 'text-bad' : undefined}
          icon={action.icon}
          busy={busy === action.label}
          onClick={() => void run(action)}
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

function Rows<Row, F extends UrlDefaults, R>({
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

  if (list.rows.length === 0)
    return list.filtered && !list.failed && !empty.always ? (
      <EmptyState title={t('kit.noMatch')} text={t('kit.noMatchText')} />
    ) : (
      <EmptyState {...empty} />
    )

  const chosen = list.rows.filter((row) => chosenKeys.has(rowKey(row)))

  return (
    <>
      {bulk && chosen.length > 0 ? (
        <BulkBar chosen={chosen} bulk={bulk} onDone={() => setChosen(new Set())} />
      ) : null}

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

type Kept = ReturnType<typeof useKeptColumns>

const none = { all: 0, set: 0 }
const leastToChoose = 3

/** What is chosen of a list beside its search: its filters, and on a phone its order. */
function choicesOf<Row, F extends UrlDefaults, R>({
  list,
  columns,
  foldsItself,
}: Props<Row, F, R>) {
  const sorts = columns.some(({ sort }) => sort)
  if (foldsItself) return { sorts: false, choices: none }

  const { all, set } = list.choices
  const isSorted = sorts && list.state.sort !== ''

  return { sorts, choices: { all: all + (sorts ? 1 : 0), set: set + (isSorted ? 1 : 0) } }
}

/** The views, the filters and the rows of a list. */
function List<Row, F extends UrlDefaults, R>({
  kept,
  choices,
  sorts,
  ...props
}: Props<Row, F, R> & Pick<ReturnType<typeof choicesOf>, 'choices' | 'sorts'> & { kept: Kept }) {
  const { views, viewCounts, columns, list, filters } = props
  return (
    <>
      {views ? (
        <Views section={views} counts={viewCounts} list={list} columns={columns} kept={kept} />
      ) : null}

      {filters ? (
        <FilterBar choices={choices}>
          {filters}

          {sorts ? (
            <SortFilter
              columns={columns}
              value={String(list.state.sort)}
              onChange={(sort) => list.set({ sort } as never)}
            />
          ) : null}
        </FilterBar>
      ) : null}

      <Rows {...props} hidden={kept.hidden} />
    </>
  )
}

/**
 * A section that is a list: a query (`useList`), columns and actions. It brings loading, empty,
 * error with retry, selection with bulk actions, paging, and cards on a phone; what is special
 * stands in the props.
 */
export function ListPage<Row, F extends UrlDefaults, R>(props: Props<Row, F, R>) {
  const { t } = useTranslation('common')
  const { title, text, actions, figures, list, failed, failedReplaces, children } = props
  const { views, columns, until = true } = props
  const kept = useKeptColumns(useLocation().pathname, list)
  const { sorts, choices } = choicesOf(props)
  const chooses = !views && columns.length > leastToChoose && (list.loading || list.rows.length > 0)

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
        chooses ? (
          <>
            {actions}
            {/* Its place is kept until there are rows: it would move what is below it. */}
            <div className={list.loading ? 'invisible' : 'contents'}>
              <ColumnsMenu columns={columns} kept={kept} />
            </div>
          </>
        ) : (
          actions
        )
      }
      list
    >
      {figures}
      {until ? <List {...props} kept={kept} choices={choices} sorts={sorts} /> : <Loading />}
      {children}
    </Section>
  )
}
