import { trailWords } from '@chaveiro/contracts/admin/trail-words'
import { inLanguage } from '@chaveiro/contracts/localized'
import {
  chargeMismatches,
  isRefundReason,
  refundCause,
  trailReasons,
} from '@chaveiro/contracts/shop-reasons'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'

const phrases: ReadonlySet<string> = new Set([...chargeMismatches, ...trailReasons])

/**
 * Code of a reason written by the shop; null for a person's text. Variants that differ only by id
 * or number share a code.
 */
export function reasonCode(reason: string): string | null {
  if (phrases.has(reason)) return reason.replaceAll(' ', '_')
  if (isRefundReason(reason)) return refundCause(reason)

  return /^[a-z_]+$/.test(reason) ? reason : null
}

/** Texts for actions, reasons and sources of events; unknown ones keep their code. */
export function useStoryWords(): {
  happened(action: string): string
  why(reason: string): string
  from(source: string): string
} {
  const { t, i18n } = useTranslation('admin')
  return {
    happened(action) {
      const actionWords = trailWords[action]
      if (actionWords) return inLanguage(currentLanguage(), actionWords)

      return action
    },
    why(reason) {
      const reasonKey = `adminOrders.why.${reasonCode(reason)}`
      if (i18n.exists(`admin:${reasonKey}`)) return t(reasonKey as 'adminOrders.why.expired')

      return reason
    },
    from(source) {
      const sourceKey = `adminOrders.source.${source}`
      if (i18n.exists(`admin:${sourceKey}`)) return t(sourceKey as 'adminOrders.source.shop')

      return source
    },
  }
}
