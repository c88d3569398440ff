import { validNumber, wholeForm } from '../../../i18n/typed-number.ts'
import type { Product } from '../shared/rows.ts'
import { formOf, hasSeveral, payloadOf, type ProductFields } from './product-fields.ts'

/** The form of the page: the dialog's fields, how long a key serves, and the first keys. */
export type PageProductFields = ProductFields & {
  /** '' until somebody says it: a new product has no term that nobody chose. */
  validity: '' | 'days' | 'lifetime'
  /** Keys of a new product, one a line. */
  keys: string
}

type Categories = Parameters<typeof formOf>[1]

/** What the page begins with: a product as it stands, or nothing that somebody did not choose. */
export function pageFormOf(
  product: Product | undefined,
  categories: Categories,
): PageProductFields {
  const fields = formOf(product, categories)
  const forLife = fields.expiration === '0'
  if (!product) return { ...fields, price: '', expiration: '', validity: '', keys: '' }

  return {
    ...fields,
    expiration: forLife ? '' : fields.expiration,
    validity: forLife ? 'lifetime' : 'days',
    keys: '',
  }
}

/** A copy of a product to begin a new one with: off sale until somebody has looked at it. */
export const copyOf = (
  product: Product,
  categories: Categories,
  name: string,
): PageProductFields => ({
  ...pageFormOf(product, categories),
  name,
  status: 'inactive',
  ...(hasSeveral(product) ? { expiration: '', validity: '' as const } : {}),
})

/** What is sent of the page's form; null days are for life (P420). */
export function pagePayloadOf(fields: PageProductFields) {
  const { metadata, ...payload } = payloadOf(fields)
  const expiration =
    fields.validity === 'lifetime' ? null : validNumber(fields.expiration, wholeForm)

  return { ...payload, metadata: { ...metadata, expiration } }
}
