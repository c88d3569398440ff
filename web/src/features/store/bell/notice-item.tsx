import type { NotificationType } from '@chaveiro/contracts/states'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { Notice } from './notices.ts'
import { previewOf, safeLink } from './preview.ts'

/** Announcement blue, notification green, update amber, alert red (S291). */
const typeTones: Record<NotificationType, Tone> = {
  announcement: 'info',
  notification: 'good',
  update: 'wait',
  alert: 'bad',
}

/** Type of a notification as a coloured badge. */
export function TypeBadge({ type }: { type: NotificationType }) {
  const { t } = useTranslation()
  return (
    <span data-type={type} className="contents">
      <Badge tone={typeTones[type]} className="shrink-0">
        {t(`bell.type.${type}`)}
      </Badge>
    </span>
  )
}

/** The author's picture, or the first letter of the name if it is missing or fails to load. */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  const [isBroken, setIsBroken] = useState(false)
  const safeAddress = safeLink(url)
  const avatarClass = 'size-10 shrink-0 rounded-full bg-high'

  if (safeAddress && !isBroken)
    return (
      <img
        src={safeAddress}
        alt=""
        width={40}
        height={40}
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setIsBroken(true)}
        className={`${avatarClass} object-cover`}
      />
    )

  return (
    <span
      aria-hidden
      data-avatar
      className={`${avatarClass} grid place-items-center font-bold text-ink`}
    >
      {[...name][0]?.toUpperCase() ?? '?'}
    </span>
  )
}

/** A notification in the list; a click opens it. Dates are pt-BR in every language (Q100). */
export function NoticeItem({ notice, onOpen }: { notice: Notice; onOpen(): void }) {
  const { t } = useTranslation()
  const attachmentCount = notice.attachments.length

  return (
    <li className="border-b border-line">
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full gap-3 px-5 py-4 text-left transition-colors hover:bg-raised"
      >
        <Avatar name={notice.authorName} url={notice.authorAvatar} />

        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold wrap-anywhere">{notice.authorName}</span>
            <time dateTime={notice.sentAt} className="shrink-0 text-xs text-muted">
              {date(notice.sentAt, 'moment', 'pt-BR')}
            </time>
          </span>

          <span className="text-sm [overflow-wrap:anywhere] text-muted">{previewOf(notice)}</span>

          <span className="mt-1 flex items-center gap-3">
            <TypeBadge type={notice.type} />

            {attachmentCount > 0 && (
              <span className="flex items-center gap-1 text-xs text-muted">
                <Paperclip
                  size={14}
                  role="img"
                  aria-label={t('bell.attachments', { count: attachmentCount })}
                />

                {attachmentCount}
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  )
}
