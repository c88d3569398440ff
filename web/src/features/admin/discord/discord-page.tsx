import { roleStates } from '@chaveiro/contracts/states'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, RotateCw, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { number } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../components/data-table.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import { loadedFigure, StatCards } from '../components/stat-cards.tsx'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { RoleGrant } from '../shared/rows.ts'
import { RoleState, useRetryRole, useRoleName } from './role-words.tsx'

function useColumns(): Column<RoleGrant>[] {
  const { t } = useTranslation('admin')
  const roleNameOf = useRoleName()

  return [
    {
      key: 'user',
      head: t('discord.customer'),
      lead: true,
      cell: (row) => (
        <div className="grid">
          <span>{row.user.name}</span>
          <span className="text-xs font-normal wrap-anywhere text-muted">{row.user.email}</span>
        </div>
      ),
    },
    {
      key: 'account',
      head: t('discord.account'),
      cell: (row) => (
        <div className="grid">
          <span className="font-mono text-xs">{row.discordId}</span>
          {row.user.discordId !== row.discordId && (
            <span className="text-xs text-muted">{t('discord.former')}</span>
          )}
        </div>
      ),
    },
    {
      key: 'role',
      head: t('discord.role'),
      cell: (row) => (
        <div className="grid gap-0.5">
          <span>{roleNameOf(row.roleId)}</span>
          <span className="text-xs text-muted">
            {row.products.join(', ') || t('discord.noProduct')}
          </span>
        </div>
      ),
    },
    { key: 'state', head: t('discord.state'), cell: (row) => <RoleState grant={row} /> },
    {
      key: 'updated',
      head: t('discord.updated'),
      cell: (row) => <When at={row.updatedAt} />,
    },
  ]
}

/**
 * Shows whether the bot reaches its chat server, or why not. The space of the notice is reserved
 * while the answer loads.
 */
function ServerNotice() {
  const { t } = useTranslation('admin')
  const { data, isError } = useQuery(ask(adminApi.roles.guild))
  const noticeRoom = 'min-h-16 content-center md:min-h-11'

  if (data?.problem)
    return (
      <Notice tone="wait" className={`grid ${noticeRoom}`}>
        {t(`discord.${data.problem}`)}
      </Notice>
    )

  const serverText = data?.name ? t('discord.reached', { name: data.name }) : t('discord.notAsked')
  const noticeText = data || isError ? serverText : t('discord.asking')

  return <p className={`grid text-sm text-muted ${noticeRoom}`}>{noticeText}</p>
}

/** Chat roles that licences grant, with their state, the problem if any, and a retry button. */
export function Page() {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const discordColumns = useColumns()

  const discordList = useList(adminApi.roles.list, {
    filters: { search: '', state: '' },
    limit: 20,
    rows: (answer) => answer.roles,
    total: (answer) => answer.total,
  })

  const { busy, retry } = useRetryRole()
  const { state, set, answer } = discordList

  const whyRefused = () => {
    if (busy) return t('discord.busy')
    if (answer?.configured !== false) return undefined

    return t('discord.unconfigured')
  }

  return (
    <ListPage
      title={t('discord.title')}
      text={t('discord.text')}
      list={discordList}
      columns={discordColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.user.name}
      failed={t('discord.errorLoad')}
      actions={
        <Button size="sm" icon={<RotateCw size={15} aria-hidden />} onClick={discordList.reload}>
          {t('kit.refresh')}
        </Button>
      }
      figures={
        <>
          <ServerNotice />

          <StatCards
            items={roleStates.map((one) => ({
              label: t(`discord.is.${one}`),
              value: loadedFigure(answer && number(answer.counts[one]), discordList.failed),
            }))}
          />
        </>
      }
      filters={
        <>
          <SearchBox
            label={t('discord.search')}
            value={state.search}
            onSearch={(search) => set({ search })}
          />

          <SelectFilter
            label={t('discord.state')}
            value={state.state}
            onChange={(one) => set({ state: one })}
            options={[
              ['', t('kit.all')],
              ...roleStates.map((one) => [one, t(`discord.is.${one}`)] as const),
            ]}
          />
        </>
      }
      rowActions={(row) => [
        {
          label: t('discord.retry'),
          icon: <RotateCw aria-hidden />,
          refused: whyRefused(),
          run: () => retry(row),
        },
        {
          label: t('discord.openUser'),
          icon: <Users aria-hidden />,
          run: () => void navigate(paths.adminSection('users', { search: row.user.email })),
        },
      ]}
      empty={{ title: t('discord.empty'), text: t('discord.emptyText'), icon: <BadgeCheck /> }}
    />
  )
}
