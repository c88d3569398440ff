import { z } from 'zod'

import { bell } from './limits.ts'
import { route } from './route.ts'
import { instant, success } from './shared.ts'

/** Which news somebody wants: the three boxes of his settings (S113). */
const preferences = z.object({ email: z.boolean(), chat: z.boolean(), updates: z.boolean() })

/** What the account knows of the bell, for every device of its owner. */
const kept = z.object({
  ...success,
  /** What was seen of the last 30 days, the newest first; in the form of the device's own copy. */
  viewed: z.array(z.object({ id: z.string(), sentAt: instant })),
  /** None while he never chose. */
  preferences: preferences.nullable(),
  /**
   * When the password that nobody had proven was taken off the account (P175); for 30 days, and no
   * longer than until there is a new one.
   */
  passwordDropped: instant.optional(),
})

/**
 * What somebody has seen of the notifications and which news he wants, kept with his account. All
 * three answer what holds from then on.
 */
export const ownNotifications = {
  read: route({
    method: 'GET',
    path: '/api/users/notifications',
    access: 'session',
    summary: 'Which notifications of the last 30 days you have seen, and which news you want',
    reply: kept,
  }),

  markViewed: route({
    method: 'PUT',
    path: '/api/users/notifications/viewed',
    access: 'session',
    summary: 'Note notifications as seen; ids of none that is shown are passed over without a word',
    body: z.object({ ids: z.array(z.string().max(64)).max(bell.viewedMost) }),
    reply: kept,
  }),

  choose: route({
    method: 'PUT',
    path: '/api/users/notifications/preferences',
    access: 'session',
    summary:
      'Choose which news you want; a choice that was made before the kept one changes nothing',

    body: z.object({
      ...preferences.shape,
      /** How long ago it was chosen, for a device that was offline meanwhile. */
      secondsAgo: z
        .int()
        .min(0)
        .max(bell.keepViewedDays * 86_400)
        .default(0),
    }),

    reply: kept,
  }),
}
