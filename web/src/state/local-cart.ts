import { quantity as limits, productDefaults } from '@chaveiro/contracts/limits'

import { localStore, readJson, writeText, type Store } from './storage.ts'

/** A line of a cart as every screen shows it; price in units of the currency. */
export type CartItem = {
  /** Its variant's, or its product's where none was chosen. */
  id: string
  /** Where its page is; '' in a visitor's cart of an earlier version. */
  slug: string
  /** Of what its variant is one, where it was chosen. */
  productId?: string | undefined
  name: string
  /** What its variant is called, where it has a name. */
  variantName?: string | undefined
  image: string | null
  price: number
  currency: string
  quantity: number
  color: string
  /** Whether its key comes at once or by the team's hand. */
  delivery: 'at_once' | 'by_staff'
  /** Units of it that one order may hold (Q116). */
  maxPerOrder: number
  /**
   * Units of it that this order may hold now, as far as is known: no more than are left, 0 when it
   * is not for sale.
   */
  max: number
  /** False when it was taken off sale, as far as is known. */
  onSale?: boolean | undefined
}

export type CartProduct = Omit<CartItem, 'quantity' | 'max' | 'onSale'>

const key = 'cart'

const clamp = (quantity: number, most: number) =>
  Math.min(most, Math.max(limits.min, Math.trunc(quantity)))

/** One step up stops at what there is; a line that holds more than that already stays as it is. */
const raised = (item: CartItem, wanted: number, most: number) =>
  wanted > item.quantity ? Math.max(item.quantity, clamp(wanted, most)) : wanted

/**
 * Add one unit: increments, or appends with quantity 1; null when the cart holds another currency
 * (S157, Q53).
 */
export function addItem(
  items: readonly CartItem[],
  product: CartProduct,
  most: number = product.maxPerOrder,
): CartItem[] | null {
  if (items[0] && items[0].currency !== product.currency) return null

  const there = items.some((item) => item.id === product.id)
  if (!there) return [...items, { ...product, quantity: 1, max: most }]

  return items.map((item) =>
    item.id === product.id
      ? { ...item, quantity: raised(item, item.quantity + 1, Math.min(most, item.max)) }
      : item,
  )
}

/**
 * Set a quantity; 0 or less removes the line, more than one order may hold stays at that (Q116).
 */
export function setItem(
  items: readonly CartItem[],
  id: string,
  quantity: number,
  most = Infinity,
): CartItem[] {
  if (quantity <= 0) return removeItem(items, id)
  return items.map((item) =>
    item.id === id ? { ...item, quantity: raised(item, quantity, Math.min(most, item.max)) } : item,
  )
}

/** Drop a line. */
export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((item) => item.id !== id)
}

/** What the lines cost together; summed in cents so that 0.1 + 0.2 stays 0.3. */
export function totalOf(items: readonly CartItem[]): number {
  return (
    items.reduce((cents, item) => cents + Math.round(item.price * 100) * item.quantity, 0) / 100
  )
}

/** How many units there are: the badge (Q52). */
export function unitsOf(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** The visitor's cart; lines that somebody or something broke are left out. */
export function readLocalCart(store: Store = localStore()): CartItem[] {
  return (
    readJson(store, key, (value) => (Array.isArray(value) ? value.flatMap(asItem) : null)) ?? []
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function asItem(value: Partial<CartItem> | null): CartItem[] {
  if (
    !value ||
    typeof value.id !== 'string' ||
    typeof value.name !== 'string' ||
    !Number.isFinite(value.price) ||
    !Number.isFinite(value.quantity) ||
    value.quantity! < 1
  )
    return []

  // Carts of earlier versions do not know the limit.
  const maxPerOrder = Number.isInteger(value.maxPerOrder)
    ? Math.min(limits.max, Math.max(limits.min, value.maxPerOrder!))
    : productDefaults.maxPerOrder

  return [
    {
      id: value.id,
      ...chosen(value as Stored),
      slug: textOf(value.slug),
      delivery: value.delivery === 'by_staff' ? 'by_staff' : 'at_once',
      name: value.name,
      price: value.price!,
      quantity: clamp(value.quantity!, maxPerOrder),
      maxPerOrder,
      max: maxPerOrder,
      image: typeof value.image === 'string' ? value.image : null,
      currency: value.currency === 'USD' ? 'USD' : 'BRL',
      color: textOf(value.color),
    },
  ]
}

/** A line as it is stored: by its product, with the variant beside. */
type Stored = CartItem & { variantId?: string }

const chosen = ({ id, variantId, variantName }: Stored): Partial<CartItem> =>
  typeof variantId === 'string'
    ? { id: variantId, productId: id, ...(variantName ? { variantName: String(variantName) } : {}) }
    : {}

const stored = ({ productId, ...item }: CartItem): Stored =>
  productId ? { ...item, id: productId, variantId: item.id } : item

/** Keep the visitor's cart; an empty one leaves no trace. */
export function writeLocalCart(items: readonly CartItem[], store: Store = localStore()): void {
  writeText(store, key, items.length ? JSON.stringify(items.map(stored)) : null)
}

/** What is asked for: a variant of a product, or the product where none was chosen. */
export const chosenIn = ({ id, productId }: CartProduct) =>
  productId ? { productId, variantId: id } : { productId: id }
