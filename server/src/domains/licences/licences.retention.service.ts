import { and, ne, sql } from 'drizzle-orm'

import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { deletedName, peopleToForget, withoutCustomer } from '../books/deleted-customers.queries.ts'

/** Erase names and emails from the licences of accounts that were deleted long ago (Q114). */
export const purgeCustomersInLicences = (app: App): Promise<unknown> =>
  inTransaction(app, (tx) =>
    tx.db
      .update(licences)
      .set(withoutCustomer)
      .where(
        and(
          sql`${licences.userId} in ${peopleToForget(tx)}`,
          ne(licences.customerName, deletedName),
        ),
      ),
  )
