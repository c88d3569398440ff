import { sql, type SQL, type Column as SqlColumn } from 'drizzle-orm'

import { orders, payments } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/csv.ts'

// The books of a production shop exclude test money (P423). A demo shop has only test money, so its
// books include it.

/** SQL condition: the order with this id belongs in the books. */
export const countsInBooks = (app: App, orderId: SqlColumn = orders.id): SQL =>
  // A condition on the ids of the few test orders, not on a column, lets the count use an index
  // alone.
  app.config.production
    ? sql`${orderId} not in (select test.id from orders test where test.test_mode)`
    : sql`true`

/** SQL condition: the payment belongs in the books. */
export const isRealMoney = (app: App): SQL =>
  app.config.production ? sql`not ${payments.testMode}` : sql`true`

/** The field that marks test money on an order or payment in a reply; absent in a demo shop. */
export const testMark = (app: App, { testMode }: { testMode: boolean }): { test?: true } =>
  app.config.production && testMode ? { test: true } : {}

/** The last column of a CSV file that contains both real and test money. */
export const testColumn = (app: App): Column<{ testMode: boolean }>[] =>
  app.config.production ? [['test', ({ testMode }) => testMode]] : []
