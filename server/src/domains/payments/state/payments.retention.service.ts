import { and, ne, sql } from 'drizzle-orm'

import { payments, webhookEvents } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { Clearing } from '../../../platform/database/clearing.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import {
  deletedName,
  peopleToForget,
  withoutCustomer,
} from '../../books/deleted-customers.queries.ts'
import { openMoney } from '../../books/open-money.queries.ts'

/** Erase people deleted long ago from payments: name and e-mail (Q114). */
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

/**
 * Webhook events, kept longer than providers repeat them. A later repetition would only cause one
 * more check.
 */
export const oldEvents: Clearing = {
  what: 'hints of providers',
  table: webhookEvents,
  period: ({ retention }) => `${retention.webhookDays} days`,
  due: (app) => sql`${webhookEvents.receivedAt} <
      ${secondsAfter(app.clock.now(), -app.config.retention.webhookDays * 86_400).toISOString()}
    and not exists (select 1 from ${payments} p where p.id = ${webhookEvents.reference}
      and ${openMoney(sql`p`)})`,
}
