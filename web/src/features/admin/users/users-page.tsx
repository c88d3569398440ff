import { roles, type Role } from '@chaveiro/contracts/limits'
import type { TFunction } from 'i18next'
import { Ban, Eye, History, RotateCcw, Trash2, UserCog, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { useSession } from '../../../state/session.ts'
import { columnCell, type Column } from '../components/columns.ts'
import { detailPath } from '../components/detail-page.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { RowLink, useOpenRow } from '../components/row-link.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { useList, type List } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import type { User } from '../shared/rows.ts'
import { useUserActs } from './use-user-acts.ts'
import { UserDetails } from './user-details.tsx'
import { UserHistory } from './user-history.tsx'

function Named({ user }: { user: User }) {
  return (
    // E-mail addresses can be very long: break them instead of widening the table.
    <div className="grid wrap-anywhere md:min-w-48">
      <RowLink>{user.name}</RowLink>

      <span className="flex flex-wrap gap-x-2 text-xs font-normal text-muted">
        <span>{user.email}</span>
        {user.discordId && <span className="font-mono">{user.discordId}</span>}
      </span>
    </div>
  )
}

/** Why a user's role cannot change. */
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
          <StatusMenu<Role>
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

/** The call takes column and direction separately; the URL has one value for both. */
function inOrder({
  sort,
  ...rest
}: Record<string, string | number>): Record<string, string | number> {
  const text = String(sort)
  if (text)
    return { ...rest, sort: text.replace('-', ''), order: text.startsWith('-') ? 'desc' : 'asc' }

  return rest
}

type Filter = { search: string; role: string; banned: string }

function UserFilters({ list: { state, set } }: { list: List<User, Filter> }) {
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

/** Details, history, ban or unban, delete; staff cannot ban or delete themselves. */
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

export function Page() {
  const { t } = useTranslation('admin')
  const me = useSession().user?.id

  const userList = useList(adminApi.users.list, {
    filters: { search: '', role: '', banned: '' },
    rows: (answer) => answer.data,
    total: (answer) => answer.total,
    send: inOrder,
  })

  const openRow = useOpenRow('user', userList.rows)
  const [history, setHistory] = useState<User | null>(null)
  const userActions = useUserActs()
  const userColumns = useColumns(userActions, me)
  const rowActions = useRowActions(userActions, me, { details: openRow.open, history: setHistory })

  return (
    <ListPage
      title={t('adminUsers.title')}
      text={t('adminUsers.text')}
      list={userList}
      columns={userColumns}
      rowKey={(row) => row.id}
      rowName={(row) => row.name}
      failed={t('adminUsers.errorLoad')}
      actions={<ExportButton route={adminApi.users.export} query={userList.query} />}
      bulk={[
        {
          label: t('adminUsers.ban'),
          danger: true,
          icon: <Ban size={15} aria-hidden />,
          run: userActions.banMany,
        },
      ]}
      views="users"
      filters={<UserFilters list={userList} />}
      opens={({ id }) => detailPath('users', id)}
      item={(row) => ({
        title: row.name,
        line: row.email,
        end: <span className="text-xs font-normal">{t(`role.${row.role}`)}</span>,
        state: columnCell(userColumns, 'status', row),
      })}
      rowActions={rowActions}
      empty={{ title: t('adminUsers.empty'), text: t('adminUsers.emptyText'), icon: <Users /> }}
    >
      {openRow.row && (
        <UserDetails
          user={openRow.row}
          onResetTwoFactor={() => {
            openRow.close()
            void userActions.resetTwoFactor(openRow.row!)
          }}
          onClose={openRow.close}
        />
      )}

      {history && <UserHistory user={history} onClose={() => setHistory(null)} />}
    </ListPage>
  )
}
