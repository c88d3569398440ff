import { languages, type Language } from '@chaveiro/contracts/limits'

import type { SavedReply } from '../../shared/rows.ts'

/** What stands for the customer's name and his order's number in a saved reply (P333). */
export const placeholders = { name: '{{nome}}', order: '{{pedido}}' } as const

/** The slash before the cursor that asks for a saved reply, and what was typed after it. */
export function slashBefore(text: string, caret: number): { from: number; query: string } | null {
  const found = /(?:^|\s)\/([^\s/]{0,40})$/.exec(text.slice(0, caret))
  if (!found) return null

  return { from: caret - found[1]!.length - 1, query: found[1]! }
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The replies whose title holds what was typed, in any case and without accents. */
export const matching = (replies: readonly SavedReply[], query: string): SavedReply[] =>
  replies.filter(({ title }) => plain(title).includes(plain(query)))

/** A reply in a language; in the other one where it has none in that. */
export const textIn = ({ texts }: SavedReply, language: Language): string =>
  texts[language] || languages.map((one) => texts[one]).find(Boolean) || ''

/** A reply with the customer's first name and his order's number; what is not known stays open. */
export const filled = (
  text: string,
  { name, order }: { name: string; order: string | undefined },
): string => {
  const first = name.trim().split(/\s+/)[0]
  return text
    .replaceAll(placeholders.name, () => first || placeholders.name)
    .replaceAll(placeholders.order, () => order || placeholders.order)
}

/** What is still open in a text. */
export const openPlaces = (text: string): string[] =>
  Object.values(placeholders).filter((place) => text.includes(place))
