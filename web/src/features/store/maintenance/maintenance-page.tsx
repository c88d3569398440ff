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
import { KeyShape } from '../../../ui/key-shape.tsx'

function InfoBlock({
  icon,
  title,
  children,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="grid content-start gap-2 border-t border-line pt-5">
      <span aria-hidden className="text-muted">
        {icon}
      </span>
      <h2 className="font-semibold">{title}</h2>
      <p className="text-sm whitespace-pre-line text-muted">{children}</p>
    </section>
  )
}

/** The page the visitor was on when the shop closed; home if this page was opened directly. */
function useReturnPath(): string {
  const { state } = useLocation()
  const returnAddress = (state as { from?: unknown } | null)?.from
  // Any code can write the history state, so URLs of other sites are ignored.
  if (typeof returnAddress !== 'string') return paths.home

  const shopOrigin = `${window.location.origin}/`
  const returnPath = returnAddress.startsWith(shopOrigin)
    ? returnAddress.slice(shopOrigin.length - 1)
    : ''

  if (returnPath && !returnPath.startsWith(paths.maintenance)) return returnPath

  return paths.home
}

/**
 * Maintenance page with the message of the shop's 503 reply. The page checks every 30 s whether the
 * shop is open, and then returns to the previous page (Q97).
 */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const returnTarget = useReturnPath()

  const openCheck = useQuery({
    ...ask(api.catalogue.categories, {}, whileWatched(timings.maintenanceRetry)),
    retry: false,
  })

  const closedMessage =
    openCheck.error instanceof ApiError && openCheck.error.status === 503
      ? openCheck.error.message
      : ''
  useTitle(t('maintenance.title'), t('common:head.maintenance'))
  // If this page was opened directly while the shop is open, it stays; only a shop that reopens
  // redirects.
  const hasReopened =
    openCheck.isSuccess && openCheck.dataUpdatedAt > 0 && openCheck.errorUpdateCount > 0
  if (hasReopened) return <Navigate to={returnTarget} replace />

  return (
    <div className="page grid flex-1 content-center gap-8 py-16">
      <KeyShape id={null} className="max-w-md" />
      <h1 className="display text-[2.75rem] leading-[0.95] sm:text-[4rem]">
        {t('maintenance.title')}
      </h1>

      <div className="grid gap-6 sm:grid-cols-3">
        <InfoBlock icon={<Wrench />} title={t('maintenance.workTitle')}>
          {t('maintenance.workText')}
        </InfoBlock>
        <InfoBlock icon={<Clock />} title={t('maintenance.timeTitle')}>
          {t('maintenance.timeText')}
        </InfoBlock>
        <InfoBlock icon={<Activity />} title={t('maintenance.statusTitle')}>
          {closedMessage || t('maintenance.statusText')}
        </InfoBlock>
      </div>

      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link to={paths.home} className={buttonClass('plain')}>
          {t('maintenance.home')}
        </Link>
        <Link to={paths.login} className="py-2 text-sm font-medium link">
          {t('maintenance.login')}
        </Link>
      </div>
    </div>
  )
}
