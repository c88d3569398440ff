import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'
import { phrase } from '../shared/ways.ts'

/** The ways to pay that are switched on, in one phrase; null where there are none. */
export function useWays(): string | null {
  const { t } = useTranslation('home')
  const { pix, card, crypto } = useSite().store.methods
  const names = [pix && t('way.pix'), card && t('way.card'), crypto && t('way.crypto')]
  const ways = names.filter((name) => name !== false)

  return ways.length ? phrase(ways, 'disjunction') : null
}
