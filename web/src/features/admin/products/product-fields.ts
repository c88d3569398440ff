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

/** The form as it stands on the screen: numbers are what was typed. */
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

/** A level that was typed where it is asked for; elsewhere what is of no use does not matter. */
const levelOf = ({ level, provider }: ProductFields): number =>
  provider === 'keyauth'
    ? validNumber(level, wholeForm)
    : numberIn(level, wholeForm) || productDefaults.level

/**
 * What the form starts with: the row's values, or the defaults of a new product with the category
 * 'general' (B154, Q42).
 */
export function formOf(
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

/** Whether a product is sold in several options; a new one never is. */
export function hasSeveral(product: { variantCount: number } | undefined): boolean {
  return (product?.variantCount ?? 1) > 1
}

/** What is sent of a product itself, whose options have prices and terms of their own. */
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

/** What is sent but how long a key serves: the product with its numbers read. */
export function payloadOf(fields: ProductFields) {
  const { provider, sellerType } = fields
  return {
    ...generalOf(fields),
    price: validNumber(fields.price, moneyForm(fields.currency)),
    provider,
    discordRoleId: fields.discordRoleId.trim() || null,
    maxPerOrder: validNumber(fields.maxPerOrder, wholeForm),
    metadata: { sellerType, level: levelOf(fields) },
  }
}
