import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'

const fields = 'input:not([type=file], [type=checkbox]), textarea, select'

/**
 * A dialog of the back office: `ui/dialog` with its close button named. `wide` for details, `side`
 * for a drawer. `startsIn` a field: the first one, or the first that is empty.
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
  children: ReactNode
}) {
  const { t } = useTranslation('common')
  const content = useRef<HTMLDivElement>(null)
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
      onClose={onClose}
      closeLabel={t('action.close')}
      footer={footer}
      wide={wide}
      side={side}
      role={role}
    >
      <div ref={content} className="contents">
        {children}
      </div>
    </Dialog>
  )
}
