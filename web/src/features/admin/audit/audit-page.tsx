import type { AdminApi } from '@chaveiro/contracts/admin'
import { trailWords } from '@chaveiro/contracts/admin/trail-words'
import { inLanguage } from '@chaveiro/contracts/localized'
import { Filter, ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ApiError } from '../../../api/http.ts'
import type { Reply } from '../../../api/http.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Column } from '../components/columns.ts'
import { ExportButton } from '../components/export-button.tsx'
import { DateFilter, InputFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { useList } from '../components/use-list.ts'
import { FoldedDetails, StoryMoment } from '../shared/audit-entry.tsx'
import { AuditTarget } from '../shared/audit-target.tsx'
import { useStoryWords } from '../shared/story-words.ts'

type Entry = Reply<AdminApi['audit']['list']>['logs'][number]
type Filters = { actionName: string; userName: string; startDate: string; endDate: string }

const noFilters: Filters = { actionName: '', userName: '', startDate: '', endDate: '' }

/** Every action of the audit log with its text, in alphabetical order. */
const auditActions = (): (readonly [action: string, words: string])[] =>
  Object.entries(trailWords)
    .map(([action, words]) => [action, inLanguage(currentLanguage(), words)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, currentLanguage()))

/** Four filters behind a toggle; they apply when the search is submitted (B102). */
function FilterPanel({ value, onSearch }: { value: Filters; onSearch(filters: Filters): void }) {
  const { t } = useTranslation('admin')
  const actionOptions = useMemo(auditActions, [])
  const { register, handleSubmit, reset } = useForm<Filters>({ defaultValues: value })

  return (
    <form
      id="audit-filters"
      role="search"
      className="flex w-full flex-wrap items-center gap-3 rounded-lg bg-surface p-3"
      onSubmit={(event) => void handleSubmit(onSearch)(event)}
    >
      <Select
        aria-label={t('audit.action')}
        className="h-9 max-w-full text-sm"
        {...register('actionName')}
      >
        <option value="">{t('audit.anyAction')}</option>

        {actionOptions.map(([action, words]) => (
          <option key={action} value={action}>
            {words}
          </option>
        ))}
      </Select>

      <InputFilter label={t('audit.userName')} maxLength={100} {...register('userName')} />
      <DateFilter label={t('audit.startDate')} {...register('startDate')} />
      <DateFilter label={t('audit.endDate')} {...register('endDate')} />

      <div className="ml-auto flex gap-2">
        <Button
          size="sm"
          look="ghost"
          onClick={() => {
            reset(noFilters)
            onSearch(noFilters)
          }}
        >
          {t('audit.clear')}
        </Button>

        <Button size="sm" type="submit" look="primary">
          {t('kit.search')}
        </Button>
      </div>
    </form>
  )
}

function useColumns(): Column<Entry>[] {
  const { t } = useTranslation('admin')
  const { happened } = useStoryWords()

  return [
    {
      key: 'action',
      head: t('audit.action'),
      lead: true,
      cell: (row) => happened(row.action),
    },
    {
      key: 'target',
      head: t('audit.target'),
      cell: (row) => (row.target ? <AuditTarget target={row.target} /> : '-'),
    },
    {
      key: 'user',
      head: t('audit.user'),
      cell: (row) => row.performedBy?.name ?? t('audit.system'),
    },
    {
      key: 'details',
      head: t('audit.details'),
      cell: (row) => <FoldedDetails details={row.details} />,
    },
    {
      key: 'date',
      head: t('audit.date'),
      sort: ['createdAt', '-createdAt'],
      cell: (row) => <StoryMoment at={row.createdAt} />,
    },
    {
      key: 'ip',
      head: t('audit.ip'),
      cell: (row) => (
        <span className="inline-block min-w-[8ch] font-mono text-xs wrap-anywhere xl:min-w-[15ch]">
          {row.ip ?? '-'}
        </span>
      ),
    },
  ]
}

/** The read-only audit log. */
export function Page() {
  const { t } = useTranslation('admin')

  const auditList = useList(adminApi.audit.list, {
    filters: noFilters,
    rows: (answer) => answer.logs,
    total: (answer) => answer.pagination.total,
  })

  const [open, setOpen] = useState(auditList.filtered)
  const { happened } = useStoryWords()
  const auditColumns = useColumns()
  const { actionName, userName, startDate, endDate } = auditList.state
  const serverReason = auditList.error instanceof ApiError ? auditList.error.message : ''

  return (
    <ListPage
      title={t('audit.title')}
      text={t('audit.text')}
      list={auditList}
      rowKey={(row) => row._id}
      rowName={(row) => happened(row.action)}
      failed={serverReason || t('audit.errorLoad')}
      actions={
        <>
          <ExportButton route={adminApi.audit.export} query={auditList.query} />

          <Button
            size="sm"
            aria-expanded={open}
            aria-controls="audit-filters"
            icon={<Filter size={15} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {t('audit.filters')}
          </Button>
        </>
      }
      foldsItself
      filters={
        open && (
          <FilterPanel
            value={{ actionName, userName, startDate, endDate }}
            onSearch={(filters) => auditList.set(filters)}
          />
        )
      }
      columns={auditColumns}
      empty={{ title: t('audit.empty'), text: t('audit.emptyText'), icon: <ScrollText /> }}
    />
  )
}
