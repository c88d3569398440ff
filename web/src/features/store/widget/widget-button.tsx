import { useQuery } from '@tanstack/react-query'
import { ExternalLink, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownApi } from 'virtual:own-api'

import { call } from '../../../api/call.ts'
import { supportLink, useSite } from '../../../state/site.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { guildQuery } from '../../shared/news/guild.ts'

function CommunityPanel({ guildId, support }: { guildId: string; support: string }) {
  const { t } = useTranslation()

  const { data, isPending } = useQuery({
    queryKey: ['chat-widget', guildId],
    queryFn: ({ signal }) =>
      call(ownApi.notifications.widget, { params: { guildId } }, { signal }).then(
        ({ widget }) => widget,
      ),
    staleTime: 60_000,
    retry: false,
  })

  if (isPending)
    return (
      <div role="status" aria-label={t('state.loading')}>
        <Skeleton className="h-28" />
      </div>
    )

  return (
    <div className="grid gap-4">
      {data ? (
        <div className="grid gap-1">
          <p className="text-lg font-semibold [overflow-wrap:anywhere]">{data.name}</p>
          <p className="flex items-center gap-2 text-sm text-muted">
            <span aria-hidden className="size-2 rounded-full bg-good" />
            {t('widget.online', { count: data.online })}
          </p>
        </div>
      ) : (
        <p className="text-muted">{t('widget.unreachable')}</p>
      )}

      <a
        href={data?.invite ?? support}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('primary', 'lg')}
      >
        {t(data?.invite ? 'widget.join' : 'widget.support')}
        <ExternalLink size={16} aria-hidden />
      </a>
    </div>
  )
}

/**
 * The shop's chat: a panel with the guild's public widget, loaded on click; without a guild a link
 * to support (Q79).
 */
export function WidgetButton() {
  const { t } = useTranslation()
  const siteSettings = useSite()
  const { data: guildId = 'default' } = useQuery(guildQuery)
  const [isOpen, setIsOpen] = useState(false)

  if (guildId === 'default')
    return (
      <a
        href={supportLink(siteSettings)}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('widget.support')}
        title={t('widget.support')}
        className="inline-grid size-11 shrink-0 place-items-center rounded-md hover:bg-raised"
      >
        <MessagesSquare size={21} aria-hidden />
      </a>
    )

  return (
    <>
      <IconButton
        label={t('widget.open')}
        aria-haspopup="dialog"
        data-guild={guildId}
        onClick={() => setIsOpen(true)}
      >
        <MessagesSquare size={21} aria-hidden />
      </IconButton>

      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('widget.title')}
        closeLabel={t('action.close')}
      >
        <CommunityPanel guildId={guildId} support={supportLink(siteSettings)} />
      </Dialog>
    </>
  )
}
