import type { Api } from '@chaveiro/contracts'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, KeyRound, LifeBuoy, Package, Receipt, Settings } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { ask } from '../../../api/queries.ts'
import { number, reais } from '../../../i18n/format.ts'
import { lazyPart } from '../../../routing/code.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Notice } from '../../../ui/badge.tsx'
import { Figures, StatCard } from '../../../ui/card.tsx'
import { Skeletons } from '../../../ui/states.tsx'
import { EndingSoon, LatestKeys } from './latest.tsx'
import { LicencesDialog } from './licences-dialog.tsx'
import { OpenPayment, useOpenPayment } from './open-payment.tsx'
import { PaymentsDialog } from './payments-dialog.tsx'

const OwnSessions = lazyPart(() =>
  import('../settings/own-sessions.tsx').then((module) => module.OwnSessions),
)

type Dashboard = Reply<Api['accounts']['dashboard']>['data']

/** What was bought and paid so far; two of the figures open their list. */
function OwnFigures({
  dashboard,
  onOpen,
}: {
  dashboard: Dashboard['dashboard']
  onOpen(list: 'licences' | 'payments'): void
}) {
  const { t } = useTranslation('account')
  return (
    <Figures>
      <StatCard
        label={t('dashboard.orders')}
        value={number(dashboard.totalOrders)}
        icon={<Receipt aria-hidden size={18} />}
      />

      <StatCard
        label={t('dashboard.activeLicences')}
        value={number(dashboard.activeLicenses)}
        icon={<KeyRound aria-hidden size={18} />}
        onClick={() => onOpen('licences')}
      />

      <StatCard
        label={t('dashboard.spent')}
        value={reais(dashboard.totalPayments)}
        icon={<CreditCard aria-hidden size={18} />}
        onClick={() => onOpen('payments')}
      />
    </Figures>
  )
}

/** The ways on: own products, own orders, support, settings. */
function Ways() {
  const { t } = useTranslation('account')

  const ways = [
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
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {ways.map((way) => (
        <li key={way.to}>
          <Link
            to={way.to}
            className="grid h-full content-start gap-2 rounded-lg border border-line bg-surface p-5 transition-colors hover:bg-raised"
          >
            <span className="text-accent">{way.icon}</span>
            <span className="font-semibold">{way.title}</span>
            <span className="text-sm text-muted">{way.text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Receipts and keys by mail reach nobody: the person learns it here, since by mail they cannot (F221). */
function MailRefused({ email }: { email: string }) {
  const { t } = useTranslation('account')
  return (
    <Notice tone="bad">
      {t('dashboard.mailRefused', { email })}{' '}
      <Link to={paths.settings} className="font-semibold underline">
        {t('dashboard.mailRefusedAct')}
      </Link>
    </Notice>
  )
}

/**
 * Welcome, what waits to be paid, the newest keys and what ends soon, the figures with the two
 * modals that they open (Q93), the ways on, and where the account is logged in.
 */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const figures = useQuery(ask(api.accounts.dashboard))
  // What waits to be paid stands above the rest: coming later, it would push all of it down.
  const { isPending, failureCount } = useOpenPayment()
  const { isError, refetch } = figures
  const data = isPending && failureCount === 0 ? undefined : figures.data
  const [open, setOpen] = useState<'licences' | 'payments' | null>(null)
  useTitle(t('dashboard.title'))
  const given = isError ? undefined : figures.data?.data
  const close = () => setOpen(null)

  return (
    <div className="page grid gap-8 py-10">
      <h1 className="text-xl font-bold tracking-tight">
        {given ? t('dashboard.welcome', { name: given.user.name }) : t('dashboard.title')}
      </h1>

      <QueryResult
        answer={{ isError, data, refetch }}
        failed={t('dashboard.errorLoad')}
        retry={t('common:action.retry')}
        waiting={
          <Skeletons
            count={6}
            label={t('common:state.loading')}
            className="grid gap-4 sm:grid-cols-3"
            each="h-28 rounded-lg"
          />
        }
      >
        {({ data: { dashboard, user } }) => (
          <>
            {dashboard.mailRefusedSince && <MailRefused email={user.email} />}
            <OpenPayment />
            <LatestKeys licences={dashboard.recentLicenses} />
            <EndingSoon licences={dashboard.endingSoon} />
            <OwnFigures dashboard={dashboard} onOpen={setOpen} />
            <Ways />
            <Suspense fallback={null}>
              <OwnSessions />
            </Suspense>

            <LicencesDialog
              open={open === 'licences'}
              onClose={close}
              licences={dashboard.recentLicenses}
            />

            <PaymentsDialog
              open={open === 'payments'}
              onClose={close}
              payments={dashboard.recentPayments}
            />
          </>
        )}
      </QueryResult>
    </div>
  )
}
