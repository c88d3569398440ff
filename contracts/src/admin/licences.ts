/** Back-office calls of licences (back office section 7, decisions Q20). */
export const licences = {}
