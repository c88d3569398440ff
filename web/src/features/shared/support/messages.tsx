import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { date } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { knownSite } from '../../../state/watched-site.ts'
import { join } from '../../../ui/join.ts'
import type { SupportFile } from './draft.ts'
import { Files, type FileCall } from './files.tsx'
import { RestOfMail, type MailRest } from './mail-rest.tsx'

export type Said = {
  id: string
  author: 'customer' | 'staff' | 'system'
  name: string
  channel: 'shop' | 'mail' | 'discord'
  text: string
  files: readonly SupportFile[]
  mail: MailRest | null
  createdAt: string
  /** What it is called when it is no message but something that staff noted for each other. */
  note?: string
}

type Side = 'customer' | 'staff'

/** The calls that answer a file of a message, and the mail by which one came. */
type Routes = { files: FileCall; mails: FileCall }

/** What was said, oldest first; whoever reads stands on the right. New words come into view. */
export function Messages({
  messages,
  side,
  routes,
}: {
  messages: readonly Said[]
  side: Side
  routes: Routes
}) {
  const log = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id

  useEffect(() => {
    const box = log.current?.closest('[data-conversation]')
    box?.scrollTo({ top: box.scrollHeight })
  }, [last])

  return (
    <div ref={log} role="log">
      <ol className="grid gap-4">
        {messages.map((message) => (
          <Message key={message.id} message={message} side={side} routes={routes} />
        ))}
      </ol>
    </div>
  )
}

const bubble = (isOwn: boolean, note: string | undefined): string => {
  if (note) return 'border-dashed border-warm/60 bg-warm/10'
  return isOwn ? 'border-line bg-accent/12' : 'border-line bg-raised'
}

/**
 * Who says it, when, and by which way; of a note that it is one. Staff read the shop's clock (P660).
 */
function By({ message, side }: { message: Said; side: Side }) {
  const { t } = useTranslation('support')
  const { author, name, channel, createdAt, note } = message
  const who = author === 'customer' ? name : t(`author.${author}`, { name })
  const zone = side === 'staff' ? knownSite().store.timeZone : undefined
  const isReader = author === side && side === 'customer'

  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-xs text-muted">
      <bdi className="font-semibold text-ink">{isReader ? t('author.you') : who}</bdi>
      <time dateTime={createdAt}>{date(createdAt, 'moment', currentLanguage(), zone)}</time>
      {note && <span className="font-medium text-warm">{note}</span>}
      {!note && (channel !== 'shop' || side !== 'customer') && (
        <span>{t(`channel.${channel}`)}</span>
      )}
    </p>
  )
}

function Message({ message, side, routes }: { message: Said; side: Side; routes: Routes }) {
  const isOwn = message.author === side
  return (
    <li
      className={join(
        'grid max-w-[min(36rem,88%)] gap-1',
        isOwn ? 'justify-self-end' : 'justify-self-start',
      )}
    >
      <By message={message} side={side} />

      {message.text && (
        <p
          className={join(
            'rounded-lg border px-3.5 py-2.5 text-sm wrap-anywhere whitespace-pre-wrap',
            bubble(isOwn, message.note),
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
