/** Whether tests that take minutes run in full (npm run test:long). */
export const isLong = process.env.CHAVEIRO_LONG === '1'
