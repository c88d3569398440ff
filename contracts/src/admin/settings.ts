/** Back-office calls of settings (back office section 7, decisions Q20). */
export const settings = {}
