import type { AdminApi } from '@chaveiro/contracts/admin'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Facts } from '../components/facts.tsx'
import { Loading } from '../components/loading.tsx'
import { Section } from '../components/section.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { AnnouncementsCard } from './announcements-card.tsx'
import { FiguresCards, useFigures } from './figures-cards.tsx'
import { formatBytes, formatUptime } from './figures.ts'
import { GeneralForm } from './general-form.tsx'
import { HealthNotice, useHealth } from './health-notice.tsx'
import { PixCard } from './pix-card.tsx'

type Stats = Reply<AdminApi['system']['stats']>

const freshEveryMs = 5_000

function formatPercent(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    maximumFractionDigits: 1,
  }).format(value / 100)
}

function ServerFacts({
  stats: systemStats,
  loading,
}: {
  stats: Stats | undefined
  loading: boolean
}) {
  const { t } = useTranslation('admin')
  const notAvailable = t('adminSystem.notAvailable')
  const valueOrNone = (value: string | undefined) => value || notAvailable

  if (loading)
    return (
      <Card>
        <h2 className="text-sm font-semibold text-muted">{t('adminSystem.server')}</h2>
        <Loading />
      </Card>
    )

  return (
    <Card>
      <Facts
        title={t('adminSystem.server')}
        items={[
          [t('adminSystem.os'), valueOrNone(systemStats?.os)],
          [t('adminSystem.arch'), valueOrNone(systemStats?.arch)],
          [t('adminSystem.cpuModel'), valueOrNone(systemStats?.cpuModel)],
          [
            t('adminSystem.totalMemory'),
            systemStats?.totalMemory
              ? formatBytes(systemStats.totalMemory, currentLanguage())
              : notAvailable,
          ],
          [t('adminSystem.hostname'), valueOrNone(systemStats?.hostname)],
        ]}
      />
    </Card>
  )
}

/** State of the server, and the two settings needed in an emergency. */
export function Page() {
  const { t } = useTranslation(['admin', 'common'])
  const systemQuery = useQuery(
    ask(adminApi.system.stats, {}, { refetchInterval: freshEveryMs, staleTime: 0 }),
  )
  useEffect(() => {
    if (systemQuery.error) console.error('system', systemQuery.error)
  }, [systemQuery.error])
  const isComplete = [useHealth(), useFigures()].every(
    ({ isPending, failureCount }) => !isPending || failureCount > 0,
  )
  const systemStats = systemQuery.data
  const isLoadFailed = systemQuery.isError && !systemStats
  const statText = (value: number | undefined) =>
    loadedFigure(value === undefined ? undefined : formatPercent(value), isLoadFailed)

  return (
    <Section
      title={t('adminSystem.title')}
      text={t('adminSystem.text')}
      actions={
        <Link to={paths.adminSection('jobs')} className={buttonClass('plain', 'sm')}>
          <ListChecks size={15} aria-hidden />
          {t('shell.section.jobs')}
        </Link>
      }
    >
      {!isComplete && <Loading />}
      {/* Shown together, since each alone would move the content below it. */}
      <div className={isComplete ? 'contents' : 'hidden'}>
        <HealthNotice />

        {isLoadFailed && (
          <ErrorState
            text={t('adminSystem.errorStats')}
            retry={t('common:action.retry')}
            onRetry={() => void systemQuery.refetch()}
          />
        )}

        <StatCards
          items={[
            { label: t('adminSystem.cpu'), value: statText(systemStats?.cpuUsage) },
            { label: t('adminSystem.memory'), value: statText(systemStats?.memoryUsage) },
            { label: t('adminSystem.disk'), value: statText(systemStats?.diskUsage) },
            {
              label: t('adminSystem.uptime'),
              value: loadedFigure(systemStats && formatUptime(systemStats.uptime), isLoadFailed),
            },
          ]}
        />

        <FiguresCards />
        <AnnouncementsCard />

        <div className="grid items-start gap-4 lg:grid-cols-2">
          <ServerFacts stats={systemStats} loading={systemQuery.isPending} />
          <GeneralForm />
          <PixCard />
        </div>
      </div>
    </Section>
  )
}
