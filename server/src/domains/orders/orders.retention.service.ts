import { and, isNotNull, ne, sql } from 'drizzle-orm'

import { orders, orderWithdrawals } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { deletedName, peopleToForget, withoutCustomer } from '../books/deleted-customers.queries.ts'

/**
 * Erase people deleted long ago from orders (Q114): name, e-mail, the names on receipts and the
 * reasons of their withdrawals.
 */
export const purgeCustomersInOrders = (app: App): Promise<unknown> =>
  inTransaction(app, async (tx) => {
    await tx.db
      .update(orders)
      .set({ ...withoutCustomer, receiptName: null, receiptEmail: null })
      .where(
        and(sql`${orders.userId} in ${peopleToForget(tx)}`, ne(orders.customerName, deletedName)),
      )

    await tx.db
      .update(orderWithdrawals)
      .set({ reason: null })
      .where(
        and(
          sql`${orderWithdrawals.userId} in ${peopleToForget(tx)}`,
          isNotNull(orderWithdrawals.reason),
        ),
      )
  })
