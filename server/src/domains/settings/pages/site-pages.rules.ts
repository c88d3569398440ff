import type { Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { Block, Inline, RichText } from '@chaveiro/contracts/rich-text'

type Texts = Localized<{ title: string; content: string }>

/** Whether a page is complete in a language: it needs a title and content. */
const isIn = (texts: Texts, language: Language): boolean =>
  texts[language].title !== '' && texts[language].content.trim() !== ''

/** The language in which a page is shown to a reader; null without any complete one. */
export function languageOf(texts: Texts, preferred: Language): Language | null {
  const other = preferred === 'pt-BR' ? 'en-US' : 'pt-BR'
  if (isIn(texts, preferred)) return preferred

  return isIn(texts, other) ? other : null
}

const descriptionMost = 160

/** The beginning of a text as plain words, cut between words, for search engines. */
export function descriptionOf(tree: RichText): string {
  const words = wordsOf(tree).replace(/\s+/g, ' ').trim()
  if (words.length <= descriptionMost) return words

  const cut = words.slice(0, descriptionMost)

  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 100))}…`
}

const wordsOf = (nodes: readonly (Block | Inline)[]): string => {
  let words = ''

  for (const node of nodes) {
    if (words.length > 2 * descriptionMost) break

    if ('text' in node) words += node.text
    else if ('items' in node) words += wordsOf(node.items.flat())
    else if ('children' in node) words += wordsOf(node.children)
    if (['paragraph', 'heading', 'codeBlock'].includes(node.type)) words += ' '
  }

  return words
}
