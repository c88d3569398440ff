import type { AdminApi } from '@chaveiro/contracts/admin'
import { Bell, Send, Table, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { useUrlState } from '../../../routing/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import type { Undo } from '../../../ui/toast.tsx'
import { confirm } from '../components/confirm.tsx'
import { ListPage } from '../components/list-page.tsx'
import { Section } from '../components/section.tsx'
import { StatusMenu } from '../components/status-menu.tsx'
import { useChange } from '../components/use-change.ts'
import { useList } from '../components/use-list.ts'
import { When } from '../components/when.tsx'
import { PushSwitch } from './push-switch.tsx'
import { SendForm } from './send-form.tsx'

type Notification = Reply<AdminApi['notifications']['list']>['notifications'][number]

/** Rows per page; the page count comes from the total (Q126). */
const rowsPerPage = 100
const notificationStatuses = ['sent', 'pending', 'revoked'] as const
const statusTones = { sent: 'good', pending: 'wait', revoked: 'muted' } as const

function useColumns() {
  const { t } = useTranslation('admin')
  const notificationChange = useChange(adminApi.notifications.list)
  const statusOptions = notificationStatuses.map(
    (status) => [status, t(`notifications.status.${status}`)] as const,
  )

  /** A choice in a row applies at once, so its toast offers an undo (F141). */
  const setStatus = (row: Notification, status: Notification['status'], undo?: Undo) =>
    notificationChange.run(
      () => call(adminApi.notifications.setStatus, { params: { id: row.id }, body: { status } }),
      {
        failed: t('notifications.errorUpdate'),
        done: t('notifications.updated', { name: notificationName(row) }),
        undo,
      },
    )

  return [
    { key: 'author', head: t('notifications.author'), cell: (row: Notification) => row.authorName },
    {
      key: 'message',
      head: t('notifications.message'),
      lead: true,
      cell: (row: Notification) => (
        <div className="grid max-w-[60ch] gap-0.5">
          <span className="font-medium">{row.title}</span>
          <span
            title={row.content}
            className="line-clamp-3 text-xs font-normal whitespace-pre-line text-muted md:pointer-fine:line-clamp-1"
          >
            {row.content}
          </span>
        </div>
      ),
    },
    {
      key: 'status',
      head: t('notifications.statusHead'),

      cell: (row: Notification) => (
        <div className="grid justify-items-start max-md:justify-items-end max-md:gap-1">
          <StatusMenu
            label={t('notifications.statusOf', { name: notificationName(row) })}
            value={row.status}
            options={statusOptions}
            tones={statusTones}
            disabled={notificationChange.busy}
            onChange={(status) => {
              void setStatus(row, status, {
                label: t('kit.undo'),
                run: () => setStatus(row, row.status),
              })
            }}
          />

          {row.status === 'sent' && row.deliveryStatus === 'failed' && (
            <span className="text-xs text-wait xl:whitespace-nowrap">
              {t('notifications.undelivered')}
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'date',
      head: t('notifications.date'),
      cell: (row: Notification) => <When at={row.createdAt} />,
    },
  ]
}

const notificationName = (row: Notification) => row.title ?? row.content.slice(0, 60)

function NotificationTable({ toggle }: { toggle: ReactNode }) {
  const { t } = useTranslation('admin')
  const notificationColumns = useColumns()
  const notificationChange = useChange(adminApi.notifications.list)

  const notificationList = useList(adminApi.notifications.list, {
    filters: {},
    limit: rowsPerPage,
    rows: (answer) => answer.notifications,
    total: (answer) => answer.total,
  })

  async function removeNotification(row: Notification): Promise<void> {
    if (
      !(await confirm({
        title: t('notifications.deleteTitle'),
        text: t('notifications.deleteText', { name: notificationName(row) }),
        act: t('notifications.deleteAct'),
      }))
    )
      return

    await notificationChange.run(
      () => call(adminApi.notifications.remove, { params: { id: row.id } }),
      {
        failed: t('notifications.errorDelete'),
        done: t('notifications.deleted'),
      },
    )
  }

  return (
    <ListPage
      title={t('notifications.title')}
      text={t('notifications.text')}
      actions={
        <>
          <PushSwitch />
          {toggle}
        </>
      }
      list={notificationList}
      columns={notificationColumns}
      rowKey={(row) => row.id}
      rowName={notificationName}
      failed={t('notifications.errorLoad')}
      rowActions={(row) => [
        {
          label: t('kit.delete'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          run: () => void removeNotification(row),
        },
      ]}
      empty={{
        title: t('notifications.empty'),
        text: t('notifications.emptyText'),
        icon: <Bell />,
      }}
    />
  )
}

type Mode = 'list' | 'send'

function ModeToggle({ isSending, onMode }: { isSending: boolean; onMode(mode: Mode): void }) {
  const { t } = useTranslation('admin')
  if (isSending)
    return (
      <Button
        size="sm"
        look="plain"
        icon={<Table size={15} aria-hidden />}
        onClick={() => onMode('list')}
      >
        {t('notifications.toList')}
      </Button>
    )

  return (
    <Button
      size="sm"
      look="primary"
      icon={<Send size={15} aria-hidden />}
      onClick={() => onMode('send')}
    >
      {t('notifications.toSend')}
    </Button>
  )
}

/** The list or the send form (B090); the mode is in the URL, and one button toggles it. */
export function Page() {
  const { t } = useTranslation('admin')
  const [{ mode }, set] = useUrlState({ mode: 'list' })
  const isSending = mode === 'send'

  const modeToggle = <ModeToggle isSending={isSending} onMode={(next) => set({ mode: next })} />

  if (!isSending) return <NotificationTable toggle={modeToggle} />

  return (
    <Section title={t('notifications.title')} text={t('notifications.text')} actions={modeToggle}>
      <SendForm onSent={() => set({ mode: 'list' })} />
    </Section>
  )
}
