import type { ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { useQuery } from '@tanstack/react-query'
import { BookmarkPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { join } from '../../../../ui/join.ts'
import type { Column } from '../columns.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import { fixedViews } from './fixed-views.ts'
import type { KeptColumns } from './kept-columns.ts'
import { SaveViewDialog } from './save-view.tsx'
import { ViewMenu } from './view-menu.tsx'
import {
  viewAddress,
  isSameView,
  currentViewState,
  type AnyList,
  type ViewState,
} from './view-state.ts'

function ViewTab({
  to,
  chosen,
  count,
  children,
}: {
  to: To
  chosen: boolean
  count?: string | undefined
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      replace
      preventScrollReset
      aria-current={chosen || undefined}
      className={join(
        '-mb-px flex min-h-9 items-center gap-1.5 border-b-2 px-2.5 text-sm whitespace-nowrap pointer-coarse:min-h-11',
        chosen
          ? 'border-accent font-medium text-ink'
          : 'border-transparent text-muted hover:text-ink',
      )}
    >
      {children}
      {count !== undefined && (
        <span className="min-w-7 text-xs text-muted tabular-nums">{count}</span>
      )}
    </Link>
  )
}

/** A tab beside the views with content of its own. */
export type FirstTab = { label: string; to: To; chosen: boolean; content: ReactNode }

/**
 * The views of a table as tabs (P408): built-in and saved ones. Each view has a URL, so colleagues
 * can share it.
 */
export function ViewTabs<Row>({
  section,
  counts = [],
  firstTab,
  list,
  columns,
  kept: keptColumns,
}: {
  section: ViewSection
  counts?: readonly (string | undefined)[] | undefined
  firstTab?: FirstTab | undefined
  list: AnyList
  columns: readonly Column<Row>[]
  kept: KeptColumns
}) {
  const { t } = useTranslation('admin')
  const [naming, setNaming] = useState(false)
  const savedViews = useQuery(ask(adminApi.savedViews.list)).data?.views ?? []
  const sectionViews = savedViews.filter((view) => view.section === section)
  const listState = currentViewState(list)
  const chosen = sectionViews.find(({ id }) => id === list.state.view)
  const builtInViews = fixedViews[section]
  const isListShown = !firstTab?.chosen
  const isCurrentView = (filters: ViewState['filters']) =>
    isListShown && !chosen && isSameView({ filters, hidden: [] }, { ...listState, hidden: [] })
  const isSavedView = chosen
    ? isSameView(chosen, listState)
    : builtInViews.some(({ filters }) => isSameView({ filters, hidden: [] }, listState))

  return (
    <nav
      aria-label={t('views.label')}
      className="flex items-end gap-x-1 border-b border-line max-md:-my-1"
    >
      <div className="flex min-w-0 flex-1 items-end overflow-x-auto overflow-y-hidden">
        {firstTab && (
          <ViewTab to={firstTab.to} chosen={firstTab.chosen}>
            {firstTab.label}
          </ViewTab>
        )}

        {builtInViews.map(({ name, filters }, place) => (
          <ViewTab
            key={name}
            to={viewAddress({ filters, hidden: [] })}
            chosen={isCurrentView(filters)}
            count={counts[place]}
          >
            {t(name)}
          </ViewTab>
        ))}

        {sectionViews.map((view) => (
          <ViewTab key={view.id} to={viewAddress(view, view.id)} chosen={view === chosen}>
            {view.name}
          </ViewTab>
        ))}
      </div>

      {chosen && <ViewMenu view={chosen} now={listState} list={list} />}

      {isListShown && !isSavedView && (
        <Button
          size="sm"
          look="ghost"
          className="shrink-0"
          icon={<BookmarkPlus size={15} aria-hidden />}
          onClick={() => setNaming(true)}
        >
          <span className="max-md:sr-only">{t('views.save')}</span>
        </Button>
      )}

      {isListShown && <ColumnsMenu columns={columns} kept={keptColumns} />}

      {naming && (
        <SaveViewDialog
          section={section}
          now={{ ...listState, hidden: keptColumns.hidden }}
          onSaved={(view) => list.set({ view })}
          onClose={() => setNaming(false)}
        />
      )}
    </nav>
  )
}
