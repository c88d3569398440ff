// What a person reads and sends: a fault in a screen is seen by the screen's own tests, on the
// built pages.
export const admin = 'web/src/features/admin/'
export const account = 'web/src/features/account/'
export const store = 'web/src/features/store/'

/**
 * A fault of a screen: what is wrong, its file, the text and what stands there instead, the screen
 * tests that see it.
 */
export const fault = (name, file, [from, to], ...tests) => ({
  name,
  file,
  from,
  to,
  seenBy: ['screens', ...tests.map((test) => `screens/${test}.screen`)],
})
