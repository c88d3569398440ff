import type { productPages } from '@chaveiro/contracts/admin/product-page'
import { pageLengths } from '@chaveiro/contracts/lengths'
import { languages, type Language } from '@chaveiro/contracts/limits'
import type { RichText } from '@chaveiro/contracts/rich-text'
import type { z } from 'zod'

import { fail } from '../../../platform/errors.ts'
import { parseMarkdown } from '../../../platform/text/markdown.ts'

type GivenTexts = NonNullable<z.output<typeof productPages.update.body>['texts']>
type Field = keyof typeof pageLengths
const isField = (name: string): name is Field => name in pageLengths

/** The fields that contain Markdown. */
const markdownFields: readonly Field[] = ['body', 'requirements', 'includes', 'guide']

/** The submitted texts of one language, with the parsed tree of each Markdown field. */
export type ParsedTexts = {
  language: Language
  sources: Partial<Record<Field, string>>
  trees: Partial<Record<Field, RichText>>
}

/**
 * The texts of a page from a request, one entry for each language. Throws text.refused with the
 * name of the field.
 */
export const parseTexts = (given: GivenTexts): ParsedTexts[] =>
  languages.flatMap((language) => {
    const sources = given[language]
    if (!sources) return []

    const parsedTexts: ParsedTexts = { language, sources: {}, trees: {} }

    for (const [field, text] of Object.entries(sources)) {
      if (text === undefined || !isField(field)) continue

      const fieldPath = `texts.${language}.${field}`
      parsedTexts.sources[field] = text
      if (markdownFields.includes(field))
        parsedTexts.trees[field] = parseRichText(text, pageLengths[field], fieldPath)
      else if (text.length > pageLengths[field]) throw textRefused(fieldPath)
    }

    return [parsedTexts]
  })

/** The parsed tree of a text of at most `most` characters. Throws text.refused. */
export function parseRichText(text: string, most: number, field: string): RichText {
  const parsedTree = text.length <= most ? parseMarkdown(text) : null
  if (!parsedTree) throw textRefused(field)

  return parsedTree
}

const textRefused = (field: string) => fail('text.refused', { field }, { fields: [field] })
