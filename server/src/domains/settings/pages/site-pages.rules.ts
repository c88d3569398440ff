import type { Language } from '@chaveiro/contracts/limits'
import type { Localized } from '@chaveiro/contracts/localized'
import type { Block, Inline, RichText } from '@chaveiro/contracts/rich-text'

type Texts = Localized<{ title: string; content: string }>

/** Whether a page is complete in a language: it needs a title and content. */
const isWrittenIn = (texts: Texts, language: Language): boolean =>
  texts[language].title !== '' && texts[language].content.trim() !== ''

/** The language in which a page is shown to a reader; null when no language is complete. */
export function languageOf(texts: Texts, preferred: Language): Language | null {
  const otherLanguage = preferred === 'pt-BR' ? 'en-US' : 'pt-BR'
  if (isWrittenIn(texts, preferred)) return preferred

  return isWrittenIn(texts, otherLanguage) ? otherLanguage : null
}

const descriptionMost = 160

/** The first half of a character that UTF-16 stores in two, at the end of a text. */
const halfEmoji = /[\ud800-\udbff]$/

/** The beginning of a text as plain words, cut between words, for search engines. */
export function descriptionOf(tree: RichText): string {
  const plainText = textOfNodes(tree).replace(/\s+/g, ' ').trim()
  if (plainText.length <= descriptionMost) return plainText

  const shortenedText = plainText.slice(0, descriptionMost)

  const wholeWords = shortenedText.slice(0, Math.max(shortenedText.lastIndexOf(' '), 100))

  return `${wholeWords.replace(halfEmoji, '')}…`
}

const textOfNodes = (nodes: readonly (Block | Inline)[]): string => {
  let joinedText = ''

  for (const node of nodes) {
    if (joinedText.length > 2 * descriptionMost) break

    if ('text' in node) joinedText += node.text
    else if ('items' in node) joinedText += textOfNodes(node.items.flat())
    else if ('children' in node) joinedText += textOfNodes(node.children)
    if (['paragraph', 'heading', 'codeBlock'].includes(node.type)) joinedText += ' '
  }

  return joinedText
}
