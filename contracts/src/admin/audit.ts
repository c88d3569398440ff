/** Back-office calls of audit (back office section 7, decisions Q20). */
export const audit = {}
