import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { joinPhrase } from '../shared/ways.ts'

/** The enabled payment methods in one phrase; null if there are none. */
export function usePaymentWays(): string | null {
  const { t } = useTranslation('home')
  const { pix, card, crypto } = useSite().store.methods
  const optionalNames = [pix && t('way.pix'), card && t('way.card'), crypto && t('way.crypto')]
  const methodNames = optionalNames.filter((name) => name !== false)

  if (methodNames.length === 0) return null

  return joinPhrase(methodNames, 'disjunction')
}
