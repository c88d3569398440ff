import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useChange } from '../components/use-change.ts'
import type { RoleGrant } from '../shared/rows.ts'
import { date } from '../shared/shop-clock.ts'

const statusTones: Record<RoleGrant['state'], Tone> = {
  waiting: 'wait',
  given: 'good',
  taken: 'muted',
  absent: 'info',
  failed: 'bad',
}

const longFresh = 300_000

/** Role names by id; the id itself while the chat server does not answer. */
export function useRoleName(): (id: string) => string {
  const { data } = useQuery(ask(adminApi.roles.guild, {}, { staleTime: longFresh }))
  return (id) => data?.roles.find((role) => role.id === id)?.name ?? id
}

/** State of a role, and its problem. */
export function RoleState({ grant }: { grant: RoleGrant }) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid max-w-[44ch] justify-items-start gap-1">
      <Badge tone={statusTones[grant.state]}>
        {t(
          grant.state === 'waiting' && !grant.wanted
            ? 'discord.is.taking'
            : `discord.is.${grant.state}`,
        )}
      </Badge>

      {grant.problem && <span className="text-sm">{t(`discord.problem.${grant.problem}`)}</span>}
      {grant.detail && (
        <span className="font-mono text-xs wrap-anywhere text-muted">{grant.detail}</span>
      )}

      {grant.nextAt && grant.problem && (
        <span className="text-xs text-muted">
          {t('discord.next', { when: date(grant.nextAt, 'moment'), count: grant.tries })}
        </span>
      )}
    </div>
  )
}

/** Grants or removes a role now. */
export function useRetryRole(): { busy: boolean; retry(grant: RoleGrant): void } {
  const { t } = useTranslation('admin')
  const discordChange = useChange(adminApi.roles.list)

  return {
    busy: discordChange.busy,
    retry: (grant) =>
      void discordChange.run(() => call(adminApi.roles.retry, { params: { id: grant.id } }), {
        failed: t('discord.errorRetry'),
        done: t('discord.retried'),
      }),
  }
}

function RoleList({ roles, configured }: { roles: readonly RoleGrant[]; configured: boolean }) {
  const { t } = useTranslation('admin')
  const roleNameOf = useRoleName()
  const { busy, retry } = useRetryRole()
  if (!roles.length) return <p className="text-sm text-muted">{t('discord.none')}</p>

  return (
    <ul className="grid gap-3">
      {roles.map((grant) => (
        <li
          key={grant.id}
          className="flex flex-wrap items-start justify-between gap-2 border-b border-line pb-3 text-sm last:border-0"
        >
          <div className="grid gap-1">
            <span>{roleNameOf(grant.roleId)}</span>
            <span className="text-xs text-muted">
              {grant.products.join(', ') || t('discord.noProduct')}
            </span>
            <RoleState grant={grant} />
          </div>

          {configured && (
            <Button
              size="sm"
              busy={busy}
              icon={<RotateCw size={15} aria-hidden />}
              onClick={() => retry(grant)}
            >
              {t('discord.retry')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** One person's roles, in their account details. */
export function RolesOfUser({ userId }: { userId: string }) {
  const { t } = useTranslation('admin')
  const { data } = useQuery(
    ask(adminApi.roles.list, { query: { userId, limit: 50 } }, { staleTime: 0 }),
  )
  if (!data) return null

  return (
    <section className="grid gap-2" aria-label={t('discord.ofUser')}>
      <h3 className="text-sm font-semibold text-muted">{t('discord.ofUser')}</h3>
      {!data.configured && <p className="text-sm text-muted">{t('discord.unconfigured')}</p>}

      <RoleList roles={data.roles} configured={data.configured} />
    </section>
  )
}
