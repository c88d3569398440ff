import { trailWords } from '@chaveiro/contracts/admin/trail-words'
import { inLanguage } from '@chaveiro/contracts/localized'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../../../i18n/language.ts'

const codesOfWords = new RegExp(
  '^(?:dispute (?:open|won|lost)|refund failed|nothing to pay|customer deleted|' +
    'another (?:txid|recipient|currency|reference|amount asked))$',
)

/**
 * The code of a reason that the shop wrote itself, null when a person wrote it; what is told apart
 * by an id or a number is one of a kind.
 */
export function reasonCode(reason: string): string | null {
  if (codesOfWords.test(reason)) return reason.replaceAll(' ', '_')

  const kind = /^(requested|by_hand)(?: \d+)?$|^(provider|dispute) \S+$/.exec(reason)
  if (kind) return (kind[1] ?? kind[2])!

  if (!/^[a-z_]+$/.test(reason)) return null

  return reason
}

/**
 * What happened, why, and where the shop heard of it, in words; what has none yet is said as it is
 * called.
 */
export function useStoryWords(): {
  happened(action: string): string
  why(reason: string): string
  from(source: string): string
} {
  const { t, i18n } = useTranslation('admin')
  return {
    happened(action) {
      const words = trailWords[action]
      return words ? inLanguage(currentLanguage(), words) : action
    },
    why(reason) {
      const key = `adminOrders.why.${reasonCode(reason)}`
      return i18n.exists(`admin:${key}`) ? t(key as 'adminOrders.why.expired') : reason
    },
    from(source) {
      const key = `adminOrders.source.${source}`
      return i18n.exists(`admin:${key}`) ? t(key as 'adminOrders.source.shop') : source
    },
  }
}
