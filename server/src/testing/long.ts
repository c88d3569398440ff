/** Whether what takes minutes runs in full: npm run test:long. */
export const isLong = process.env.CHAVEIRO_LONG === '1'
