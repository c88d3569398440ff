/** Back-office calls of system (back office section 7, decisions Q20). */
export const system = {}
