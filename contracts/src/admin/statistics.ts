/** Back-office calls of statistics (back office section 7, decisions Q20). */
export const statistics = {}
