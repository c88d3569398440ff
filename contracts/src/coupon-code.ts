/**
 * A coupon code as it is stored and compared: trimmed, in capitals, and each letter with its accent
 * as one character, however it was typed or pasted.
 */
export const couponCodeOf = (text: string): string => text.trim().toUpperCase().normalize('NFC')
