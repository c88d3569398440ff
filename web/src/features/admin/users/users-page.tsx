import { roles, type Role } from '@chaveiro/contracts/limits'
import { Ban, Eye, History, RotateCcw, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { date } from '../../../i18n/format.ts'
import { useSession } from '../../../state/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../components/data-table.tsx'
import { ExportButton } from '../components/export-button.tsx'
import { SearchBox, SelectFilter } from '../components/filters.tsx'
import { ListPage } from '../components/list-page.tsx'
import type { RowAction } from '../components/row-actions.tsx'
import { StatusSelect } from '../components/status-select.tsx'
import { useList, type List } from '../components/use-list.ts'
import type { User } from '../shared/rows.ts'
import { useUserActs } from './use-user-acts.ts'
import { UserDetails } from './user-details.tsx'
import { UserHistory } from './user-history.tsx'

function Named({ user }: { user: User }) {
  return (
    // An address has no greatest length: it breaks before the table outgrows its place.
    <div className="grid wrap-anywhere md:min-w-48">
      <span>{user.name}</span>
      <span className="text-xs font-normal text-muted">{user.email}</span>
      {user.discordId ? (
        <span className="font-mono text-xs font-normal text-muted">{user.discordId}</span>
      ) : null}
    </div>
  )
}

function useColumns(acts: ReturnType<typeof useUserActs>, me: string | undefined): Column<User>[] {
  const { t } = useTranslation('admin')
  const options = roles.map((role) => [role, t(`role.${role}`)] as const)
  const whyFixed = (row: User) => {
    if (row.isBanned) return t('adminUsers.bannedRole')
    return row.id === me ? t('adminUsers.self') : undefined
  }
  return [
    {
      key: 'name',
      head: t('adminUsers.name'),
      lead: true,
      sort: ['name', '-name'],
      cell: (row) => <Named user={row} />,
    },
    {
      key: 'role',
      head: t('adminUsers.role'),
      cell: (row) => (
        <span title={whyFixed(row)}>
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
          <Badge tone={row.isBanned ? 'bad' : 'good'}>
            {row.isBanned ? t('adminUsers.banned') : t('adminUsers.active')}
          </Badge>
        </span>
      ),
    },
    {
      key: 'created',
      head: t('adminUsers.created'),
      sort: ['-createdAt', 'createdAt'],
      cell: (row) => <span className="whitespace-nowrap">{date(row.createdAt)}</span>,
    },
    {
      key: 'lastLogin',
      head: t('adminUsers.lastLogin'),
      sort: ['-lastLoginAt', 'lastLoginAt'],
      cell: (row) => (
        <span className="whitespace-nowrap">
          {row.lastLoginAt ? date(row.lastLoginAt, 'moment') : t('adminUsers.never')}
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

type Shown = { what: 'details' | 'history'; user: User }

/** Details, history, ban or its end, delete; nobody bans or deletes himself. */
function useRowActions(
  acts: ReturnType<typeof useUserActs>,
  me: string | undefined,
  show: (shown: Shown) => void,
) {
  const { t } = useTranslation('admin')
  return (row: User): RowAction[] => [
    {
      label: t('kit.details'),
      icon: <Eye aria-hidden />,
      run: () => show({ what: 'details', user: row }),
    },
    {
      label: t('adminUsers.history'),
      icon: <History aria-hidden />,
      run: () => show({ what: 'history', user: row }),
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
  const [shown, setShown] = useState<Shown | null>(null)
  const acts = useUserActs()
  const columns = useColumns(acts, me)
  const rowActions = useRowActions(acts, me, setShown)
  const close = () => setShown(null)
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
      filters={<Filters list={list} />}
      rowActions={rowActions}
      empty={{ title: t('adminUsers.empty'), text: t('adminUsers.emptyText'), icon: <Users /> }}
    >
      {shown?.what === 'details' ? (
        <UserDetails
          user={shown.user}
          onResetTwoFactor={() => {
            close()
            void acts.resetTwoFactor(shown.user)
          }}
          onClose={close}
        />
      ) : null}
      {shown?.what === 'history' ? <UserHistory user={shown.user} onClose={close} /> : null}
    </ListPage>
  )
}
