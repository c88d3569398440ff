import { and, ne, sql } from 'drizzle-orm'
import { payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { deletedName, peopleToForget, withoutCustomer } from '../../platform/retention.ts'
import { inTransaction } from '../../platform/transaction.ts'

/** Take name and email of people deleted long ago out of payments (Q114). */
export const purgeCustomersInPayments = (app: App): Promise<unknown> =>
  inTransaction(app, (tx) =>
    tx.db
      .update(payments)
      .set(withoutCustomer)
      .where(
        and(
          sql`${payments.userId} in ${peopleToForget(tx)}`,
          ne(payments.customerName, deletedName),
        ),
      ),
  )
