import { timings } from '@chaveiro/contracts/limits'
import { useQuery } from '@tanstack/react-query'
import { Activity, Clock, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'

import { api, ApiError } from '../../../api/call.ts'
import { ask, whileWatched } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { buttonClass } from '../../../ui/button.tsx'

function Block({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid content-start gap-2 rounded-lg border border-line bg-surface p-5"
    >
      <span aria-hidden className="text-warm">
        {icon}
      </span>
      <h2 className="font-semibold">{title}</h2>
      <p className="text-sm whitespace-pre-line text-muted">{children}</p>
    </section>
  )
}

/** Where the visitor was when the shop closed; the front for one who opened this page. */
function useBack(): string {
  const { state } = useLocation()
  const from = (state as { from?: unknown } | null)?.from
  // The history's state is not ours alone to write: an address elsewhere leads nowhere.
  if (typeof from !== 'string') return paths.home

  const here = `${window.location.origin}/`
  const path = from.startsWith(here) ? from.slice(here.length - 1) : ''

  return path && !path.startsWith(paths.maintenance) ? path : paths.home
}

/**
 * The shop is closed for a moment: three blocks, the message of the refusal, and a look every 30 s
 * whether it is open again (Q97), which then leads back.
 */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const back = useBack()

  const look = useQuery({
    ...ask(api.catalogue.categories, {}, whileWatched(timings.maintenanceRetry)),
    retry: false,
  })

  const closed =
    look.error instanceof ApiError && look.error.status === 503 ? look.error.message : ''
  useTitle(t('maintenance.title'), t('common:head.maintenance'))
  // Opened by hand while nothing is wrong, the page stays; only a closed shop that opens again
  // leads people back to where they were.
  const opened = look.isSuccess && look.dataUpdatedAt > 0 && look.errorUpdateCount > 0
  if (opened) return <Navigate to={back} replace />

  return (
    <div className="page grid flex-1 content-center gap-8 py-16">
      <h1 className="text-xl font-bold tracking-tight">{t('maintenance.title')}</h1>

      <div className="grid gap-4 sm:grid-cols-3">
        <Block icon={<Wrench />} title={t('maintenance.workTitle')}>
          {t('maintenance.workText')}
        </Block>
        <Block icon={<Clock />} title={t('maintenance.timeTitle')}>
          {t('maintenance.timeText')}
        </Block>
        <Block icon={<Activity />} title={t('maintenance.statusTitle')}>
          {closed || t('maintenance.statusText')}
        </Block>
      </div>

      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={paths.home} className={buttonClass('plain')}>
          {t('maintenance.home')}
        </Link>
        <Link to={paths.login} className="py-2 text-sm font-medium underline">
          {t('maintenance.login')}
        </Link>
      </div>
    </div>
  )
}
