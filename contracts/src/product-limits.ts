// What is laid down about products and their stock for those who keep them. Apart from limits.ts,
// which every visitor's first page brings along.

export const defaultCategory = 'general'
export const defaultCategoryColor = '#3B82F6'

export const productLimits = {
  levelMin: 1,
  levelMax: 999,
  expirationMin: 1,
  expirationMax: 36_500,
  priceCentsMax: 100_000_000,
  perOrderMin: 1,
  perOrderMax: 99,
  perCustomerMax: 10_000,
  /** Variants of one product. */
  variants: 50,
  /** Prices that are scheduled for one product at a time. */
  pricePlans: 50,
  /** Changes of its prices that are shown of a product. */
  priceChanges: 50,
} as const

/** The greatest amount of a coupon in whole units of its currency, and how often it may serve. */
export const couponLimits = {
  money: 10_000_000,
  uses: 1_000_000_000,
  /** Completed purchases from which on a coupon of loyalty counts. */
  loyaltyOrders: 3,
  /** Different products that a cart with a coupon of a bundle holds at least. */
  bundleProducts: 2,
} as const

/** Pictures that staff upload: what comes in, and the longest side of what is kept. */
export const uploadLimits = { bytes: 5 * 1024 * 1024, megapixels: 40, side: 1600 } as const

/** Lines of one paste of licence keys, and characters of one key. */
export const stockPaste = { lines: 10_000, keyLength: 500 } as const

/** Keys that one call changes or deletes. */
export const stockBulk = 1000

/**
 * Characters that no key holds: control characters, invisible marks, and the mark for a character that
 * could not be read. Such a key looks like another one and is none.
 */
const unreadable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u
export const isReadableKey = (key: string): boolean => !unreadable.test(key)

/** A key as one sees it: two that look alike are the same one (Q129). */
export const seenKey = (key: string): string =>
  key
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .normalize('NFC')

export const sellerTypes = ['multiloader', 'singleloader'] as const

/** From how many free keys on staff may be told that a product runs low. */
export const stockThreshold = { max: 10_000 } as const

/** At or below this many free keys the shop says that few are left. */
export const lowStock = 5
