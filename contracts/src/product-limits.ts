// Limits of products and stock, for staff only. Separate from limits.ts, which every visitor's
// first page loads.

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
  /** Scheduled prices of one product at a time. */
  pricePlans: 50,
  /** Price changes shown of a product. */
  priceChanges: 50,
} as const

/** The maximum amount of a coupon in whole units of its currency, and the maximum of its uses. */
export const couponLimits = {
  money: 10_000_000,
  uses: 1_000_000_000,
  /** A loyalty coupon is valid after this many completed purchases. */
  loyaltyOrders: 3,
  /** Least number of different products in a cart for a bundle coupon. */
  bundleProducts: 2,
} as const

/** Uploaded pictures: limits of the file, and the longest side of the saved picture. */
export const uploadLimits = { bytes: 5 * 1024 * 1024, megapixels: 40, side: 1600 } as const

/** Lines of one paste of licence keys, and characters of one key. */
export const stockPaste = { lines: 10_000, keyLength: 500 } as const

/** Keys that one call changes or deletes. */
export const stockBulk = 1000

/**
 * Characters that no key may contain: control characters, invisible marks, and the replacement
 * character. Such a key looks like another one but differs.
 */
const unreadable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u
export const isReadableKey = (key: string): boolean => !unreadable.test(key)

/** The form of a key for comparisons: keys that look alike have the same form (Q129). */
export const seenKey = (key: string): string =>
  key
    .replace(/\p{Cf}+/gu, '')
    .trim()
    .normalize('NFC')

export const sellerTypes = ['multiloader', 'singleloader'] as const

/** The highest threshold for alerting staff of low stock. */
export const stockThreshold = { max: 10_000 } as const

/** At or below this many free keys the shop shows that few are left. */
export const lowStock = 5
