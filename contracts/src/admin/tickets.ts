/** Back-office calls of tickets (back office section 7, decisions Q20). */
export const tickets = {}
