import type { Api } from '@chaveiro/contracts'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../api/http.ts'

type ListedProduct = Pick<
  Reply<Api['catalogue']['byCategory']>[number],
  'variantCount' | 'metadata'
>

const yearDays = 365

/** A term in words: whole years in months, others in days. */
function useTermText(days: number): string {
  const { t } = useTranslation('store')
  if (!days) return t('option.forLife')

  const years = days / yearDays
  if (Number.isInteger(years)) return t('option.months', { count: years * 12 })

  return t('option.days', { count: days })
}

/** How long the licence of a product is valid; nothing for a product with several variants. */
export function ProductTerm({ product: { variantCount, metadata } }: { product: ListedProduct }) {
  const termText = useTermText(metadata.expiration)
  if (variantCount > 1) return null

  return <span className="text-xs text-muted">{termText}</span>
}
