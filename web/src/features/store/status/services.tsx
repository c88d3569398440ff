import { statusDaysShown } from '@chaveiro/contracts/service-states'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { Table } from '../../../ui/table.tsx'
import { DayBars, LegendMark } from './day-bars.tsx'
import { daysBefore } from './day-words.ts'
import { Incidents } from './incidents.tsx'
import { serviceHistory, type Part, type ServiceHistory } from './service-history.ts'
import { useWide } from './use-wide.ts'

/** Days that fit on a phone. */
const phoneDays = 30

const stateTones: Record<Part['state'], Tone> = {
  up: 'good',
  degraded: 'wait',
  down: 'bad',
  paused: 'muted',
  unknown: 'muted',
}

const formatPercent = (share: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    maximumFractionDigits: 2,
  }).format(share / 100)

/** Availability in percent; null while nothing was measured. */
function Availability({ share }: { share: number | null }) {
  const { t } = useTranslation('status')
  if (share === null) return <span className="text-muted">{t('services.noShare')}</span>

  return formatPercent(share)
}

/** One row per service: state, days, availability. */
function ServiceTable({ history }: { history: ServiceHistory }) {
  const { t } = useTranslation('status')
  const shownDays = useWide() ? statusDaysShown : phoneDays

  return (
    <div className={tableClass}>
      <Table
        caption={t('services.title')}
        rows={history.parts}
        rowKey={(row) => row.part}
        columns={[
          {
            key: 'part',
            phone: 'title',
            head: t('services.column.part'),
            cell: (row) => t(`part.${row.part}`),
          },
          {
            key: 'state',
            phone: 'side',
            head: t('services.column.state'),
            cell: (row) => <Badge tone={stateTones[row.state]}>{t(`state.${row.state}`)}</Badge>,
          },
          {
            key: 'days',
            head: t('services.column.days', { count: shownDays }),
            cell: (row) => (
              <DayBars
                name={t(`part.${row.part}`)}
                minutes={row.days.slice(-shownDays)}
                today={history.today}
              />
            ),
          },
          {
            key: 'share',
            head: t('services.column.share'),
            end: true,
            cell: (row) => <Availability share={row.availability} />,
          },
        ]}
      />

      <StateLegend />
    </div>
  )
}

const tableClass =
  'overflow-hidden rounded-lg bg-surface sm:[&_table]:table-fixed sm:[&_td]:align-top ' +
  'sm:[&_th]:w-1/6 sm:[&_th:nth-child(3)]:w-1/2'

function StateLegend() {
  const { t } = useTranslation('status')
  return (
    <ul
      aria-label={t('services.legend')}
      className="flex flex-wrap gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-xs text-muted"
    >
      {(['up', 'degraded', 'down', 'paused', 'unknown'] as const).map((kind) => (
        <li key={kind} className="flex items-center gap-2">
          <LegendMark kind={kind} />
          {t(`state.${kind}`)}
        </li>
      ))}
    </ul>
  )
}

function ServiceOverview({ history }: { history: ServiceHistory }) {
  const { t } = useTranslation('status')
  const { today, since } = history
  const isYoung = since !== null && since > daysBefore(today, statusDaysShown - 1)

  return (
    <>
      <header className="mt-4 grid gap-1">
        <h2 className="text-lg font-semibold">{t('services.title')}</h2>

        <p className="text-sm text-muted">
          {t('services.text')}{' '}
          {isYoung &&
            t('services.since', { day: date(`${since}T12:00:00Z`, 'day', undefined, 'UTC') })}
        </p>
      </header>

      {history.parts.length > 0 && <ServiceTable history={history} />}
      {history.parts.length === 0 && (
        <p className="rounded-lg bg-surface px-4 py-6 text-muted">{t('services.first')}</p>
      )}

      <Incidents history={history} />
    </>
  )
}

/** State of the services and past incidents (P197). */
export function Services() {
  const { t } = useTranslation(['status', 'common'])
  const historyQuery = useQuery(serviceHistory)
  if (historyQuery.data) return <ServiceOverview history={historyQuery.data} />

  if (historyQuery.isError)
    return (
      <ErrorState
        text={t('services.error')}
        retry={t('common:action.retry')}
        onRetry={() => void historyQuery.refetch()}
      />
    )

  return <Skeleton className="h-96 rounded-lg" />
}
