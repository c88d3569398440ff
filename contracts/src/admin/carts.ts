/** Back-office calls of carts (back office section 7, decisions Q20). */
export const carts = {}
