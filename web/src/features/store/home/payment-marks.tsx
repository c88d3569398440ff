import { cryptoCoins } from '@chaveiro/contracts/limits'
import { useTranslation } from 'react-i18next'

import { useSite } from '../../../state/site.ts'

/** Names of the payment methods that this shop has enabled, in one grey row (P120). */
export function PaymentMarks() {
  const { t } = useTranslation('home')
  const { pix, card, crypto } = useSite().store.methods

  const markNames = [
    ...(pix ? ['PIX'] : []),
    ...(card ? ['Visa', 'Mastercard'] : []),
    ...(crypto ? cryptoCoins : []),
  ]

  if (markNames.length === 0) return null

  return (
    <ul aria-label={t('ways')} className="flex flex-wrap text-xs font-semibold text-muted">
      {markNames.map((name) => (
        <li key={name} className="not-first:before:mx-1.5 not-first:before:content-['·']">
          {name}
        </li>
      ))}
    </ul>
  )
}
