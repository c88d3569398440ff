import { validNumber, wholeForm } from '../../../i18n/typed-number.ts'
import type { Product } from '../shared/rows.ts'
import { productFields, hasSeveral, payloadOf, type ProductFields } from './product-fields.ts'

/** Form values of the product page: the dialog's fields, validity and the first keys. */
export type PageProductFields = ProductFields & {
  /** Empty until chosen: a new product has no default validity. */
  validity: '' | 'days' | 'lifetime'
  /** Keys of a new product, one per line. */
  keys: string
}

type Categories = Parameters<typeof productFields>[1]

/** Initial values: an existing product, or a new one without preset choices. */
export function pageFormOf(
  product: Product | undefined,
  categories: Categories,
): PageProductFields {
  const dialogFields = productFields(product, categories)
  const isLifetime = dialogFields.expiration === '0'
  if (!product) return { ...dialogFields, price: '', expiration: '', validity: '', keys: '' }

  return {
    ...dialogFields,
    expiration: isLifetime ? '' : dialogFields.expiration,
    validity: isLifetime ? 'lifetime' : 'days',
    keys: '',
  }
}

/** A copy of a product as the start of a new one; inactive until reviewed. */
export const copyFields = (
  product: Product,
  categories: Categories,
  name: string,
): PageProductFields => ({
  ...pageFormOf(product, categories),
  name,
  status: 'inactive',
  ...(hasSeveral(product) && { expiration: '', validity: '' as const }),
})

/** Request body of the form; null days mean lifetime (P420). */
export function pagePayloadOf(fields: PageProductFields) {
  const { metadata, ...payload } = payloadOf(fields)
  const expiration =
    fields.validity === 'lifetime' ? null : validNumber(fields.expiration, wholeForm)

  return { ...payload, metadata: { ...metadata, expiration } }
}
