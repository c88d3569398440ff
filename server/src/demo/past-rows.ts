import {
  carts,
  cartItems,
  couponUses,
  deposits,
  licences,
  orderLines,
  orders,
  orderUnits,
  payments,
  receipts,
  refunds,
  auditLog,
  stockKeys,
} from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { insertRows } from './insert-rows.ts'
import type { Draw } from './random.ts'

/** Rows of the simulated past by table, collected in memory before they are stored. */
export function emptyPast() {
  return {
    carts: [] as (typeof carts.$inferInsert)[],
    cartItems: [] as (typeof cartItems.$inferInsert)[],
    orders: [] as (typeof orders.$inferInsert)[],
    orderLines: [] as (typeof orderLines.$inferInsert)[],
    orderUnits: [] as (typeof orderUnits.$inferInsert)[],
    stockKeys: [] as (typeof stockKeys.$inferInsert)[],
    licences: [] as (typeof licences.$inferInsert)[],
    payments: [] as (typeof payments.$inferInsert)[],
    receipts: [] as (typeof receipts.$inferInsert)[],
    deposits: [] as (typeof deposits.$inferInsert)[],
    refunds: [] as (typeof refunds.$inferInsert)[],
    couponUses: [] as (typeof couponUses.$inferInsert)[],
    auditLog: [] as (typeof auditLog.$inferInsert)[],
  }
}

export type PastRows = ReturnType<typeof emptyPast>

/** The shop, the random generator, and the rows recorded so far. */
export type PastWriter = { app: App; draw: Draw; past: PastRows }

/**
 * Stores the recorded rows, each table after those that it refers to. Orders are numbered in the
 * order of the rows.
 */
export async function storePast(tx: App, past: PastRows): Promise<void> {
  await insertRows(tx, carts, past.carts)
  await insertRows(tx, cartItems, past.cartItems)
  await insertRows(tx, orders, past.orders)
  await insertRows(tx, orderLines, past.orderLines)
  await insertRows(tx, orderUnits, past.orderUnits)
  await insertRows(tx, stockKeys, past.stockKeys)
  await insertRows(tx, licences, past.licences)
  await insertRows(tx, payments, past.payments)
  await insertRows(tx, receipts, past.receipts)
  await insertRows(tx, deposits, past.deposits)
  await insertRows(tx, refunds, past.refunds)
  await insertRows(tx, couponUses, past.couponUses)
  await insertRows(tx, auditLog, past.auditLog)
}
