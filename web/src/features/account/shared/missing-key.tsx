import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'

function useReason(status: string): string {
  const { t } = useTranslation('account')
  const { keysByMail } = useSite().store
  if (status === 'suspended') return t('licence.suspended')
  if (keysByMail) return t('licence.waitingMail')

  return t('licence.waiting')
}

/** Why a unit shows no key: it is suspended, or the key is still to come. */
export function MissingKey({ status }: { status: string }) {
  return <p className="text-sm text-wait">{useReason(status)}</p>
}
