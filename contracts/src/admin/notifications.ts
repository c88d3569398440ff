/** Back-office calls of notifications (back office section 7, decisions Q20). */
export const notifications = {}
