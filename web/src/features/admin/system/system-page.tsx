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
import { bytes, uptime } from './figures.ts'
import { GeneralForm } from './general-form.tsx'
import { HealthNotice, useHealth } from './health-notice.tsx'
import { PixCard } from './pix-card.tsx'

type Stats = Reply<AdminApi['system']['stats']>

const freshEveryMs = 5_000

function percent(value: number): string {
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'percent',
    maximumFractionDigits: 1,
  }).format(value / 100)
}

function Server({ stats, loading }: { stats: Stats | undefined; loading: boolean }) {
  const { t } = useTranslation('admin')
  const none = t('adminSystem.notAvailable')
  const said = (value: string | undefined) => value || none

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
          [t('adminSystem.os'), said(stats?.os)],
          [t('adminSystem.arch'), said(stats?.arch)],
          [t('adminSystem.cpuModel'), said(stats?.cpuModel)],
          [
            t('adminSystem.totalMemory'),
            stats?.totalMemory ? bytes(stats.totalMemory, currentLanguage()) : none,
          ],
          [t('adminSystem.hostname'), said(stats?.hostname)],
        ]}
      />
    </Card>
  )
}

/** How the machine is doing, what it is, and the two settings that are needed in a hurry. */
export function Page() {
  const { t } = useTranslation(['admin', 'common'])
  const answer = useQuery(
    ask(adminApi.system.stats, {}, { refetchInterval: freshEveryMs, staleTime: 0 }),
  )
  useEffect(() => {
    if (answer.error) console.error('system', answer.error)
  }, [answer.error])
  const isComplete = [useHealth(), useFigures()].every(
    ({ isPending, failureCount }) => !isPending || failureCount > 0,
  )
  const stats = answer.data
  const failed = answer.isError && !stats
  const of = (value: number | undefined) =>
    loadedFigure(value === undefined ? undefined : percent(value), failed)

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
      {/* All at once: each alone would push what is below it. The rest asks meanwhile. */}
      <div className={isComplete ? 'contents' : 'hidden'}>
        <HealthNotice />

        {failed && (
          <ErrorState
            text={t('adminSystem.errorStats')}
            retry={t('common:action.retry')}
            onRetry={() => void answer.refetch()}
          />
        )}

        <StatCards
          items={[
            { label: t('adminSystem.cpu'), value: of(stats?.cpuUsage) },
            { label: t('adminSystem.memory'), value: of(stats?.memoryUsage) },
            { label: t('adminSystem.disk'), value: of(stats?.diskUsage) },
            {
              label: t('adminSystem.uptime'),
              value: loadedFigure(stats && uptime(stats.uptime), failed),
            },
          ]}
        />

        <FiguresCards />
        <AnnouncementsCard />

        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Server stats={stats} loading={answer.isPending} />
          <GeneralForm />
          <PixCard />
        </div>
      </div>
    </Section>
  )
}
