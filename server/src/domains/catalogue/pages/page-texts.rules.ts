import type { productPages } from '@chaveiro/contracts/admin/product-page'
import { pageLengths } from '@chaveiro/contracts/lengths'
import { languages, type Language } from '@chaveiro/contracts/limits'
import type { RichText } from '@chaveiro/contracts/rich-text'
import type { z } from 'zod'

import { fail } from '../../../platform/errors.ts'
import { treeOf } from '../../../platform/text/markdown.ts'

type Given = NonNullable<z.output<typeof productPages.update.body>['texts']>
type Field = keyof typeof pageLengths
const isField = (name: string): name is Field => name in pageLengths

/** The texts that are Markdown. */
const formed: readonly Field[] = ['body', 'requirements', 'includes', 'guide']

/** Texts of one language that were given, with the tree of each that is Markdown. */
export type MadeTexts = {
  language: Language
  sources: Partial<Record<Field, string>>
  trees: Partial<Record<Field, RichText>>
}

/** What was given of the texts of a page, by language. Throws text.refused, which names the field. */
export const madeTexts = (given: Given): MadeTexts[] =>
  languages.flatMap((language) => {
    const sources = given[language]
    if (!sources) return []

    const made: MadeTexts = { language, sources: {}, trees: {} }

    for (const [field, text] of Object.entries(sources)) {
      if (text === undefined || !isField(field)) continue

      const path = `texts.${language}.${field}`
      made.sources[field] = text
      if (formed.includes(field)) made.trees[field] = drawnText(text, pageLengths[field], path)
      else if (text.length > pageLengths[field]) throw refused(path)
    }

    return [made]
  })

/** What is drawn of a text of the length that is allowed to a field. Throws text.refused. */
export function drawnText(text: string, most: number, field: string): RichText {
  const tree = text.length <= most ? treeOf(text) : null
  if (!tree) throw refused(field)

  return tree
}

const refused = (field: string) => fail('text.refused', { field }, { fields: [field] })
