import { visitSteps } from '@chaveiro/contracts/visit-steps'
import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Visits of a day by source: the number of visits that reached each step (P400). */
export const visitDays = pgTable(
  'visit_days',
  {
    /** Calendar day in the shop's time zone. */
    day: date('day').notNull(),
    step: text('step', { enum: visitSteps }).notNull(),
    source: text('source').notNull(),
    visits: bigint('visits', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.step, t.source] })],
)
