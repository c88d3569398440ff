import type { Localized } from '@chaveiro/contracts/localized'
import {
  announcementKinds,
  incidentStates,
  seenStates,
  serviceParts,
} from '@chaveiro/contracts/service-states'
import {
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** Minutes of a day that a part of the shop was in each state (P190). */
export const statusDays = pgTable(
  'status_days',
  {
    part: text('part', { enum: serviceParts }).notNull(),
    /** Calendar day in the shop's time zone. */
    day: date('day').notNull(),
    up: smallint('up').notNull().default(0),
    degraded: smallint('degraded').notNull().default(0),
    down: smallint('down').notNull().default(0),
    paused: smallint('paused').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.part, t.day] }), index('status_days_day').on(t.day)],
)

/** The last measured state of each part. */
export const statusParts = pgTable('status_parts', {
  part: text('part', { enum: serviceParts }).primaryKey(),
  state: text('state', { enum: seenStates }).notNull(),
  measuredAt: instant('measured_at').notNull(),
})

/** An incident of one part. While it is open, its end is the last measured minute. */
export const statusIncidents = pgTable(
  'status_incidents',
  {
    id: uuid('id').primaryKey(),
    part: text('part', { enum: serviceParts }).notNull(),
    worst: text('worst', { enum: incidentStates }).notNull(),
    /** The measured fault, shown only to staff, without secrets. */
    detail: text('detail'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
  },
  (t) => [
    index('status_incidents_part').on(t.part, t.endedAt),
    index('status_incidents_ended').on(t.endedAt),
  ],
)

/** Announcements of staff about a part on the status page; open while they have no end (P281). */
export const statusAnnouncements = pgTable(
  'status_announcements',
  {
    id: uuid('id').primaryKey(),
    part: text('part', { enum: serviceParts }).notNull(),
    kind: text('kind', { enum: announcementKinds }).notNull(),
    texts: jsonb('texts').$type<Localized<{ title: string; text: string }>>().notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [index('status_announcements_started').on(t.startedAt)],
)

/** A single row: the minute being measured, and the last minute that is counted (P191). */
export const statusClock = pgTable('status_clock', {
  id: integer('id').primaryKey().default(1),
  claimedAt: instant('claimed_at').notNull(),
  measuredAt: instant('measured_at'),
})
