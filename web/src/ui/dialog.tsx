import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'

import { IconButton } from './button.tsx'
import { join } from './join.ts'

type DialogProps = {
  open: boolean
  onClose(): void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  footer?: ReactNode
  side?: boolean
  /** A drawer that is only as tall as its content on a phone. */
  short?: boolean
  wide?: boolean
  role?: 'dialog' | 'alertdialog'
}

const modalClass =
  'dialog-box m-auto w-[min(100vw-2rem,28rem)] rounded-lg max-h-[min(100dvh-2rem,46rem)]'

const wideModalClass =
  'dialog-box m-auto w-[min(100vw-2rem,44rem)] rounded-lg max-h-[min(100dvh-2rem,46rem)]'

const drawerClass =
  'dialog-side mt-auto sm:mt-0 sm:ml-auto mb-0 mr-0 ml-0 w-full max-w-none ' +
  'sm:w-[27rem] sm:h-dvh sm:max-h-none rounded-t-lg sm:rounded-none'

/**
 * A modal on the native dialog: focus stays inside, Escape and a click outside close it, focus
 * returns. `side` makes it a drawer (a bottom sheet on a phone).
 */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  footer,
  side = false,
  short = false,
  wide = false,
  role = 'dialog',
}: DialogProps) {
  const centredClass = wide ? wideModalClass : modalClass
  const dialogRef = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = dialogRef.current
    if (!dialog) return

    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  return (
    <dialog
      ref={dialogRef}
      role={role}
      aria-labelledby={titleId}
      onClose={() => {
        // The close event of the previous content arrives late, when the next is already open.
        if (dialogRef.current?.open) return

        // A second Escape closes the native dialog without a cancel event: reopen it, the parent
        // decides.
        if (open) dialogRef.current?.showModal()
        onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialogRef.current) onClose()
      }}
      className={join(
        'flex-col overflow-hidden border border-line bg-surface p-0 text-ink shadow-pop open:flex',
        side
          ? join(drawerClass, short ? 'max-h-[88dvh]' : 'max-h-none max-sm:h-[88dvh]')
          : centredClass,
      )}
    >
      <div className="flex items-center justify-between gap-3 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="text-base font-semibold">
          {title}
        </h2>
        <IconButton label={closeLabel} onClick={onClose}>
          <X size={20} aria-hidden />
        </IconButton>
      </div>

      <div className="min-h-0 flex-1 overflow-y-auto p-5">{open && children}</div>
      {footer && <div className="border-t border-line p-5">{footer}</div>}
    </dialog>
  )
}
