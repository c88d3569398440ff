/** Back-office calls of orders (back office section 7, decisions Q20). */
export const orders = {}
