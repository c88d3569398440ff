/** Back-office calls of security (back office section 7, decisions Q20). */
export const security = {}
