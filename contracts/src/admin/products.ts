/** Back-office calls of products (back office section 7, decisions Q20). */
export const products = {}
