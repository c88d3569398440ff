import { useQuery } from '@tanstack/react-query'
import { PackageCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { WaitingCount } from '../components/waiting-count.tsx'

/**
 * Link to the deliveries with the number of waiting units; without the number when it fails to
 * load.
 */
export function DeliveriesLink() {
  const { t } = useTranslation('admin')
  const { data } = useQuery(ask(adminApi.deliveries.list, { query: { limit: 1 } }))
  const waitingUnits = data
    ? data.counts.stock + data.counts.keyauth + data.counts.manual + data.counts.held
    : 0

  return (
    <Link to={paths.adminSection('deliveries')} className={buttonClass('plain', 'sm')}>
      <PackageCheck size={15} aria-hidden className="max-sm:hidden" />
      {t('shell.section.deliveries')}
      <WaitingCount count={data && waitingUnits} />
    </Link>
  )
}
