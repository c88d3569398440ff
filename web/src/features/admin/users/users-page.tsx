import { roles, type Role } from '@chaveiro/contracts/limits'
import type { TFunction } from 'i18next'
import { Ban, Eye, History, RotateCcw, Trash2, UserCog, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { useSession } from '../../../state/session.ts'
import { cellOf, type Column } from '../components/columns.ts'
import { detailPath } from '../components/detail-page.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { RowLink, useOpenRow } from '../components/row-link.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { StatusSelect } from '../components/status-select.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { User } from '../shared/rows.ts'
import { useUserActs } from './use-user-acts.ts'
import { UserDetails } from './user-details.tsx'
import { UserHistory } from './user-history.tsx'

function Named({ user }: { user: User }) {
  return (
    // An address has no greatest length: it breaks before the table outgrows its place.
    <div className="grid wrap-anywhere md:min-w-48">
      <RowLink>{user.name}</RowLink>
      <span className="text-xs font-normal text-muted">{user.email}</span>
      {user.discordId && (
        <span className="font-mono text-xs font-normal text-muted">{user.discordId}</span>
      )}
    </div>
  )
}

/** Why somebody's role stays what it is. */
function whyFixed(row: User, me: string | undefined, t: TFunction<'admin'>): string | undefined {
  if (row.isBanned) return t('adminUsers.bannedRole')
  if (row.id !== me) return undefined

  return t('adminUsers.self')
}

function useColumns(acts: ReturnType<typeof useUserActs>, me: string | undefined): Column<User>[] {
  const { t } = useTranslation('admin')
  const options = roles.map((role) => [role, t(`role.${role}`)] as const)

  const statuses = [
    ['active', t('adminUsers.active')],
    ['banned', t('adminUsers.banned')],
  ] as const

  return [
    {
      key: 'name',
      head: t('adminUsers.name'),
      lead: true,
      ownLink: true,
      sort: ['name', '-name'],
      cell: (row) => <Named user={row} />,
    },
    {
      key: 'role',
      head: t('adminUsers.role'),
      cell: (row) => (
        <span title={whyFixed(row, me, t)}>
          <StatusSelect<Role>
            label={t('adminUsers.roleOf', { name: row.name })}
            value={row.role}
            options={options}
            disabled={row.isBanned || row.id === me || acts.busy}
            onChange={(role) => void acts.setRole(row, role)}
          />
        </span>
      ),
    },
    {
      key: 'status',
      head: t('adminUsers.status'),
      cell: (row) => (
        <span title={row.banReason ?? undefined}>
          <StatusMenu
            label={t('adminUsers.statusOf', { name: row.name })}
            value={row.isBanned ? 'banned' : 'active'}
            options={statuses}
            tones={{ active: 'good', banned: 'bad' }}
            may={() => row.isBanned || row.id !== me}
            onChange={() => void (row.isBanned ? acts.unban(row) : acts.ban(row))}
          />
        </span>
      ),
    },
    {
      key: 'created',
      head: t('adminUsers.created'),
      sort: ['createdAt', '-createdAt'],
      wide: true,
      cell: (row) => <When at={row.createdAt} />,
    },
    {
      key: 'lastLogin',
      head: t('adminUsers.lastLogin'),
      sort: ['-lastLoginAt', 'lastLoginAt'],
      wide: true,
      cell: (row) => (
        <span className="whitespace-nowrap">
          {row.lastLoginAt ? <When at={row.lastLoginAt} /> : t('adminUsers.never')}
        </span>
      ),
    },
  ]
}

/** The call names column and direction apart; the address has them in one word. */
function inOrder({
  sort,
  ...rest
}: Record<string, string | number>): Record<string, string | number> {
  const text = String(sort)
  return text
    ? { ...rest, sort: text.replace('-', ''), order: text.startsWith('-') ? 'desc' : 'asc' }
    : rest
}

type Filter = { search: string; role: string; banned: string }

/** Search, role, and whether banned. */
function Filters({ list: { state, set } }: { list: List<User, Filter> }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <SearchBox
        label={t('adminUsers.search')}
        value={state.search}
        onSearch={(search) => set({ search })}
      />

      <SelectFilter
        label={t('adminUsers.role')}
        value={state.role}
        onChange={(role) => set({ role })}
        options={[
          ['', t('adminUsers.allRoles')],
          ...roles.map((role) => [role, t(`role.${role}`)] as const),
        ]}
      />

      <SelectFilter
        label={t('adminUsers.status')}
        value={state.banned}
        onChange={(banned) => set({ banned })}
        options={[
          ['', t('adminUsers.allStatuses')],
          ['false', t('adminUsers.active')],
          ['true', t('adminUsers.banned')],
        ]}
      />
    </>
  )
}

/** A quick look, history, ban or its end, delete; nobody bans or deletes himself. */
function useRowActions(
  acts: ReturnType<typeof useUserActs>,
  me: string | undefined,
  open: { details(user: User): void; history(user: User): void },
) {
  const { t } = useTranslation('admin')
  return (row: User): RowAction[] => [
    { label: t('adminUsers.details'), icon: <Eye aria-hidden />, run: () => open.details(row) },
    {
      label: t('adminUsers.history'),
      icon: <History aria-hidden />,
      run: () => open.history(row),
    },
    row.isBanned
      ? {
          label: t('adminUsers.unban'),
          icon: <RotateCcw aria-hidden />,
          run: () => void acts.unban(row),
        }
      : {
          label: t('adminUsers.ban'),
          icon: <Ban aria-hidden />,
          danger: true,
          refused: row.id === me ? t('adminUsers.self') : undefined,
          run: () => void acts.ban(row),
        },
    ...roles
      .filter((role) => role !== row.role)
      .map((role) => ({
        label: t('adminUsers.roleAct', { to: t(`role.${role}`) }),
        icon: <UserCog aria-hidden />,
        phone: true,
        refused: whyFixed(row, me, t),
        run: () => void acts.setRole(row, role),
      })),
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      refused: row.id === me ? t('adminUsers.self') : undefined,
      run: () => void acts.remove(row),
    },
  ]
}

/** Who buys and who runs the shop. */
export function Page() {
  const { t } = useTranslation('admin')
  const me = useSession().user?.id

  const list = useList(adminApi.users.list, {
    filters: { search: '', role: '', banned: '' },
    rows: (answer) => answer.data,
    total: (answer) => answer.total,
    send: inOrder,
  })

  const shown = useOpenRow('user', list.rows)
  const [history, setHistory] = useState<User | null>(null)
  const acts = useUserActs()
  const columns = useColumns(acts, me)
  const rowActions = useRowActions(acts, me, { details: shown.open, history: setHistory })

  return (
    <ListPage
      title={t('adminUsers.title')}
      text={t('adminUsers.text')}
      list={list}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      failed={t('adminUsers.errorLoad')}
      actions={<ExportButton route={adminApi.users.export} query={list.query} />}
      bulk={[
        {
          label: t('adminUsers.ban'),
          danger: true,
          icon: <Ban size={15} aria-hidden />,
          run: acts.banMany,
        },
      ]}
      views="users"
      filters={<Filters list={list} />}
      opens={({ id }) => detailPath('users', id)}
      item={(row) => ({
        title: row.name,
        line: row.email,
        end: <span className="text-xs font-normal">{t(`role.${row.role}`)}</span>,
        state: cellOf(columns, 'status', row),
      })}
      rowActions={rowActions}
      empty={{ title: t('adminUsers.empty'), text: t('adminUsers.emptyText'), icon: <Users /> }}
    >
      {shown.row && (
        <UserDetails
          user={shown.row}
          onResetTwoFactor={() => {
            shown.close()
            void acts.resetTwoFactor(shown.row!)
          }}
          onClose={shown.close}
        />
      )}

      {history && <UserHistory user={history} onClose={() => setHistory(null)} />}
    </ListPage>
  )
}
