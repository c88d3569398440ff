import type { ManualMethod } from '@chaveiro/contracts/states'
import { sql, type SQL, type Column as SqlColumn } from 'drizzle-orm'

import { orders, payments } from '../db/tables/index.ts'
import type { ChargeProvider } from '../ports/payments.ts'
import type { App } from './app.ts'
import type { Column } from './lists/csv.ts'

// Test money and the books. A demo shop has no other, so there all of it counts; a production
// shop's books leave it out (P423).

/** A condition that an order, by its id, was paid with real money. */
export const inBooks = (app: App, orderId: SqlColumn = orders.id): SQL =>
  // The few test orders are looked up once, so that what is counted is read from its index alone.
  app.config.production
    ? sql`${orderId} not in (select test.id from orders test where test.test_mode)`
    : sql`true`

/** A condition that a payment was of real money. */
export const isReal = (app: App): SQL =>
  app.config.production ? sql`not ${payments.testMode}` : sql`true`

/** What lists and pages say of an order or payment of test money; nothing in a demo shop. */
export const testMark = (app: App, { testMode }: { testMode: boolean }): { test?: true } =>
  app.config.production && testMode ? { test: true } : {}

/** The last column of a file in which real and test money stand together. */
export const testColumn = (app: App): Column<{ testMode: boolean }>[] =>
  app.config.production ? [['test', ({ testMode }) => testMode]] : []

/** The provider behind each method. */
export const providerOf = { pix: 'pix', stripe: 'card', crypto: 'crypto' } as const
export type PayMethod = keyof typeof providerOf

/** Whether a provider takes the money of a method; of an order made by staff none does (Q134). */
export const isCharged = (method: PayMethod | ManualMethod): method is PayMethod =>
  method in providerOf

/** Whether no real money will move: by a sandbox or by test credentials (P358). */
export const isTestMoney = (app: App, method: PayMethod): boolean =>
  app.kept.isTest(providerOf[method]) === true

/**
 * Whether a method is offered. In a production shop one in test mode is for staff alone, however
 * new the shop is: a stranger must never get a real key for test money (P424).
 */
export const isOffered = (app: App, method: PayMethod, isStaff = false): boolean =>
  (method === 'crypto' ? app.providers.crypto : app.providers.charges[method]) !== null &&
  (isStaff || !app.config.production || !isTestMoney(app, method))

/** Whether the provider that a method has now is of the money that a payment was made with. */
export const isItsMoney = (
  app: App,
  { method, testMode }: { method: PayMethod | ManualMethod; testMode: boolean },
): boolean => isCharged(method) && (!app.config.production || isTestMoney(app, method) === testMode)

/**
 * Who charges for a payment; null where the shop cannot ask. A method that has changed between real
 * and test since asks by the credentials that stand aside: neither tells of the other's money
 * (P424, P427).
 */
export const chargesFor = (
  app: App,
  payment: { method: PayMethod | ManualMethod; testMode: boolean },
): ChargeProvider | null => {
  const { method, testMode } = payment
  if (!isCharged(method)) return null
  if (isItsMoney(app, payment)) return app.providers.charges[method]

  const aside = app.kept.aside(providerOf[method])

  return aside?.test === testMode ? aside.charges : null
}
