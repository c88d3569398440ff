// This file is separate from the calls, so that the browser's list loads no schemas.

/**
 * Sold units of a product are counted up to this number; above it the list shows that there are
 * more.
 */
export const soldMost = 1000

/** The period of sold units, in days. */
export const soldDays = 30
