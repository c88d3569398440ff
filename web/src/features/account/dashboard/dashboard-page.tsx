import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, Package, Receipt, Settings } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { number, reais } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { OwnSessions } from '../settings/own-sessions.tsx'
import { Figure, FigureLine } from '../shared/figure-line.tsx'
import { Arriving, EndingSoon, LatestKeys } from './latest.tsx'
import { LicencesDialog } from './licences-dialog.tsx'
import { OpenPayment } from './open-payment.tsx'
import { PaymentsDialog } from './payments-dialog.tsx'

type DashboardData = Reply<Api['accounts']['dashboard']>['data']

/** Totals of purchases; two of the figures open their list. */
function OwnFigures({
  dashboard,
  onOpen,
}: {
  dashboard: DashboardData['dashboard']
  onOpen(list: 'licences' | 'payments'): void
}) {
  const { t } = useTranslation('account')
  return (
    <FigureLine>
      <Figure label={t('dashboard.orders')} value={number(dashboard.totalOrders)} />
      <Figure
        label={t('dashboard.activeLicences')}
        value={number(dashboard.activeLicenses)}
        onClick={() => onOpen('licences')}
      />
      <Figure
        label={t('dashboard.spent')}
        value={reais(dashboard.totalPayments)}
        onClick={() => onOpen('payments')}
      />
    </FigureLine>
  )
}

/** Links to the other account pages. */
function AccountLinks() {
  const { t } = useTranslation('account')

  const accountLinks = [
    {
      to: paths.myProducts,
      icon: <Package aria-hidden />,
      title: t('products.title'),
      text: t('dashboard.toProducts'),
    },
    {
      to: paths.orders,
      icon: <Receipt aria-hidden />,
      title: t('orders.title'),
      text: t('dashboard.toOrders'),
    },
    {
      to: paths.support,
      icon: <LifeBuoy aria-hidden />,
      title: t('support.title'),
      text: t('dashboard.toSupport'),
    },
    {
      to: paths.settings,
      icon: <Settings aria-hidden />,
      title: t('settings.title'),
      text: t('dashboard.toSettings'),
    },
  ]

  return (
    <ul className={accountLinksClass}>
      {accountLinks.map((way) => (
        <li key={way.to}>
          <Link to={way.to} className={accountLinkClass}>
            <span className="self-center text-muted max-sm:row-span-2 sm:self-start">
              {way.icon}
            </span>
            <span className="font-semibold">{way.title}</span>
            <span className="text-sm text-muted">{way.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

// On a phone the links are rows with lines, else areas side by side.
const accountLinksClass =
  'grid max-sm:divide-y max-sm:divide-line max-sm:border-y max-sm:border-line ' +
  'sm:grid-cols-2 sm:gap-4 lg:grid-cols-4'

const accountLinkClass =
  'grid h-full gap-x-4 transition-colors hover:bg-raised ' +
  'max-sm:min-h-18 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:content-center max-sm:py-2 ' +
  'sm:content-start sm:gap-y-2 sm:rounded-lg sm:bg-surface sm:p-5'

/** The customer's mail address refused mails, so this notice is the only way to tell them (F221). */
function MailRefused({ email }: { email: string }) {
  const { t } = useTranslation('account')
  return (
    <Notice tone="bad">
      {t('dashboard.mailRefused', { email })}{' '}
      <Link to={paths.settings} className="link">
        {t('dashboard.mailRefusedAct')}
      </Link>
    </Notice>
  )
}

/**
 * Dashboard: welcome, open payment, what is arriving, newest keys, licences ending soon, figures with their two
 * dialogs (Q93), links, sessions.
 */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const dashboardQuery = useQuery(ask(api.accounts.dashboard))
  const { isError, data, refetch } = dashboardQuery
  const [openDialog, setOpenDialog] = useState<'licences' | 'payments' | null>(null)
  useTitle(t('dashboard.title'))
  const loadedDashboard = isError ? undefined : data?.data
  const closeDialog = () => setOpenDialog(null)

  return (
    <div className="page grid gap-8 py-10 lg:pt-6">
      <header className="grid items-center gap-6 lg:min-h-18 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <h1 className="text-xl font-bold tracking-tight">
          {loadedDashboard
            ? t('dashboard.welcome', { name: loadedDashboard.user.name })
            : t('dashboard.title')}
        </h1>
        {loadedDashboard && <OpenPayment />}
      </header>

      <QueryResult
        answer={{ isError, data, refetch }}
        failed={t('dashboard.errorLoad')}
        retry={t('common:action.retry')}
        waiting={
          <Skeletons
            count={5}
            label={t('common:state.loading')}
            className="grid gap-px"
            each="h-18"
          />
        }
      >
        {({ data: { dashboard, user } }) => (
          <>
            {dashboard.mailRefusedSince && <MailRefused email={user.email} />}
            <Arriving licences={dashboard.recentLicenses} />
            <LatestKeys licences={dashboard.recentLicenses} />
            <EndingSoon licences={dashboard.endingSoon} />
            <OwnFigures dashboard={dashboard} onOpen={setOpenDialog} />
            <AccountLinks />
            <OwnSessions />

            <LicencesDialog
              open={openDialog === 'licences'}
              onClose={closeDialog}
              licences={dashboard.recentLicenses}
            />

            <PaymentsDialog
              open={openDialog === 'payments'}
              onClose={closeDialog}
              payments={dashboard.recentPayments}
            />
          </>
        )}
      </QueryResult>
    </div>
  )
}
