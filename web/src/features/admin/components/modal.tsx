import { useEffect, useRef, type FocusEvent, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Dialog } from '../../../ui/dialog.tsx'
import { useAskToClose } from './use-ask-to-close.ts'

const fields = 'input:not([type=file], [type=checkbox]), textarea, select'

type TextBox = HTMLInputElement | HTMLTextAreaElement
const textBoxes = 'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=search])'

/** What was typed into a dialog since it was last sent: the fields that hold another text than before. */
function useTyped() {
  const before = useRef(new Map<TextBox, string>())
  return {
    begin({ target }: FocusEvent) {
      if (!target.matches(textBoxes) || before.current.has(target as TextBox)) return
      before.current.set(target as TextBox, (target as TextBox).value)
    },
    /** After something was sent no text is known: whatever is typed then is unsent. */
    type({ target }: FormEvent) {
      const field = target as TextBox
      if (field.matches(textBoxes) && !before.current.has(field)) before.current.set(field, '')
    },
    forget: () => before.current.clear(),
    isLeft: () =>
      [...before.current].some(
        ([field, text]) => field.isConnected && field.value !== text && field.value.trim() !== '',
      ),
  }
}

/**
 * A dialog of the back office: `ui/dialog` with its close button named. `wide` for details, `side`
 * for a drawer. `startsIn` a field: the first one, or the first that is empty. What was typed into
 * its fields and not sent is asked about before it closes; `unsaved` says so where that is known.
 */
export function Modal({
  open = true,
  title,
  onClose,
  footer,
  wide,
  side,
  role,
  startsIn,
  unsaved,
  children,
}: {
  open?: boolean
  title: ReactNode
  onClose(): void
  footer?: ReactNode
  wide?: boolean
  side?: boolean
  role?: 'dialog' | 'alertdialog'
  startsIn?: 'first' | 'empty'
  unsaved?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const content = useRef<HTMLDivElement>(null)
  const typed = useTyped()
  // A question is answered or called off: it asks about nothing itself.
  const isUnsaved = () => role !== 'alertdialog' && (unsaved ?? typed.isLeft())
  const close = useAskToClose(isUnsaved, onClose)

  // The effect of what is inside has run: the dialog is open and has given the focus to its close
  // button. Work starts in a field, and at once: a frame later it could take the focus from who
  // types already.
  useEffect(() => {
    if (!open || !startsIn) return

    const all = [...content.current!.querySelectorAll<HTMLInputElement>(fields)]
    all.find(({ value }) => startsIn === 'first' || value === '')?.focus()
  }, [open, startsIn])

  return (
    <Dialog
      open={open}
      title={title}
      onClose={close}
      closeLabel={t('action.close')}
      footer={footer}
      wide={wide}
      side={side}
      role={role}
    >
      <div
        ref={content}
        className="contents"
        onFocus={typed.begin}
        onInput={typed.type}
        onSubmitCapture={typed.forget}
      >
        {children}
      </div>
    </Dialog>
  )
}
