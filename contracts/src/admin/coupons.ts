/** Back-office calls of coupons (back office section 7, decisions Q20). */
export const coupons = {}
