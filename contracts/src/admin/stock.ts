/** Back-office calls of stock (back office section 7, decisions Q20). */
export const stock = {}
