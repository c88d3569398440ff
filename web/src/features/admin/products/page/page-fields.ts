import type { AdminApi } from '@chaveiro/contracts/admin'
import { languages, type Language } from '@chaveiro/contracts/limits'

import type { Reply } from '../../../../api/http.ts'

export type ProductPage = Reply<AdminApi['productPages']['read']>['page']

export type PageFields = Pick<ProductPage, 'slug' | 'texts' | 'images' | 'related'>
export type Picture = PageFields['images'][number]
export type Beside = PageFields['related'][number]
export type PageTab = Language | 'gallery' | 'address'

export function pageFields({ slug, texts, images, related }: ProductPage): PageFields {
  return { slug, texts, images, related }
}

const relatedIds = ({ related }: PageFields) => related.map(({ id }) => id)
const isDifferent = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** Changed texts of one language. */
function changedTexts(before: object, now: object): Record<string, string> {
  const textsBefore = before as Record<string, string>
  return Object.fromEntries(
    Object.entries(now as Record<string, string>).filter(
      ([field, text]) => text !== textsBefore[field],
    ),
  )
}

/** Request body with changed fields only: a page without English texts must not get empty ones. */
export function changesOf(before: PageFields, now: PageFields) {
  const textChanges = languages
    .map(
      (language) => [language, changedTexts(before.texts[language], now.texts[language])] as const,
    )
    .filter(([, changed]) => Object.keys(changed).length > 0)

  return {
    ...(now.slug !== before.slug && { slug: now.slug }),
    ...(textChanges.length ? { texts: Object.fromEntries(textChanges) } : {}),
    ...(isDifferent(before.images, now.images) && { images: now.images }),
    ...(isDifferent(relatedIds(before), relatedIds(now)) && { related: relatedIds(now) }),
  }
}

/** Whether a slug is valid behind `/products/`; `category` is reserved for another path. */
export function isValidSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text !== 'category'
}

/** Tab of a field, by its name in errors and in the form. */
export function tabOfField(field: string): PageTab {
  const [part, language] = field.split('.')
  if (part === 'texts') return language as Language

  if (part === 'images') return 'gallery'

  return 'address'
}

const fieldOfCode: Record<string, string> = {
  'product.slug_taken': 'slug',
  'gallery.full': 'images',
}

/** Form fields that an error is about; empty when it is about the whole form. */
export function refusedFields(code: string, body: Record<string, unknown>): string[] {
  const fieldOfError = fieldOfCode[code]
  if (fieldOfError) return [fieldOfError]

  const namedFields = Array.isArray(body.fields) ? body.fields.map(String) : []

  return namedFields
    .map((field) => (field.startsWith('texts.') ? field : field.split('.')[0]!))
    .filter((field) => /^(?:slug|images|related|texts\.[\w-]+\.\w+)$/.test(field))
}
