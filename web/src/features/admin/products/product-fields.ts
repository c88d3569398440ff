import { productDefaults, type Currency } from '@chaveiro/contracts/limits'
import { defaultCategory, type sellerTypes } from '@chaveiro/contracts/product-limits'
import type { ProductProvider, ProductStatus } from '@chaveiro/contracts/states'

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

/**
 * A price as typed, 0 when it is no number (B161): with a comma it is written as in Brazil
 * (1.234,56), and so is one whose dots stand before three digits each.
 */
export function decimal(text: string): number {
  const isBrazilian = text.includes(',') || /^\s*\d{1,3}(\.\d{3})+\s*$/.test(text)
  const plain = isBrazilian ? text.replaceAll('.', '').replace(',', '.') : text
  return Number.parseFloat(plain) || 0
}

/** A whole number as typed, 0 when it is none (B161); the form's minimum then catches it (Q46). */
export function whole(text: string): number {
  return Number.parseInt(text, 10) || 0
}

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
      price: String(product.price),
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
    price: String(priceCents / 100),
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

/** What is sent: the full product with its numbers read. */
export function payloadOf(fields: ProductFields) {
  const { provider, sellerType } = fields
  return {
    ...generalOf(fields),
    price: decimal(fields.price),
    provider,
    discordRoleId: fields.discordRoleId.trim() || null,
    maxPerOrder: whole(fields.maxPerOrder),
    metadata: { sellerType, level: whole(fields.level), expiration: whole(fields.expiration) },
  }
}
