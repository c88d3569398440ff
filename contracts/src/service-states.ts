/** The parts of the shop whose state is kept, in the order in which they are shown (P190). */
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

/** What a look can find; paused is what the owner closed or switched off. */
export const seenStates = ['up', 'degraded', 'down', 'paused'] as const
export type SeenState = (typeof seenStates)[number]

/** How bad an incident of a part was at its worst. */
export const incidentStates = ['degraded', 'down'] as const

/** How a part stands now; unknown while nobody looked lately. */
export const serviceStates = [...seenStates, 'unknown'] as const
export type ServiceState = (typeof serviceStates)[number]

/** What staff tell of a part: that something went wrong, or that they work on it. */
export const announcementKinds = ['incident', 'maintenance'] as const

/** Days that the status page shows. */
export const statusDaysShown = 90

/** Incidents that it shows, the newest. */
export const incidentsShown = 50
