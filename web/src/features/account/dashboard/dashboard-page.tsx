import { useQuery } from '@tanstack/react-query'
import { CreditCard, KeyRound, Package, Receipt, Settings } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { number, reais } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { StatCard } from '../../../ui/card.tsx'
import { ErrorState, Skeletons } from '../../../ui/states.tsx'
import { LicencesDialog } from './licences-dialog.tsx'
import { PaymentsDialog } from './payments-dialog.tsx'

/** Welcome, figures, the two modals that the figures open (Q93), and the ways on. */
export function Page() {
  const { t } = useTranslation(['account', 'common'])
  const answer = useQuery(ask(api.accounts.dashboard))
  const [open, setOpen] = useState<'licences' | 'payments' | null>(null)
  useTitle(t('dashboard.title'))
  if (answer.isError)
    return (
      <div className="page grid gap-8 py-10">
        <h1 className="text-xl font-bold tracking-tight">{t('dashboard.title')}</h1>
        <ErrorState
          text={t('dashboard.errorLoad')}
          retry={t('common:action.retry')}
          onRetry={() => void answer.refetch()}
        />
      </div>
    )
  if (!answer.data)
    return (
      <div className="page grid gap-8 py-10">
        <h1 className="text-xl font-bold tracking-tight">{t('dashboard.title')}</h1>
        <Skeletons
          count={6}
          label={t('common:state.loading')}
          className="grid gap-4 sm:grid-cols-3"
          each="h-28 rounded-lg"
        />
      </div>
    )
  const { user, dashboard } = answer.data.data
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
      to: paths.settings,
      icon: <Settings aria-hidden />,
      title: t('settings.title'),
      text: t('dashboard.toSettings'),
    },
  ]
  return (
    <div className="page grid gap-8 py-10">
      <h1 className="text-xl font-bold tracking-tight">
        {t('dashboard.welcome', { name: user.name })}
      </h1>
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard
          label={t('dashboard.orders')}
          value={number(dashboard.totalOrders)}
          icon={<Receipt aria-hidden size={18} />}
        />
        <StatCard
          label={t('dashboard.activeLicences')}
          value={number(dashboard.activeLicenses)}
          icon={<KeyRound aria-hidden size={18} />}
          onClick={() => setOpen('licences')}
        />
        <StatCard
          label={t('dashboard.spent')}
          value={reais(dashboard.totalPayments)}
          icon={<CreditCard aria-hidden size={18} />}
          onClick={() => setOpen('payments')}
        />
      </div>
      <ul className="grid gap-4 sm:grid-cols-3">
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
      <LicencesDialog
        open={open === 'licences'}
        onClose={() => setOpen(null)}
        licences={dashboard.recentLicenses}
      />
      <PaymentsDialog
        open={open === 'payments'}
        onClose={() => setOpen(null)}
        payments={dashboard.recentPayments}
      />
    </div>
  )
}
