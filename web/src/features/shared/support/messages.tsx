import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { knownSite } from '../../../state/watched-site.ts'
import { join } from '../../../ui/join.ts'
import type { SupportFile } from './draft.ts'
import { Files, type FileCall } from './files.tsx'
import { RestOfMail, type MailRest } from './mail-rest.tsx'

export type ConversationMessage = {
  id: string
  author: 'customer' | 'staff' | 'system'
  name: string
  channel: 'shop' | 'mail' | 'discord'
  text: string
  files: readonly SupportFile[]
  mail: MailRest | null
  createdAt: string
  /** Label of a note between staff members; a message has none. */
  note?: string
}

type ReaderSide = 'customer' | 'staff'

/** Calls for a message's files and for the original mail. */
type MessageRoutes = { files: FileCall; mails: FileCall }

/** The messages, oldest first; the reader's are on the right. New ones scroll into view. */
export function Messages({
  messages,
  side,
  routes,
}: {
  messages: readonly ConversationMessage[]
  side: ReaderSide
  routes: MessageRoutes
}) {
  const logRef = useRef<HTMLDivElement>(null)
  const lastId = messages.at(-1)?.id

  useEffect(() => {
    const scrollBox = logRef.current?.closest('[data-conversation]')
    scrollBox?.scrollTo({ top: scrollBox.scrollHeight })
  }, [lastId])

  return (
    <div ref={logRef} role="log">
      <ol className="grid gap-4">
        {messages.map((message) => (
          <Message key={message.id} message={message} side={side} routes={routes} />
        ))}
      </ol>
    </div>
  )
}

const bubbleClass = (isOwn: boolean, note: string | undefined): string => {
  if (note) return 'border-dashed border-wait'
  if (isOwn) return 'border-transparent bg-accent-soft'

  return 'border-transparent bg-raised'
}

/**
 * Author, time and channel of a message, or that it is a note. Staff see the shop's time zone
 * (P660).
 */
function MessageByline({ message, side }: { message: ConversationMessage; side: ReaderSide }) {
  const { t } = useTranslation('support')
  const { author, name, channel, createdAt, note } = message
  const authorName = author === 'customer' ? name : t(`author.${author}`, { name })
  const timeZone = side === 'staff' ? knownSite().store.timeZone : undefined
  const isOwnMessage = author === side && side === 'customer'

  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
      <bdi className="font-semibold text-ink">{isOwnMessage ? t('author.you') : authorName}</bdi>
      <time dateTime={createdAt}>{date(createdAt, 'moment', currentLanguage(), timeZone)}</time>
      {note && <span className="font-medium text-wait">{note}</span>}
      {!note && (channel !== 'shop' || side !== 'customer') && (
        <span>{t(`channel.${channel}`)}</span>
      )}
    </p>
  )
}

function Message({
  message,
  side,
  routes,
}: {
  message: ConversationMessage
  side: ReaderSide
  routes: MessageRoutes
}) {
  const isOwn = message.author === side
  return (
    <li
      className={join(
        'grid max-w-[min(36rem,88%)] gap-1',
        isOwn ? 'justify-self-end' : 'justify-self-start',
      )}
    >
      <MessageByline message={message} side={side} />

      {message.text && (
        <p
          className={join(
            'rounded-lg border px-3.5 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap',
            bubbleClass(isOwn, message.note),
          )}
        >
          {message.text}
        </p>
      )}

      <Files files={message.files} route={routes.files} />
      {message.mail && <RestOfMail id={message.id} mail={message.mail} route={routes.mails} />}
    </li>
  )
}
