import { useEffect, useRef, type FocusEvent, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { Dialog } from '../../../ui/dialog.tsx'
import { useAskToClose } from './use-ask-to-close.ts'

const focusableFields = 'input:not([type=file], [type=checkbox]), textarea, select'

type TextBox = HTMLInputElement | HTMLTextAreaElement
const textBoxSelector =
  'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=search])'

/** Tracks unsent text in a dialog: fields whose value differs from their value at first focus. */
function useUnsentText() {
  const initialTexts = useRef(new Map<TextBox, string>())
  return {
    begin({ target }: FocusEvent) {
      if (!target.matches(textBoxSelector) || initialTexts.current.has(target as TextBox)) return
      initialTexts.current.set(target as TextBox, (target as TextBox).value)
    },
    /** After a submit every field counts as empty, so that any text typed later is unsent. */
    type({ target }: FormEvent) {
      const textField = target as TextBox
      if (textField.matches(textBoxSelector) && !initialTexts.current.has(textField))
        initialTexts.current.set(textField, '')
    },
    forget: () => initialTexts.current.clear(),
    isLeft: () =>
      [...initialTexts.current].some(
        ([field, text]) => field.isConnected && field.value !== text && field.value.trim() !== '',
      ),
  }
}

/**
 * A dialog of the back office. `wide` is for details, `side` for a drawer; `startsIn` focuses the
 * first field or the first empty one. Closing asks first when typed text would be lost; `unsaved`
 * overrides that detection.
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
  const dialogContent = useRef<HTMLDivElement>(null)
  const unsentText = useUnsentText()
  // A confirmation dialog closes without asking about unsaved text.
  const isUnsaved = () => role !== 'alertdialog' && (unsaved ?? unsentText.isLeft())
  const askToClose = useAskToClose(isUnsaved, onClose)

  // This effect runs after the dialog's own, which focuses the close button. No animation frame is
  // awaited: the focus could then leave a field in which the person already types.
  useEffect(() => {
    if (!open || !startsIn) return

    const focusable = [
      ...dialogContent.current!.querySelectorAll<HTMLInputElement>(focusableFields),
    ]
    focusable.find(({ value }) => startsIn === 'first' || value === '')?.focus()
  }, [open, startsIn])

  return (
    <Dialog
      open={open}
      title={title}
      onClose={askToClose}
      closeLabel={t('action.close')}
      footer={footer}
      wide={wide}
      side={side}
      role={role}
    >
      <div
        ref={dialogContent}
        className="contents"
        onFocus={unsentText.begin}
        onInput={unsentText.type}
        onSubmitCapture={unsentText.forget}
      >
        {children}
      </div>
    </Dialog>
  )
}
