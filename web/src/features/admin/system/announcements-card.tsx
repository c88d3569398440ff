import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { QueryResult } from '../../../ui/answered.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { AddButton } from '../components/add-button.tsx'
import { confirm } from '../components/confirm.tsx'
import { Loading } from '../components/loading.tsx'
import { RowActions, type RowAction } from '../components/row-actions.tsx'
import { useChange } from '../components/use-change.ts'
import { date } from '../shared/shop-clock.ts'
import type { Announcement } from './announcement-fields.ts'
import { AnnouncementForm } from './announcement-form.tsx'

const announcementTitle = ({ texts }: Announcement): string => texts[currentLanguage()].title
const isScheduled = ({ startedAt }: Announcement) => Date.parse(startedAt) > Date.now()

function useAnnouncementActions(edit: (announcement: Announcement) => void) {
  const { t } = useTranslation('admin')
  const systemChange = useChange(adminApi.announcements.list)
  const pathParamsOf = (announcement: Announcement) => ({ params: { id: announcement.id } })

  const endAnnouncement = (announcement: Announcement) =>
    systemChange.run(
      () =>
        call(adminApi.announcements.update, {
          ...pathParamsOf(announcement),
          body: { endedAt: new Date().toISOString() },
        }),
      { failed: t('announcements.errorSave'), done: t('announcements.closed') },
    )

  async function removeSystem(announcement: Announcement): Promise<void> {
    const isConfirmed = await confirm({
      title: t('announcements.deleteTitle', { title: announcementTitle(announcement) }),
      text: t('announcements.deleteText'),
      act: t('announcements.deleteAct'),
    })

    if (isConfirmed)
      await systemChange.run(
        () => call(adminApi.announcements.remove, pathParamsOf(announcement)),
        {
          failed: t('announcements.errorDelete'),
          done: t('announcements.deleted'),
        },
      )
  }

  return (announcement: Announcement): RowAction[] => [
    ...(announcement.endedAt === null && !isScheduled(announcement)
      ? [
          {
            label: t('announcements.end'),
            icon: <CircleCheck aria-hidden />,
            run: () => void endAnnouncement(announcement),
          },
        ]
      : []),
    { label: t('kit.edit'), icon: <Pencil aria-hidden />, run: () => edit(announcement) },
    {
      label: t('kit.delete'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      run: () => void removeSystem(announcement),
    },
  ]
}

function AnnouncementRow({
  announcement,
  actions,
}: {
  announcement: Announcement
  actions: RowAction[]
}) {
  const { t } = useTranslation(['admin', 'status'])
  const { kind, part, startedAt, endedAt } = announcement
  const startText = date(startedAt, 'moment')

  const stateText = () => {
    if (isScheduled(announcement)) return <Badge tone="info">{t('announcements.toCome')}</Badge>
    if (endedAt === null) return <Badge tone="wait">{t('announcements.goesOn')}</Badge>

    return <Badge tone="muted">{t('announcements.over')}</Badge>
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {announcementTitle(announcement)}
          {stateText()}
        </p>

        <p className="text-xs text-muted">
          {t(`status:incidents.kind.${kind}`, { part: t(`status:part.${part}`) })}
          {' · '}
          {endedAt
            ? t('announcements.fromTo', { from: startText, to: date(endedAt, 'moment') })
            : t('announcements.from', { from: startText })}
        </p>
      </div>

      <RowActions name={announcementTitle(announcement)} actions={actions} />
    </li>
  )
}

function AnnouncementList({
  announcements,
  actionsOf,
}: {
  announcements: readonly Announcement[]
  actionsOf(announcement: Announcement): RowAction[]
}) {
  const { t } = useTranslation('admin')
  if (!announcements.length) return <p className="text-sm">{t('announcements.none')}</p>

  return (
    <ul className="grid divide-y divide-line">
      {announcements.map((announcement) => (
        <AnnouncementRow
          key={announcement.id}
          announcement={announcement}
          actions={actionsOf(announcement)}
        />
      ))}
    </ul>
  )
}

/** Announcements of the public status page: write, end and delete (P281). */
export function AnnouncementsCard() {
  const { t } = useTranslation(['admin', 'common'])
  const systemQuery = useQuery(ask(adminApi.announcements.list, {}, { staleTime: 0 }))
  const [adding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Announcement | null>(null)
  const announcementActions = useAnnouncementActions(setEditing)

  return (
    <Card className="grid gap-3">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h2 className="text-sm font-semibold text-muted">{t('announcements.heading')}</h2>
          <p className="text-sm text-muted">{t('announcements.about')}</p>
        </div>
        <AddButton label={t('announcements.add')} onClick={() => setAdding(true)} />
      </header>

      <QueryResult
        answer={systemQuery}
        failed={t('announcements.errorLoad')}
        retry={t('common:action.retry')}
        waiting={<Loading />}
      >
        {({ announcements }) => (
          <AnnouncementList announcements={announcements} actionsOf={announcementActions} />
        )}
      </QueryResult>

      {adding && <AnnouncementForm onClose={() => setAdding(false)} />}

      {editing && (
        <AnnouncementForm
          key={editing.id}
          announcement={editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}
