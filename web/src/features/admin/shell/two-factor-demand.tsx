import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ownApi } from 'virtual:own-api'

import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states.tsx'

/**
 * Replaces the section by a setup link when the shop requires a second factor and the user has
 * none. The server also refuses the calls of such a user.
 */
export function TwoFactorDemand({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(ask(ownApi.accounts.twoFactor))
  if (!data?.required || data.enabled) return children

  return (
    <EmptyState
      icon={<ShieldCheck />}
      title={t('steps.demandTitle')}
      text={t('steps.demandText')}
      action={
        <Link to={`${paths.settings}?tab=security`} className={buttonClass('primary')}>
          {t('steps.demandAct')}
        </Link>
      }
    />
  )
}
