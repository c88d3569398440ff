import type { AdminApi } from '@chaveiro/contracts/admin'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { paths } from '../../../routing/paths.ts'
import { detailPath } from '../components/detail-page.tsx'

type Target = NonNullable<Reply<AdminApi['audit']['list']>['logs'][number]['target']>

/** Where staff look at a thing that the trail is about; what has no place is only named. */
const places: Record<string, (target: Target) => string> = {
  user: ({ id }) => detailPath('users', id),
  order: ({ id }) => detailPath('orders', id),
  payment: ({ id }) => detailPath('transactions', id),
  licence: ({ id }) => detailPath('licenses', id),
  product: ({ id }) => paths.adminSection('products', { pageOf: id, part: 'general' }),
  category: () => paths.adminSection('categories'),
  coupon: ({ name }) => paths.adminSection('cupons', { search: name ?? '' }),
  ticket: ({ name }) => paths.adminSection('tickets', { view: 'inbox', ticket: name ?? '' }),
}

/** The thing that a line of the trail is about, by its name, with the way to it. */
export function AuditTarget({ target }: { target: Target | null | undefined }) {
  const { t } = useTranslation('admin')
  if (!target) return null

  const to = target.name === null ? undefined : places[target.type]?.(target)
  const name = target.name ?? (target.id.length > 20 ? t('audit.gone') : target.id)

  if (to)
    return (
      <Link
        to={to}
        className="inline-block min-h-6 wrap-anywhere underline decoration-1 underline-offset-4"
      >
        {name}
      </Link>
    )

  return <span className="text-muted">{name}</span>
}
