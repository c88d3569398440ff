/** Back-office calls of categories (back office section 7, decisions Q20). */
export const categories = {}
