import type { AdminApi } from '@chaveiro/contracts/admin'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import type { Reply } from '../../../api/http.ts'
import { paths } from '../../../routing/paths.ts'
import { detailPath } from '../components/detail-page.tsx'

type Target = NonNullable<Reply<AdminApi['audit']['list']>['logs'][number]['target']>

/** Pages of audited things by type; things of other types have only a name. */
const targetPaths: Record<string, (target: Target) => string> = {
  user: ({ id }) => detailPath('users', id),
  order: ({ id }) => detailPath('orders', id),
  payment: ({ id }) => detailPath('transactions', id),
  licence: ({ id }) => detailPath('licenses', id),
  product: ({ id }) => paths.adminSection('products', { pageOf: id, part: 'general' }),
  category: () => paths.adminSection('categories'),
  coupon: ({ name: targetName }) => paths.adminSection('cupons', { search: targetName ?? '' }),
  ticket: ({ name: targetName }) =>
    paths.adminSection('tickets', { view: 'inbox', ticket: targetName ?? '' }),
}

/** Name of an audited thing with a link to it. */
export function AuditTarget({ target }: { target: Target | null | undefined }) {
  const { t } = useTranslation('admin')
  if (!target) return null

  const targetPath = target.name === null ? undefined : targetPaths[target.type]?.(target)
  const targetName = target.name ?? (target.id.length > 20 ? t('audit.gone') : target.id)

  if (targetPath)
    return (
      <Link
        to={targetPath}
        className="inline-block min-h-6 py-0.5 align-middle wrap-anywhere underline decoration-1 underline-offset-4"
      >
        {targetName}
      </Link>
    )

  return <span className="text-muted">{targetName}</span>
}
