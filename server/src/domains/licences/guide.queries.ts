import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { richText, type RichText } from '@chaveiro/contracts/rich-text'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'

import { licences, productTexts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { mapText } from '../../platform/text/markdown.ts'

/** Shown in a guide where the key belongs, because the key itself is never put into a text. */
const keyPlaceholder: Localized = { 'pt-BR': '(sua chave)', 'en-US': '(your key)' }

/**
 * The activation guide of a licence, in its owner's language or else in pt-BR; `guide` is null when
 * the product has no guide. The whole result is null when the licence belongs to another account or
 * is revoked (L054).
 */
export async function guideOfLicence(
  app: App,
  licenceId: string,
  userId: string,
  language: Language,
): Promise<{ guide: RichText | null } | null> {
  const guideRows = await app.db
    .select({
      language: productTexts.language,
      tree: sql<unknown>`${productTexts.trees} -> 'guide'`,
    })
    .from(licences)
    .leftJoin(
      productTexts,
      and(
        eq(productTexts.productId, licences.productId),
        inArray(productTexts.language, [language, defaultLanguage]),
      ),
    )
    .where(
      and(eq(licences.id, licenceId), eq(licences.userId, userId), ne(licences.status, 'revoked')),
    )
    .orderBy(sql`${productTexts.language} = ${language} desc nulls last`)

  if (!guideRows.length) return null

  const localizedGuide = guideRows.flatMap((row) => {
    const document = richText.safeParse(row.tree).data
    return row.language && document?.length ? [{ tree: document, language: row.language }] : []
  })[0]

  if (!localizedGuide) return { guide: null }

  const placeholderText = inLanguage(localizedGuide.language, keyPlaceholder)

  return {
    guide: mapText(localizedGuide.tree, (text) => text.replaceAll('{{key}}', placeholderText)),
  }
}
