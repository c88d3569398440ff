import { useTranslation } from 'react-i18next'

import { useSession } from '../../../state/session.ts'
import { useSite } from '../../../state/site.ts'

/** The buyer's mail address, with a note whether keys are sent to it. */
export function WhoBuys() {
  const { t } = useTranslation('checkout')
  const { user } = useSession()
  const { keysByMail } = useSite().store
  if (!user?.email) return null

  return (
    <p className="text-sm text-muted">
      {t(keysByMail ? 'who.byMail' : 'who.account')}{' '}
      <span className="font-medium wrap-anywhere text-ink">{user.email}</span>
    </p>
  )
}
