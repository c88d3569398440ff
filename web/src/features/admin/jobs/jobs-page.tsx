import type { AdminApi } from '@chaveiro/contracts/admin'
import { jobStates } from '@chaveiro/contracts/states'
import { ListChecks, RotateCw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { number } from '../../../i18n/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { confirm } from '../components/confirm.tsx'
import { SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useChange } from '../components/use-change.ts'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'

type Job = Reply<AdminApi['jobs']['list']>['jobs'][number]

const statusTones: Record<Job['state'], Tone> = {
  waiting: 'muted',
  retrying: 'wait',
  running: 'info',
  dead: 'bad',
}

function JobError({ text }: { text: string | null }) {
  if (!text) return '-'

  return (
    <pre
      className="max-h-24 max-w-[52ch] overflow-auto rounded-sm bg-raised px-2 py-1 text-left font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      tabIndex={0}
    >
      {text}
    </pre>
  )
}

function useColumns() {
  const { t } = useTranslation('admin')
  return [
    {
      key: 'name',
      head: t('jobs.name'),
      lead: true,
      cell: (row: Job) => (
        <div className="grid gap-0.5">
          <span>{t(`jobs.kind.${row.name}`, { defaultValue: row.name })}</span>
          <span className="font-mono text-xs font-normal wrap-anywhere text-muted">
            {row.name} {Object.values(row.about).join(' ')}
          </span>
        </div>
      ),
    },
    {
      key: 'state',
      head: t('jobs.state'),
      cell: (row: Job) => <Badge tone={statusTones[row.state]}>{t(`jobs.is.${row.state}`)}</Badge>,
    },
    {
      key: 'attempts',
      head: t('jobs.attempts'),
      end: true,
      cell: (row: Job) => t('jobs.attemptsOf', { done: row.attempts, most: row.maxAttempts }),
    },
    {
      key: 'error',
      head: t('jobs.error'),
      cell: (row: Job) => <JobError text={row.error} />,
    },
    {
      key: 'runAt',
      head: t('jobs.runAt'),
      cell: (row: Job) => (
        <span className="whitespace-nowrap">
          {row.state === 'dead' ? t('jobs.never') : <When at={row.runAt} />}
        </span>
      ),
    },
  ]
}

/** Retry, and remove after a confirmation. A running job has no actions. */
function useRowActions(jobKindName: (row: Job) => string) {
  const { t } = useTranslation('admin')
  const jobChange = useChange(adminApi.jobs.list)

  const retryJob = (row: Job) =>
    jobChange.run(() => call(adminApi.jobs.retry, { params: { id: row.id } }), {
      failed: t('jobs.errorRetry'),
      done: t('jobs.retried'),
    })

  async function discardJob(row: Job): Promise<void> {
    if (
      !(await confirm({
        title: t('jobs.discardTitle', { name: jobKindName(row) }),
        text: t('jobs.discardText'),
        act: t('jobs.discard'),
      }))
    )
      return

    await jobChange.run(() => call(adminApi.jobs.discard, { params: { id: row.id } }), {
      failed: t('jobs.errorDiscard'),
      done: t('jobs.discarded'),
    })
  }

  return (row: Job): RowAction[] => {
    const refusalText = row.state === 'running' ? t('jobs.isRunning') : undefined
    return [
      {
        label: t('jobs.retry'),
        icon: <RotateCw aria-hidden />,
        refused: refusalText,
        run: () => void retryJob(row),
      },
      {
        label: t('jobs.discard'),
        icon: <Trash2 aria-hidden />,
        danger: true,
        refused: refusalText,
        run: () => void discardJob(row),
      },
    ]
  }
}

/** The job queue: waiting, retrying and failed jobs. */
export function Page() {
  const { t } = useTranslation('admin')
  const jobColumns = useColumns()

  const jobList = useList(adminApi.jobs.list, {
    filters: { state: '' },
    limit: 20,
    rows: (answer) => answer.jobs,
    total: (answer) => answer.total,
  })

  const jobKindName = (row: Job) => t(`jobs.kind.${row.name}`, { defaultValue: row.name })
  const rowActions = useRowActions(jobKindName)
  const statusCounts = jobList.answer?.counts

  return (
    <ListPage
      title={t('jobs.title')}
      text={t('jobs.text')}
      list={jobList}
      columns={jobColumns}
      rowKey={(row) => row.id}
      rowName={jobKindName}
      failed={t('jobs.errorLoad')}
      actions={
        <Button size="sm" icon={<RotateCw size={15} aria-hidden />} onClick={jobList.reload}>
          {t('kit.refresh')}
        </Button>
      }
      figures={
        <StatCards
          items={jobStates.map((state) => ({
            label: t(`jobs.count.${state}`),
            value: loadedFigure(statusCounts && number(statusCounts[state]), jobList.failed),
          }))}
        />
      }
      filters={
        <SelectFilter
          label={t('jobs.state')}
          value={jobList.state.state}
          onChange={(state) => jobList.set({ state })}
          options={[
            ['', t('kit.all')],
            ...jobStates.map((state) => [state, t(`jobs.is.${state}`)] as const),
          ]}
        />
      }
      rowActions={rowActions}
      empty={{ title: t('jobs.empty'), text: t('jobs.emptyText'), icon: <ListChecks /> }}
    />
  )
}
