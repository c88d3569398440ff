import { grantStandings, grantStates } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'
import { orders, orderUnits } from './orders.ts'

/**
 * A key that a provider creates for a unit. The shop chooses the key before the call, so that a
 * retry creates no second key. The row stays, for later bans and checks of the key.
 */
export const licenceGrants = pgTable(
  'licence_grants',
  {
    id: uuid('id').primaryKey(),
    unitId: uuid('unit_id')
      .notNull()
      .references(() => orderUnits.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    sellerType: text('seller_type').notNull(),
    level: integer('level').notNull(),
    days: integer('days').notNull(),
    keyCipher: bytes('key_cipher').notNull(),
    keyIndex: bytes('key_index').notNull(),
    /**
     * `asked` until the unit has its key. `dropped` when the unit no longer needs the key, whether
     * or not the provider has created the key.
     */
    state: text('state', { enum: grantStates }).notNull().default('asked'),
    /** The key's last known state at the provider. */
    standing: text('standing', { enum: grantStandings }),
    tries: integer('tries').notNull().default(0),
    /** Why the last attempt failed, without secrets. */
    problem: text('problem'),
    /** A lease: until this time one process calls the provider, and other processes wait. */
    busyUntil: instant('busy_until'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('licence_grants_key').on(t.keyIndex),
    uniqueIndex('licence_grants_asked')
      .on(t.unitId)
      .where(sql`state = 'asked'`),
    index('licence_grants_unit').on(t.unitId),
    index('licence_grants_order').on(t.orderId),
    index('licence_grants_due')
      .on(t.updatedAt)
      .where(sql`state = 'asked' or problem is not null`),
  ],
)
