/** Parts of the shop with a recorded state, in display order (P190). */
export const serviceParts = [
  'shop',
  'database',
  'delivery',
  'pix',
  'card',
  'crypto',
  'chat',
  'mail',
] as const

export type ServicePart = (typeof serviceParts)[number]

/** Possible results of a check; paused: the owner closed the shop or switched the part off. */
export const seenStates = ['up', 'degraded', 'down', 'paused'] as const
export type SeenState = (typeof seenStates)[number]

/** The worst state of a part during an incident. */
export const incidentStates = ['degraded', 'down'] as const

/** The current state of a part; unknown without a recent check. */
export const serviceStates = [...seenStates, 'unknown'] as const
export type ServiceState = (typeof serviceStates)[number]

/** Announcements by staff about a part: an incident, or maintenance. */
export const announcementKinds = ['incident', 'maintenance'] as const

/** Days that the status page shows. */
export const statusDaysShown = 90

/** Incidents on the status page, newest first. */
export const incidentsShown = 50
