import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { and, eq, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm'

import { deposits, orders, payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

// Which unpaid payments coins may be meant for that fit none: staff give them, nothing is given by
// itself (decision 0012).

/**
 * In units of each coin: the last digits that are a payment's own (its dust, binance-crypto), and
 * the most that an exchange or wallet takes from what is sent, by network where that matters. Fees
 * are round, so they leave those digits as they are.
 */
const coinTolerances: Record<
  CryptoCoin,
  { own: number; fee: number; by?: Record<string, number> }
> = {
  USDT: { own: 10_000, fee: 5_000_000, by: { ETH: 25_000_000 } },
  BTC: { own: 1_000, fee: 200_000 },
  ETH: { own: 1_000, fee: 1_500_000 },
  LTC: { own: 10_000, fee: 5_000_000 },
}

const missingUnits = sql`(${payments.coinUnits} - ${deposits.coinUnits})`

/** Coins of an amount that is short by a fee: the digits that are the payment's own are the same. */
const shortByFee = or(
  ...Object.entries(coinTolerances).map(([coin, { own: ownUnits, fee, by = {} }]) =>
    and(
      eq(payments.coin, coin),
      sql`${missingUnits} between 0 and ${feeOf(fee, by)}`,
      sql`${missingUnits} % ${sql.raw(String(ownUnits))} = 0`,
    ),
  ),
)

function feeOf(fee: number, by: Record<string, number>): SQL {
  const cases = Object.entries(by).map(
    ([network, most]) =>
      sql`when ${deposits.network} = ${network} then ${sql.raw(String(most))}::bigint`,
  )

  const usually = sql.raw(`${fee}::bigint`)

  return cases.length ? sql`case ${sql.join(cases, sql` `)} else ${usually} end` : sql`${usually}`
}

/** The last six digits are the same: no two open payments have them by chance. */
const sameEnd = sql`(${missingUnits} >= 0 and ${deposits.coinUnits} > 0 and ${missingUnits} % 1000000 = 0)`
const sameNetwork = eq(payments.network, deposits.network)

const isWithinTwoPercent = sql`${payments.coinUnits} between ceil(${deposits.coinUnits} / 1.02)
  and floor(${deposits.coinUnits} / 0.98)`

/**
 * What makes a deposit that fits no payment look like one's, in SQL: it came after it was made, and
 * it ends like it, is short of it by a fee, has its amount and came by another network, or differs
 * by 2 % at most.
 */
const isNear = and(
  eq(payments.method, 'crypto'),
  eq(payments.coin, deposits.coin),
  isNotNull(payments.nextCheckAt),
  inArray(payments.status, ['pending', 'failed']),
  lte(payments.createdAt, deposits.insertedAt),
  or(sameEnd, shortByFee, and(sameNetwork, isWithinTwoPercent)),
)

/** Unpaid payments that some deposits may be meant for, the nearest first. */
export const nearPayments = (app: App, depositIds: readonly string[]) =>
  depositIds.length
    ? app.db
        .select({ depositId: deposits.id, payment: payments, orderNumber: orders.number })
        .from(deposits)
        .innerJoin(payments, isNear)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(inArray(deposits.id, [...depositIds]))
        .orderBy(
          sql`not ${sameEnd}`,
          sql`not (${shortByFee})`,
          sql`abs(${payments.coinUnits} - ${deposits.coinUnits})`,
          payments.id,
        )
        .execute()
    : []

/**
 * Whether coins came that may be meant for one of the unpaid payments of a cart, or for a single
 * one, and that staff have to give to it.
 */
export async function hasNearDeposit(
  app: App,
  of: { id: string } | { cartId: string },
): Promise<boolean> {
  const [one] = await app.db
    .select({ id: deposits.id })
    .from(payments)
    .innerJoin(deposits, and(eq(deposits.state, 'unmatched'), isNear))
    .where('id' in of ? eq(payments.id, of.id) : eq(payments.cartId, of.cartId))
    .limit(1)
  return one !== undefined
}
