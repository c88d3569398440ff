import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'

/** Layout of an account page: back link (to the dashboard by default), title, content. */
export function AccountSection({
  title,
  back,
  children,
}: {
  title: string
  back?: { to: string; label: string }
  children: ReactNode
}) {
  const { t } = useTranslation('account')
  useTitle(title)

  return (
    <div className="page grid gap-6 py-10">
      <header className="grid gap-2">
        <Link
          to={back?.to ?? paths.dashboard}
          className="flex min-h-6 items-center gap-2 justify-self-start text-sm text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden size={16} />
          {back?.label ?? t('backToDashboard')}
        </Link>

        <h1 className="text-xl font-bold tracking-tight">{title}</h1>
      </header>

      {children}
    </div>
  )
}
