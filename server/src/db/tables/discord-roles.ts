import { roleProblems, roleStates } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { instant } from './columns.ts'

/**
 * A role of the chat server that a person's licences give, or gave: what is wanted, and how it
 * stands there.
 */
export const roleGrants = pgTable(
  'role_grants',
  {
    id: uuid('id').primaryKey(),
    /** Whose licences decide; the chat account may have been another person's before. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    discordId: text('discord_id').notNull(),
    roleId: text('role_id').notNull(),
    wanted: boolean('wanted').notNull(),
    state: text('state', { enum: roleStates }).notNull().default('waiting'),

    problem: text('problem', {
      enum: roleProblems,
    }),

    /** What the chat service said, for staff. */
    detail: text('detail'),
    /**
     * Counts what was wanted anew: the outcome of a call counts only for the turn it was made in.
     */
    turn: integer('turn').notNull().default(1),
    tries: integer('tries').notNull().default(0),
    /** When it is tried again; none when nothing is to be done. */
    nextAt: instant('next_at'),
    checkedAt: instant('checked_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('role_grants_one').on(t.discordId, t.roleId),
    index('role_grants_user').on(t.userId),
    index('role_grants_due')
      .on(t.nextAt)
      .where(sql`next_at is not null`),
    index('role_grants_checked')
      .on(t.checkedAt)
      .where(sql`wanted`),
    index('role_grants_listed').on(t.updatedAt, t.id),
    index('role_grants_state').on(t.state, t.updatedAt, t.id),
  ],
)
