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
import { SaveView } from './save-view.tsx'
import { ViewMenu } from './view-menu.tsx'
import { addressOf, isSame, stateOf, type AnyList, type ViewState } from './view-state.ts'

function Tab({
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
      {count === undefined ? null : (
        <span className="text-xs text-muted tabular-nums">{count}</span>
      )}
    </Link>
  )
}

/**
 * The views of a table as tabs above it (P408): those that every shop has and those that one keeps
 * oneself. A view is an address, so that it can be sent to a colleague.
 */
export function Views<Row>({
  section,
  counts = [],
  list,
  columns,
  kept: keptColumns,
}: {
  section: ViewSection
  counts?: readonly (string | undefined)[] | undefined
  list: AnyList
  columns: readonly Column<Row>[]
  kept: KeptColumns
}) {
  const { t } = useTranslation('admin')
  const [naming, setNaming] = useState(false)
  const kept = useQuery(ask(adminApi.savedViews.list)).data?.views ?? []
  const own = kept.filter((view) => view.section === section)
  const now = stateOf(list)
  const chosen = own.find(({ id }) => id === list.state.view)
  const fixed = fixedViews[section]
  const isNow = (filters: ViewState['filters']) =>
    !chosen && isSame({ filters, hidden: [] }, { ...now, hidden: [] })
  const isKept = chosen
    ? isSame(chosen, now)
    : fixed.some(({ filters }) => isSame({ filters, hidden: [] }, now))

  return (
    <nav
      aria-label={t('views.label')}
      className="flex items-end gap-x-1 border-b border-line max-md:-my-1"
    >
      <div className="flex min-w-0 flex-1 items-end overflow-x-auto overflow-y-hidden">
        {fixed.map(({ name, filters }, place) => (
          <Tab
            key={name}
            to={addressOf({ filters, hidden: [] })}
            chosen={isNow(filters)}
            count={counts[place]}
          >
            {t(name)}
          </Tab>
        ))}

        {own.map((view) => (
          <Tab key={view.id} to={addressOf(view, view.id)} chosen={view === chosen}>
            {view.name}
          </Tab>
        ))}
      </div>

      {chosen ? <ViewMenu view={chosen} now={now} list={list} /> : null}

      {isKept ? null : (
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

      <ColumnsMenu columns={columns} kept={keptColumns} />

      {naming ? (
        <SaveView
          section={section}
          now={{ ...now, hidden: keptColumns.hidden }}
          onSaved={(view) => list.set({ view })}
          onClose={() => setNaming(false)}
        />
      ) : null}
    </nav>
  )
}
