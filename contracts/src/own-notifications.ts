import { z } from 'zod'

import { bell } from './limits.ts'
import { route } from './route.ts'
import { instant, success } from './shared.ts'

/** Notification choices of a person: the three boxes of their settings (S113). */
const preferences = z.object({ email: z.boolean(), chat: z.boolean(), updates: z.boolean() })

/** The account's state of the bell, for all its devices. */
const bellState = z.object({
  ...success,
  /** Viewed ids of the last 30 days, newest first, in the format of the device's own copy. */
  viewed: z.array(z.object({ id: z.string(), sentAt: instant })),
  /** Null until the person chooses. */
  preferences: preferences.nullable(),
  /**
   * When an unverified password was removed from the account (P175). Shown for 30 days, or until
   * there is a new password.
   */
  passwordDropped: instant.optional(),
})

/**
 * Viewed notifications and choices, saved with the account. All three calls return the resulting
 * state.
 */
export const ownNotifications = {
  read: route({
    method: 'GET',
    path: '/api/users/notifications',
    access: 'session',
    summary: 'Which notifications of the last 30 days you have seen, and which news you want',
    reply: bellState,
  }),

  markViewed: route({
    method: 'PUT',
    path: '/api/users/notifications/viewed',
    access: 'session',
    summary: 'Note notifications as seen; ids of none that is shown are passed over without a word',
    body: z.object({ ids: z.array(z.string().max(64)).max(bell.viewedMost) }),
    reply: bellState,
  }),

  choose: route({
    method: 'PUT',
    path: '/api/users/notifications/preferences',
    access: 'session',
    summary:
      'Choose which news you want; a choice that was made before the kept one changes nothing',

    body: z.object({
      ...preferences.shape,
      /** Age of the choice in seconds, for a device that was offline meanwhile. */
      secondsAgo: z
        .int()
        .min(0)
        .max(bell.keepViewedDays * 86_400)
        .default(0),
    }),

    reply: bellState,
  }),
}
