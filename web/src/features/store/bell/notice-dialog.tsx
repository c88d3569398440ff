import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { fileSize } from '../../shared/file-size.ts'
import { Embed } from './embed.tsx'
import { Avatar, TypeBadge } from './notice-item.tsx'
import type { Notice } from './notices.ts'
import { safeLink, withoutTitle } from './preview.ts'

/** A text with clickable web addresses. */
function TextWithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/gi).map((part, index) => {
    const isAddress = index % 2 === 1
    if (!isAddress) return part

    return (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer" className="link">
        {part}
      </a>
    )
  })
}

function Attachment({ file }: { file: Notice['attachments'][number] }) {
  const { t } = useTranslation()
  const safeAddress = safeLink(file.url)
  const sizeLabel = fileSize(file.size, currentLanguage())

  if (!safeAddress)
    return (
      <p className="text-sm text-muted">
        {file.filename} · {sizeLabel}
      </p>
    )

  if (file.contentType.startsWith('image/'))
    return (
      <a
        href={safeAddress}
        target="_blank"
        rel="noopener noreferrer"
        title={t('bell.openImage', { name: file.filename })}
        className="block w-fit overflow-hidden rounded-md border border-line"
      >
        <img
          src={safeAddress}
          alt={file.filename}
          loading="lazy"
          referrerPolicy="no-referrer"
          className="max-h-80 max-w-full object-contain"
        />
      </a>
    )

  return (
    <a
      href={safeAddress}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-11 items-center gap-3 rounded-md border border-line bg-raised px-4 py-2 text-sm hover:bg-high"
    >
      <FileText size={18} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{file.filename}</span>
      <span className="shrink-0 text-xs text-muted">{sizeLabel}</span>
    </a>
  )
}

/**
 * Delivery state with the specified colours as a swatch (S291); the word keeps a readable colour.
 */
function DeliveryState({ status }: { status: Notice['status'] }) {
  const { t } = useTranslation()
  const swatchClass = { sent: 'bg-(--sent)', failed: 'bg-(--failed)', pending: 'bg-(--pending)' }[
    status
  ]

  return (
    <span data-delivery={status} className="inline-flex items-center gap-1.5 text-xs text-muted">
      <span aria-hidden className={`size-2 rounded-full ${swatchClass}`} />
      {t(`bell.status.${status}`)}
    </span>
  )
}

const priorityTones: Record<Notice['priority'], Tone> = {
  urgent: 'bad',
  high: 'wait',
  medium: 'muted',
  low: 'muted',
}

function NoticeBody({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <article className="grid gap-4">
      <header className="flex items-center gap-3">
        <Avatar name={notice.authorName} url={notice.authorAvatar} />

        <span className="grid min-w-0">
          <span className="truncate font-semibold">{notice.authorName}</span>
          <time dateTime={notice.sentAt} className="text-sm text-muted">
            {date(notice.sentAt, 'moment', 'pt-BR')}
          </time>
        </span>
      </header>

      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TypeBadge type={notice.type} />
        <Badge tone={priorityTones[notice.priority]}>
          {t('bell.priority', { level: t(`bell.priority.${notice.priority}`) })}
        </Badge>
        <DeliveryState status={notice.status} />
      </p>

      {notice.content && (
        <div className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          <TextWithLinks text={notice.content} />
        </div>
      )}

      {notice.embeds.map((embed, index) => (
        <Embed key={index} embed={index === 0 ? withoutTitle(embed, notice.title) : embed} />
      ))}

      {notice.attachments.length > 0 && (
        <section
          aria-label={t('bell.attachments', { count: notice.attachments.length })}
          className="grid gap-3"
        >
          {notice.attachments.map((file, index) => (
            <Attachment key={index} file={file} />
          ))}
        </section>
      )}
    </article>
  )
}

/** One notification in full: author, time, content, embeds, attachments (S057, S058, Q78). */
export function NoticeDialog({ notice, onClose }: { notice: Notice | null; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      wide
      open={notice !== null}
      onClose={onClose}
      title={notice?.title ?? (notice ? t(`bell.type.${notice.type}`) : t('bell.title'))}
      closeLabel={t('action.close')}
    >
      {notice && <NoticeBody notice={notice} />}
    </Dialog>
  )
}
