import { supportLimits } from '@chaveiro/contracts/support-limits'
import { MessageSquareText, SendHorizontal, StickyNote } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { number } from '../../../../i18n/format.ts'
import { Notice } from '../../../../ui/badge.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { inputClass } from '../../../../ui/field.tsx'
import { join } from '../../../../ui/join.ts'
import { canSend, useGrowingTextarea } from '../../../shared/support/composer.tsx'
import type { Draft } from '../../../shared/support/draft.ts'
import { AttachButton, DraftFiles, FileDrop } from '../../../shared/support/file-box.tsx'
import { useDraft, type DraftHandle } from '../../../shared/support/use-draft.ts'
import type { FullTicket } from '../../shared/rows.ts'
import { SavedList } from './saved-list.tsx'
import { openPlaces } from './saved.ts'
import { useSaved, type Saved } from './use-saved.ts'

/** What stands against sending: a failure, too many signs, a place that nothing could fill. */
function Objections({ handle: { draft, error }, open }: { handle: DraftHandle; open: string[] }) {
  const { t } = useTranslation(['support', 'admin'])
  const over = draft.text.trim().length - supportLimits.text

  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}

      {over > 0 && (
        <Notice tone="bad">
          {t('tooLong', { max: number(supportLimits.text), over: number(over) })}
        </Notice>
      )}

      {open.length ? (
        <Notice tone="warm">
          {t('admin:adminTickets.replies.open', { what: open.join(', ') })}
        </Notice>
      ) : null}
    </>
  )
}

/** Send, and for an answer: send and close. */
function Acts({
  note,
  busy,
  maySend,
  onClose,
}: {
  note: boolean
  busy: boolean
  maySend: boolean
  onClose(): void
}) {
  const { t } = useTranslation(['support', 'admin'])
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      {!note && (
        <Button size="sm" disabled={!maySend || busy} onClick={onClose}>
          {t('admin:adminTickets.desk.sendAndClose')}
        </Button>
      )}

      <Button
        type="submit"
        size="sm"
        look="primary"
        busy={busy}
        disabled={!maySend}
        icon={
          note ? <StickyNote size={16} aria-hidden /> : <SendHorizontal size={16} aria-hidden />
        }
      >
        {note ? (
          t('admin:adminTickets.desk.keepNote')
        ) : (
          <span className="max-sm:sr-only">{t('send')}</span>
        )}
      </Button>
    </div>
  )
}

/** The field itself, told of the saved replies that its slash brings. */
function Field({
  box,
  handle: { draft, change },
  saved,
  note,
  onSend,
}: {
  box: RefObject<HTMLTextAreaElement | null>
  handle: DraftHandle
  saved: Saved
  note: boolean
  onSend(): void
}) {
  const { t } = useTranslation('admin')
  const label = t(note ? 'adminTickets.desk.noteLabel' : 'adminTickets.reply')
  const { isOpen, id, chosen } = saved

  return (
    <textarea
      ref={box}
      rows={2}
      aria-label={label}
      placeholder={label}
      value={draft.text}
      aria-invalid={draft.text.trim().length > supportLimits.text ? true : undefined}
      aria-autocomplete={note ? undefined : 'list'}
      aria-controls={isOpen ? id : undefined}
      aria-activedescendant={isOpen && chosen >= 0 ? `${id}-${chosen}` : undefined}
      className={join(
        inputClass,
        'min-w-0 resize-none py-2',
        note && 'border-dashed border-warm/60 bg-warm/10',
      )}
      onChange={(event) => {
        change({ text: event.target.value })
        saved.track()
      }}
      onSelect={saved.track}
      onKeyDown={(event) => {
        if (saved.press(event)) return
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend()
      }}
    />
  )
}

type Props = {
  ticket: FullTicket
  owner: string
  place: string
  note?: boolean
  onSend(draft: Draft, close: boolean): Promise<void>
  onManage?(): void
}

/** What is typed to the customer or for the team, with its saved replies and files (P333). */
export function ReplyForm({
  ticket,
  owner,
  place,
  note = false,
  onSend,
  onManage = () => {},
}: Props) {
  const { t } = useTranslation('admin')
  const closing = useRef(false)
  const handle = useDraft(owner, place, (draft) => onSend(draft, closing.current))
  const { draft, change } = handle
  const box = useGrowingTextarea(draft.text)
  const saved = useSaved(ticket, box, note ? '' : draft.text, (text) => change({ text }))
  const open = note ? [] : openPlaces(draft.text)
  const maySend = canSend(handle) && !open.length

  const send = (close: boolean) => {
    closing.current = close
    if (maySend) void handle.submit()
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <Objections handle={handle} open={open} />
      {!note && <SavedList saved={saved} onManage={onManage} />}
      <FileDrop draft={handle} off={note}>
        <DraftFiles draft={handle} />
        <Field box={box} handle={handle} saved={saved} note={note} onSend={() => send(false)} />
      </FileDrop>

      <div className="flex flex-wrap items-center gap-1">
        {note ? (
          <p className="text-xs text-muted">{t('adminTickets.desk.noteHint')}</p>
        ) : (
          <>
            <AttachButton small draft={handle} />
            <IconButton label={t('adminTickets.replies.insert')} onClick={saved.ask}>
              <MessageSquareText size={20} aria-hidden />
            </IconButton>
          </>
        )}

        <Acts note={note} busy={handle.busy} maySend={maySend} onClose={() => send(true)} />
      </div>
    </form>
  )
}
