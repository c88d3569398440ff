import { supportLimits } from '@chaveiro/contracts/support-limits'
import { MessageSquareText, SendHorizontal, StickyNote } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'

import { number } from '../../../../i18n/format.ts'
import { Notice } from '../../../../ui/badge.tsx'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { inputClass } from '../../../../ui/input-class.ts'
import { join } from '../../../../ui/join.ts'
import { canSend, useGrowingTextarea } from '../../../shared/support/composer.tsx'
import type { Draft } from '../../../shared/support/draft.ts'
import { AttachButton, DraftFiles, FileDrop } from '../../../shared/support/file-box.tsx'
import { useDraft, type DraftHandle } from '../../../shared/support/use-draft.ts'
import type { FullTicket } from '../../shared/rows.ts'
import { SavedList } from './saved-list.tsx'
import { openPlaces } from './saved.ts'
import { useSavedReplies, type Saved } from './use-saved.ts'

/** Why a reply cannot be sent: an error, its length, or unfilled placeholders. */
function Objections({
  handle: { draft, error },
  open: unfilledPlaces,
}: {
  handle: DraftHandle
  open: string[]
}) {
  const { t } = useTranslation(['support', 'admin'])
  const excessLength = draft.text.trim().length - supportLimits.text

  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}

      {excessLength > 0 && (
        <Notice tone="bad">
          {t('tooLong', { max: number(supportLimits.text), over: number(excessLength) })}
        </Notice>
      )}

      {unfilledPlaces.length > 0 && (
        <Notice tone="warm">
          {t('admin:adminTickets.replies.open', { what: unfilledPlaces.join(', ') })}
        </Notice>
      )}
    </>
  )
}

/** Send; a reply also has send and close. */
function SendButtons({
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
  const SubmitIcon = note ? StickyNote : SendHorizontal

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
        icon={<SubmitIcon size={16} aria-hidden />}
      >
        {note && t('admin:adminTickets.desk.keepNote')}
        {!note && <span className="max-sm:sr-only">{t('send')}</span>}
      </Button>
    </div>
  )
}

/** The text field, with a list of saved replies after a slash. */
function DraftField({
  box: growingBox,
  handle: { draft, change },
  saved: savedReplies,
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
  const fieldLabel = t(note ? 'adminTickets.desk.noteLabel' : 'adminTickets.reply')
  const { isOpen, id, chosenIndex } = savedReplies

  return (
    <textarea
      ref={growingBox}
      rows={2}
      aria-label={fieldLabel}
      placeholder={fieldLabel}
      value={draft.text}
      aria-invalid={draft.text.trim().length > supportLimits.text ? true : undefined}
      aria-autocomplete={note ? undefined : 'list'}
      aria-controls={isOpen ? id : undefined}
      aria-activedescendant={isOpen && chosenIndex >= 0 ? `${id}-${chosenIndex}` : undefined}
      className={join(
        inputClass,
        'min-w-0 resize-none py-2',
        note && 'border-dashed border-wait/60 bg-wait/10',
      )}
      onChange={(event) => {
        change({ text: event.target.value })
        savedReplies.trackCaret()
      }}
      onSelect={savedReplies.trackCaret}
      onKeyDown={(event) => {
        if (savedReplies.handleKey(event)) return
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

/** A reply or note with saved replies and files (P333). */
export function ReplyForm({
  ticket,
  owner,
  place,
  note = false,
  onSend,
  onManage = () => {},
}: Props) {
  const { t } = useTranslation('admin')
  // A ref, since the draft calls onSend later, from its own submit.
  const isClosing = useRef(false)
  const draftHandle = useDraft(owner, place, (draft) => onSend(draft, isClosing.current))
  const { draft, change } = draftHandle
  const growingBox = useGrowingTextarea(draft.text)
  const savedReplies = useSavedReplies(ticket, growingBox, note ? '' : draft.text, (text) =>
    change({ text }),
  )
  const unfilledPlaces = note ? [] : openPlaces(draft.text)
  const maySend = canSend(draftHandle) && !unfilledPlaces.length

  const sendReply = (close: boolean) => {
    isClosing.current = close
    if (maySend) void draftHandle.submit()
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        sendReply(false)
      }}
    >
      <Objections handle={draftHandle} open={unfilledPlaces} />
      {!note && <SavedList saved={savedReplies} onManage={onManage} />}
      <FileDrop draft={draftHandle} off={note}>
        <DraftFiles draft={draftHandle} />
        <DraftField
          box={growingBox}
          handle={draftHandle}
          saved={savedReplies}
          note={note}
          onSend={() => sendReply(false)}
        />
      </FileDrop>

      <div className="flex flex-wrap items-center gap-1">
        {note && <p className="text-xs text-muted">{t('adminTickets.desk.noteHint')}</p>}

        {!note && (
          <>
            <AttachButton small draft={draftHandle} />
            <IconButton label={t('adminTickets.replies.insert')} onClick={savedReplies.typeSlash}>
              <MessageSquareText size={20} aria-hidden />
            </IconButton>
          </>
        )}

        <SendButtons
          note={note}
          busy={draftHandle.busy}
          maySend={maySend}
          onClose={() => sendReply(true)}
        />
      </div>
    </form>
  )
}
