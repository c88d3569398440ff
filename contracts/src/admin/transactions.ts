/** Back-office calls of transactions (back office section 7, decisions Q20). */
export const transactions = {}
