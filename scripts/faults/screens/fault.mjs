// Faults in screens: wrong texts and wrong requests. The screen tests notice them on the built
// pages.
export const admin = 'web/src/features/admin/'
export const account = 'web/src/features/account/'
export const store = 'web/src/features/store/'

/**
 * A fault of a screen: its name, its file, a text and its replacement, and the screen tests that
 * notice it.
 */
export const fault = (name, file, [from, to], ...tests) => ({
  name,
  file,
  from,
  to,
  seenBy: ['screens', ...tests.map((test) => `screens/${test}.screen`)],
})
