/**
 * A coupon code as stored and compared: trimmed, upper case, and with composed accents, however it
 * was typed or pasted.
 */
export const couponCodeOf = (text: string): string => text.trim().toUpperCase().normalize('NFC')
