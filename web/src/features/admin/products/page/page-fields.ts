import type { AdminApi } from '@chaveiro/contracts/admin'
import { languages, type Language } from '@chaveiro/contracts/limits'

import type { Reply } from '../../../../api/http.ts'

export type ProductPage = Reply<AdminApi['productPages']['read']>['page']

/** The form as it stands on the screen. */
export type PageFields = Pick<ProductPage, 'slug' | 'texts' | 'images' | 'related'>
export type Picture = PageFields['images'][number]
export type Beside = PageFields['related'][number]
export type PageTab = Language | 'gallery' | 'address'

/** What the form starts with. */
export function fieldsOf({ slug, texts, images, related }: ProductPage): PageFields {
  return { slug, texts, images, related }
}

const idsOf = ({ related }: PageFields) => related.map(({ id }) => id)
const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** The texts of a language that were changed. */
function changedTexts(before: object, now: object): Record<string, string> {
  const old = before as Record<string, string>
  return Object.fromEntries(
    Object.entries(now as Record<string, string>).filter(([field, text]) => text !== old[field]),
  )
}

/**
 * What is sent: only what was changed, so that a page whose English nobody wrote does not get an
 * empty one.
 */
export function changesOf(before: PageFields, now: PageFields) {
  const texts = languages
    .map(
      (language) => [language, changedTexts(before.texts[language], now.texts[language])] as const,
    )
    .filter(([, changed]) => Object.keys(changed).length > 0)

  return {
    ...(now.slug === before.slug ? {} : { slug: now.slug }),
    ...(texts.length ? { texts: Object.fromEntries(texts) } : {}),
    ...(differ(before.images, now.images) ? { images: now.images } : {}),
    ...(differ(idsOf(before), idsOf(now)) ? { related: idsOf(now) } : {}),
  }
}

/** Whether an address may stand behind `/products/`; `category` leads to the categories. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text !== 'category'
}

/** The tab on which a field stands, by its name as the shop and the form write it. */
export function tabOfField(field: string): PageTab {
  const [part, language] = field.split('.')
  if (part === 'texts') return language as Language

  return part === 'images' ? 'gallery' : 'address'
}

const fieldOfCode: Record<string, string> = {
  'product.slug_taken': 'slug',
  'gallery.full': 'images',
}

/** The fields that a refusal is about; none when it is about the whole. */
export function refusedFields(code: string, body: Record<string, unknown>): string[] {
  const own = fieldOfCode[code]
  if (own) return [own]

  const named = Array.isArray(body.fields) ? body.fields.map(String) : []

  return named
    .map((field) => (field.startsWith('texts.') ? field : field.split('.')[0]!))
    .filter((field) => /^(?:slug|images|related|texts\.[\w-]+\.\w+)$/.test(field))
}
