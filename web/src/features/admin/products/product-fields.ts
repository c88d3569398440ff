import { productDefaults, type Currency } from '@chaveiro/contracts/limits'
import { defaultCategory, type sellerTypes } from '@chaveiro/contracts/product-limits'
import type { ProductProvider, ProductStatus } from '@chaveiro/contracts/states'

import {
  moneyForm,
  numberIn,
  validNumber,
  numberFieldText,
  wholeForm,
} from '../../../i18n/typed-number.ts'

/** Values of the form; numbers are still text. */
export type ProductFields = {
  name: string
  description: string
  price: string
  currency: Currency
  category: string
  provider: ProductProvider
  status: ProductStatus
  discordRoleId: string
  isFeatured: boolean
  image: string
  sellerType: (typeof sellerTypes)[number]
  level: string
  expiration: string
  maxPerOrder: string
}

type Known = Omit<
  ProductFields,
  | 'price'
  | 'category'
  | 'discordRoleId'
  | 'image'
  | 'sellerType'
  | 'level'
  | 'expiration'
  | 'maxPerOrder'
> & {
  price: number
  maxPerOrder: number
  category: { id: string }
  discordRoleId: string | null
  image: string | null
  metadata: { sellerType: string; level: number; expiration: number }
}

/** The typed level for KeyAuth; other providers ignore the field, even when it is invalid. */
const keyauthLevel = ({ level, provider }: ProductFields): number => {
  if (provider === 'keyauth') return validNumber(level, wholeForm)

  return numberIn(level, wholeForm) || productDefaults.level
}

/** Form values of a product; a new one has defaults and the category 'general' (B154, Q42). */
export function productFields(
  product: Known | undefined,
  categories: readonly { id: string; name: string }[],
): ProductFields {
  if (product) {
    const { name, description, currency, provider, status, isFeatured, metadata } = product
    return {
      name,
      description,
      currency,
      provider,
      status,
      isFeatured,
      price: numberFieldText(product.price, moneyForm(currency)),
      category: product.category.id,
      discordRoleId: product.discordRoleId ?? '',
      image: product.image ?? '',
      sellerType: metadata.sellerType === 'singleloader' ? 'singleloader' : 'multiloader',
      level: String(metadata.level),
      expiration: String(metadata.expiration),
      maxPerOrder: String(product.maxPerOrder),
    }
  }

  const { priceCents, currency, provider, status, sellerType, level, expirationDays, maxPerOrder } =
    productDefaults

  return {
    name: '',
    description: '',
    price: numberFieldText(priceCents / 100, moneyForm(currency)),
    currency,
    category: (categories.find(({ name }) => name === defaultCategory) ?? categories[0])?.id ?? '',
    provider,
    status,
    discordRoleId: '',
    isFeatured: false,
    image: '',
    sellerType,
    level: String(level),
    expiration: String(expirationDays),
    maxPerOrder: String(maxPerOrder),
  }
}

/** Whether a product has several options; a new one never does. */
export function hasSeveral(product: { variantCount: number } | undefined): boolean {
  return (product?.variantCount ?? 1) > 1
}

/** Request body of the product itself, without price and validity of its options. */
export function generalOf(fields: ProductFields) {
  const { currency, category, status, isFeatured } = fields
  return {
    name: fields.name.trim(),
    description: fields.description.trim(),
    currency,
    category,
    status,
    isFeatured,
    image: fields.image || null,
  }
}

/** Request body of a product without its validity. */
export function payloadOf(fields: ProductFields) {
  const { provider, sellerType } = fields
  return {
    ...generalOf(fields),
    price: validNumber(fields.price, moneyForm(fields.currency)),
    provider,
    discordRoleId: fields.discordRoleId.trim() || null,
    maxPerOrder: validNumber(fields.maxPerOrder, wholeForm),
    metadata: { sellerType, level: keyauthLevel(fields) },
  }
}
