import { sql, type SQL, type Column as SqlColumn } from 'drizzle-orm'

import { orders, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/csv.ts'

// The books of a production shop exclude test money (P423). A demo shop has no other, so all of it
// counts there.

/** SQL condition: the order with this id was paid with real money. */
export const countsInBooks = (app: App, orderId: SqlColumn = orders.id): SQL =>
  // One lookup of the few test orders keeps the count on its index.
  app.config.production
    ? sql`${orderId} not in (select test.id from orders test where test.test_mode)`
    : sql`true`

/** SQL condition: a payment moved real money. */
export const isRealMoney = (app: App): SQL =>
  app.config.production ? sql`not ${payments.testMode}` : sql`true`

/** The mark of test money on an order or payment in views; absent in a demo shop. */
export const testMark = (app: App, { testMode }: { testMode: boolean }): { test?: true } =>
  app.config.production && testMode ? { test: true } : {}

/** The last column of a CSV file that holds real and test money. */
export const testColumn = (app: App): Column<{ testMode: boolean }>[] =>
  app.config.production ? [['test', ({ testMode }) => testMode]] : []
