import { quantity as limits, productDefaults } from '@chaveiro/contracts/limits'

import { localStore, readJson, writeText, type Store } from './storage.ts'

/** A line of a cart; price in units of the currency. */
export type CartItem = {
  /** Id of the variant, or of the product if none was chosen. */
  id: string
  /** Slug of the product's page; '' in carts of an earlier version. */
  slug: string
  /** Id of the product if a variant was chosen. */
  productId?: string | undefined
  name: string
  /** Name of the variant, if any. */
  variantName?: string | undefined
  image: string | null
  price: number
  currency: string
  quantity: number
  color: string
  delivery: 'at_once' | 'by_staff'
  /** Units that one order may hold (Q116). */
  maxPerOrder: number
  /** Units that this order may hold now, as far as known: limited by stock, 0 if off sale. */
  max: number
  /** False if the product was taken off sale, as far as known. */
  onSale?: boolean | undefined
}

export type CartProduct = Omit<CartItem, 'quantity' | 'max' | 'onSale'>

const storageKey = 'cart'

const clampQuantity = (quantity: number, most: number) =>
  Math.min(most, Math.max(limits.min, Math.trunc(quantity)))

/** An increase stops at the limit; a line already above it stays. */
const raiseQuantity = (item: CartItem, wanted: number, most: number) =>
  wanted > item.quantity ? Math.max(item.quantity, clampQuantity(wanted, most)) : wanted

/**
 * Adds one unit, or appends the product with quantity 1. Null if the cart has another currency
 * (S157, Q53).
 */
export function addItem(
  items: readonly CartItem[],
  product: CartProduct,
  most: number = product.maxPerOrder,
): CartItem[] | null {
  if (items[0] && items[0].currency !== product.currency) return null

  const isInCart = items.some((item) => item.id === product.id)
  if (!isInCart) return [...items, { ...product, quantity: 1, max: most }]

  return items.map((item) =>
    item.id === product.id
      ? { ...item, quantity: raiseQuantity(item, item.quantity + 1, Math.min(most, item.max)) }
      : item,
  )
}

/** Sets a quantity: 0 or less removes the line, the limit per order caps it (Q116). */
export function setItem(
  items: readonly CartItem[],
  id: string,
  quantity: number,
  most = Infinity,
): CartItem[] {
  if (quantity <= 0) return removeItem(items, id)
  return items.map((item) =>
    item.id === id
      ? { ...item, quantity: raiseQuantity(item, quantity, Math.min(most, item.max)) }
      : item,
  )
}

export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((item) => item.id !== id)
}

/** Total of the lines, summed in cents so that 0.1 + 0.2 stays 0.3. */
export function totalOf(items: readonly CartItem[]): number {
  return (
    items.reduce((cents, item) => cents + Math.round(item.price * 100) * item.quantity, 0) / 100
  )
}

/** Number of units, for the badge (Q52). */
export function unitsOf(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** The visitor's cart; malformed lines are left out. */
export function readLocalCart(store: Store = localStore()): CartItem[] {
  return (
    readJson(store, storageKey, (value) =>
      Array.isArray(value) ? value.flatMap(parseItem) : null,
    ) ?? []
  )
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

function parseItem(value: Partial<CartItem> | null): CartItem[] {
  if (
    !value ||
    typeof value.id !== 'string' ||
    typeof value.name !== 'string' ||
    !Number.isFinite(value.price) ||
    !Number.isFinite(value.quantity) ||
    value.quantity! < 1
  )
    return []

  // Carts of earlier versions have no limit.
  const maxPerOrder = Number.isInteger(value.maxPerOrder)
    ? Math.min(limits.max, Math.max(limits.min, value.maxPerOrder!))
    : productDefaults.maxPerOrder

  return [
    {
      id: value.id,
      ...variantFields(value as StoredItem),
      slug: textOrEmpty(value.slug),
      delivery: value.delivery === 'by_staff' ? 'by_staff' : 'at_once',
      name: value.name,
      price: value.price!,
      quantity: clampQuantity(value.quantity!, maxPerOrder),
      maxPerOrder,
      max: maxPerOrder,
      image: typeof value.image === 'string' ? value.image : null,
      currency: value.currency === 'USD' ? 'USD' : 'BRL',
      color: textOrEmpty(value.color),
    },
  ]
}

/** A line in storage: keyed by product, with the variant beside it. */
type StoredItem = CartItem & { variantId?: string }

const variantFields = ({ id, variantId, variantName }: StoredItem): Partial<CartItem> => {
  if (typeof variantId === 'string')
    return {
      id: variantId,
      productId: id,
      ...(variantName ? { variantName: String(variantName) } : {}),
    }

  return {}
}

const toStored = ({ productId, ...item }: CartItem): StoredItem =>
  productId ? { ...item, id: productId, variantId: item.id } : item

/** Stores the visitor's cart; an empty one is removed. */
export function writeLocalCart(items: readonly CartItem[], store: Store = localStore()): void {
  writeText(store, storageKey, items.length ? JSON.stringify(items.map(toStored)) : null)
}

/** Ids for the call: a variant of a product, or the product. */
export const productIds = ({ id, productId }: CartProduct) =>
  productId ? { productId, variantId: id } : { productId: id }
