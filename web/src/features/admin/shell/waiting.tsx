import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, HandCoins, ListChecks, PackageCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { adminApi } from 'virtual:admin-api'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'

const lookAgainMs = 60_000

/** What waits for staff and for nobody else, as links that are there only while something does. */
export function Waiting() {
  const { t } = useTranslation('admin')
  const dead =
    useQuery(
      ask(
        adminApi.jobs.list,
        { query: { limit: 1, state: 'dead' } },
        { refetchInterval: lookAgainMs },
      ),
    ).data?.counts.dead ?? 0
  const units = useQuery(
    ask(adminApi.deliveries.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  ).data?.counts
  // What a provider makes comes by itself, unless it is held; staff hear of it through the job that gave up.
  const byHand = (units?.manual ?? 0) + (units?.stock ?? 0) + (units?.held ?? 0)
  const open = useQuery(
    ask(adminApi.desk.list, { query: { limit: 1 } }, { refetchInterval: lookAgainMs }),
  ).data
  const onDesk = (open?.open ?? 0) + (open?.unmatched ?? 0)
  const refused =
    useQuery(
      ask(
        adminApi.roles.list,
        { query: { limit: 1, state: 'failed' } },
        { refetchInterval: lookAgainMs },
      ),
    ).data?.counts.failed ?? 0
  if (dead + onDesk + byHand + refused === 0) return null
  const link =
    'flex min-h-8 items-center gap-2.5 rounded-sm border border-line px-2.5 hover:bg-raised max-lg:min-h-11'
  return (
    <ul aria-label={t('shell.attention')} className="grid gap-1 text-sm">
      {onDesk > 0 ? (
        <li>
          <Link to={paths.adminSection('desk')} className={join(link, 'text-wait')}>
            <HandCoins size={16} aria-hidden />
            {t('shell.deskOpen', { count: onDesk })}
          </Link>
        </li>
      ) : null}
      {byHand > 0 ? (
        <li>
          <Link to={paths.adminSection('deliveries')} className={join(link, 'text-wait')}>
            <PackageCheck size={16} aria-hidden />
            {t('shell.deliveriesOpen', { count: byHand })}
          </Link>
        </li>
      ) : null}
      {refused > 0 ? (
        <li>
          <Link
            to={paths.adminSection('discord', { state: 'failed' })}
            className={join(link, 'text-wait')}
          >
            <BadgeCheck size={16} aria-hidden />
            {t('shell.rolesFailed', { count: refused })}
          </Link>
        </li>
      ) : null}
      {dead > 0 ? (
        <li>
          <Link
            to={paths.adminSection('jobs', { state: 'dead' })}
            className={join(link, 'text-bad')}
          >
            <ListChecks size={16} aria-hidden />
            {t('shell.jobsDead', { count: dead })}
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
