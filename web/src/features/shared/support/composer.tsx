import { supportLimits } from '@chaveiro/contracts/support-limits'
import { SendHorizontal } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { number } from '../../../i18n/format.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { join } from '../../../ui/join.ts'
import type { Draft } from './draft.ts'
import { AttachButton, DraftFiles, FileDrop } from './file-box.tsx'
import { useDraft, type DraftHandle } from './use-draft.ts'

/** Grows with what is typed, to a third of the screen. */
export function useGrowing(text: string) {
  const box = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    const area = box.current
    if (!area) return

    area.style.height = 'auto'
    area.style.height = `${Math.min(area.scrollHeight + 2, window.innerHeight / 3)}px`
  }, [text])

  return box
}

/** Whether something may be sent: words or files, nothing on its way, nothing too long. */
export function isSendable({ draft, uploads }: DraftHandle): boolean {
  const length = draft.text.trim().length
  return (
    (length > 0 || draft.files.length > 0) &&
    length <= supportLimits.text &&
    uploads.every((one) => one.error)
  )
}

/** What is typed below a conversation, with its files; it stays until it was sent (P168). */
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
  const handle = useDraft(owner, place, onSend)
  const { draft, change, error, busy } = handle
  const box = useGrowing(draft.text)
  const id = useId()
  const over = draft.text.trim().length - supportLimits.text
  const send = () => {
    if (isSendable(handle)) void handle.submit()
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <FileDrop draft={handle}>
        {error && <Notice tone="bad">{error}</Notice>}

        {over > 0 && (
          <Notice tone="bad">
            {t('tooLong', { max: number(supportLimits.text), count: over })}
          </Notice>
        )}

        <DraftFiles draft={handle} />

        <div className="flex items-end gap-1 sm:gap-2">
          {files && <AttachButton small draft={handle} />}
          <label htmlFor={id} className="sr-only">
            {label}
          </label>

          <textarea
            id={id}
            ref={box}
            rows={1}
            value={draft.text}
            placeholder={label}
            aria-invalid={over > 0 ? true : undefined}
            className={join(inputClass, 'min-w-0 flex-1 resize-none py-2')}
            onChange={(event) => change({ text: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
            }}
          />

          <Button
            type="submit"
            look="primary"
            busy={busy}
            disabled={!isSendable(handle)}
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
