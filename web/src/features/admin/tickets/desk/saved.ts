import { languages, type Language } from '@chaveiro/contracts/limits'

import type { SavedReply } from '../../shared/rows.ts'

/** Placeholders for the customer's name and order number in saved replies (P333). */
export const placeholders = { name: '{{nome}}', order: '{{pedido}}' } as const

/** The slash before the cursor that opens the saved replies, and the text after it. */
export function slashBefore(text: string, caret: number): { from: number; query: string } | null {
  const slashMatch = /(?:^|\s)\/([^\s/]{0,40})$/.exec(text.slice(0, caret))
  if (!slashMatch) return null

  return { from: caret - slashMatch[1]!.length - 1, query: slashMatch[1]! }
}

const plainText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Replies whose title contains the text, ignoring case and accents. */
export const matchingReplies = (replies: readonly SavedReply[], query: string): SavedReply[] =>
  replies.filter(({ title }) => plainText(title).includes(plainText(query)))

/** A reply's text in this language, or in another language if it has none. */
export const replyText = ({ texts }: SavedReply, language: Language): string =>
  texts[language] || languages.map((one) => texts[one]).find(Boolean) || ''

/** Fills in the customer's first name and order number; unknown placeholders stay. */
export const fillPlaceholders = (
  text: string,
  { name, order }: { name: string; order: string | undefined },
): string => {
  const firstName = name.trim().split(/\s+/)[0]
  return text
    .replaceAll(placeholders.name, () => firstName || placeholders.name)
    .replaceAll(placeholders.order, () => order || placeholders.order)
}

/** Placeholders left in a text. */
export const openPlaces = (text: string): string[] =>
  Object.values(placeholders).filter((place) => text.includes(place))
