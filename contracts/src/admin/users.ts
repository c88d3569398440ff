/** Back-office calls of users (back office section 7, decisions Q20). */
export const users = {}
