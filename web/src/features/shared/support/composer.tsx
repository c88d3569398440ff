import { supportLimits } from '@chaveiro/contracts/support-limits'
import { SendHorizontal } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { number } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/input-class.ts'
import { join } from '../../../ui/join.ts'
import type { Draft } from './draft.ts'
import { AttachButton, DraftFiles, FileDrop } from './file-box.tsx'
import { useDraft, type DraftHandle } from './use-draft.ts'

/** Grows a textarea with its text, up to a third of the screen. */
export function useGrowingTextarea(text: string) {
  const textareaRef = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const textarea = textareaRef.current
    if (!textarea) return

    textarea.style.height = 'auto'
    textarea.style.height = `${Math.min(textarea.scrollHeight + 2, window.innerHeight / 3)}px`
  }, [text])

  return textareaRef
}

/** Whether a draft may be sent: text or files, no upload in progress, not too long. */
export function canSend({ draft, uploads }: DraftHandle): boolean {
  const textLength = draft.text.trim().length
  return (
    (textLength > 0 || draft.files.length > 0) &&
    textLength <= supportLimits.text &&
    uploads.every((upload) => upload.error)
  )
}

/** The input below a conversation, with its files. A draft stays until it is sent (P168). */
export function Composer({
  owner,
  place,
  label,
  files = true,
  onSend,
}: {
  owner: string
  place: string
  label: string
  files?: boolean
  onSend(draft: Draft): Promise<void>
}) {
  const { t } = useTranslation('support')
  const draftHandle = useDraft(owner, place, onSend)
  const { draft, change, error, busy } = draftHandle
  const textareaRef = useGrowingTextarea(draft.text)
  const textareaId = useId()
  const excessLength = draft.text.trim().length - supportLimits.text
  const submitDraft = () => {
    if (canSend(draftHandle)) void draftHandle.submit()
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submitDraft()
      }}
    >
      <FileDrop draft={draftHandle}>
        {error && <Notice tone="bad">{error}</Notice>}

        {excessLength > 0 && (
          <Notice tone="bad">
            {t('tooLong', { max: number(supportLimits.text), count: excessLength })}
          </Notice>
        )}

        <DraftFiles draft={draftHandle} />

        <div className="flex items-end gap-1 sm:gap-2">
          {files && <AttachButton small draft={draftHandle} />}
          <label htmlFor={textareaId} className="sr-only">
            {label}
          </label>

          <textarea
            id={textareaId}
            ref={textareaRef}
            rows={1}
            value={draft.text}
            placeholder={label}
            aria-invalid={excessLength > 0 ? true : undefined}
            className={join(inputClass, 'min-w-0 flex-1 resize-none py-2')}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitDraft()
            }}
          />

          <Button
            type="submit"
            look="primary"
            busy={busy}
            disabled={!canSend(draftHandle)}
            icon={<SendHorizontal size={18} aria-hidden />}
            aria-label={t('send')}
            className="shrink-0"
          >
            <span className="max-sm:hidden">{t('send')}</span>
          </Button>
        </div>
      </FileDrop>
    </form>
  )
}
