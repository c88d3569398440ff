import { roleProblems, roleStates } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { instant } from './columns.ts'

/**
 * A role of the chat server that a person's licences grant or granted, with its wanted and its
 * actual state.
 */
export const roleGrants = pgTable(
  'role_grants',
  {
    id: uuid('id').primaryKey(),
    /** The owner of the licences; earlier the chat account may have belonged to another person. */
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

    /** The answer of the chat service, for staff. */
    detail: text('detail'),
    /**
     * Version of `wanted`, incremented with each change. The result of a call for an older version
     * is ignored.
     */
    turn: integer('turn').notNull().default(1),
    tries: integer('tries').notNull().default(0),
    /** When the next attempt is due; null when no attempt is due. */
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
