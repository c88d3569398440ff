import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'

/**
 * A dialog of the back office: `ui/dialog` with its close button named. `wide` for details, `side`
 * for a drawer.
 */
export function Modal({
  open = true,
  title,
  onClose,
  footer,
  wide,
  side,
  role,
  children,
}: {
  open?: boolean
  title: ReactNode
  onClose(): void
  footer?: ReactNode
  wide?: boolean
  side?: boolean
  role?: 'dialog' | 'alertdialog'
  children: ReactNode
}) {
  const { t } = useTranslation('common')
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
      {children}
    </Dialog>
  )
}
