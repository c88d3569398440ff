import { useQuery } from '@tanstack/react-query'
import { MessageSquareQuote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { WaitingCount } from '../components/waiting-count.tsx'

/**
 * Link to the reviews with the number of pending ones; without the number when it fails to load.
 */
export function ReviewsLink() {
  const { t } = useTranslation('admin')
  const { data } = useQuery(ask(adminApi.reviews.list, { query: { limit: 1 } }))

  return (
    <Link to={paths.adminSection('reviews')} className={buttonClass('plain', 'sm')}>
      <MessageSquareQuote size={15} aria-hidden className="max-sm:hidden" />
      {t('shell.section.reviews')}
      <WaitingCount count={data?.waiting} />
    </Link>
  )
}
