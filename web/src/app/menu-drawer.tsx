import { useTranslation } from 'react-i18next'

import { Dialog } from '../ui/dialog.tsx'
import { AccountLinks, PageLinks } from './nav-links.tsx'

/** The navbar's links as a drawer, for a phone. */
export function MenuDrawer({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      side
      short
      open={open}
      onClose={onClose}
      title={t('nav.menu')}
      closeLabel={t('action.close')}
    >
      <nav aria-label={t('nav.menu')} className="grid gap-2">
        <PageLinks tall />
        <hr className="my-2 border-line" />
        <AccountLinks wide />
      </nav>
    </Dialog>
  )
}
