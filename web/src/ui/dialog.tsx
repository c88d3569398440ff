import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'

import { IconButton } from './button.tsx'
import { join } from './join.ts'

type Props = {
  open: boolean
  onClose(): void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  footer?: ReactNode
  side?: boolean
  /** A drawer that is no taller on a phone than what it holds. */
  short?: boolean
  wide?: boolean
  role?: 'dialog' | 'alertdialog'
}

const box = 'dialog-box m-auto w-[min(100vw-2rem,28rem)] rounded-lg max-h-[min(100dvh-2rem,46rem)]'

const wideBox =
  'dialog-box m-auto w-[min(100vw-2rem,44rem)] rounded-lg max-h-[min(100dvh-2rem,46rem)]'

const drawer =
  'dialog-side mt-auto sm:mt-0 sm:ml-auto mb-0 mr-0 ml-0 w-full max-w-none ' +
  'sm:w-[27rem] sm:h-dvh sm:max-h-none rounded-t-lg sm:rounded-none'

/**
 * A modal on the native dialog: focus stays inside, Escape and a click beside it close it, focus
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
}: Props) {
  const upright = wide ? wideBox : box
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return

    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
  }, [open])

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={titleId}
      onClose={() => {
        // The end of what was shown before comes late, when the next is shown already.
        if (ref.current?.open) return

        // A second Escape closes it without asking; whoever shows it decides.
        if (open) ref.current?.showModal()
        onClose()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === ref.current) onClose()
      }}
      className={join(
        'flex-col overflow-hidden border border-line bg-surface p-0 text-ink shadow-pop open:flex',
        side ? join(drawer, short ? 'max-h-[88dvh]' : 'max-h-none max-sm:h-[88dvh]') : upright,
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

      <div className="min-h-0 flex-1 overflow-y-auto p-5">{open ? children : null}</div>
      {footer ? <div className="border-t border-line p-5">{footer}</div> : null}
    </dialog>
  )
}
