import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { and, eq, inArray, isNotNull, lte, or, sql, type SQL } from 'drizzle-orm'

import { deposits, orders, payments } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

// The unpaid payments that unmatched coins may be meant for. Staff match them; no such match is
// automatic (decision 0012).

/**
 * Per coin, in its smallest units. The digits below `own` identify a payment (its dust,
 * binance-crypto). `fee` is the largest fee that an exchange or wallet deducts; `by` overrides it
 * for a network. Fees are round, so the identifying digits stay.
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

/** The amount is short by a fee: the identifying digits are equal. */
const shortByFee = or(
  ...Object.entries(coinTolerances).map(([coin, { own: ownUnits, fee, by = {} }]) =>
    and(
      eq(payments.coin, coin),
      sql`${missingUnits} between 0 and ${feeByNetwork(fee, by)}`,
      sql`${missingUnits} % ${sql.raw(String(ownUnits))} = 0`,
    ),
  ),
)

function feeByNetwork(fee: number, by: Record<string, number>): SQL {
  const feeCases = Object.entries(by).map(
    ([network, most]) =>
      sql`when ${deposits.network} = ${network} then ${sql.raw(String(most))}::bigint`,
  )

  const usualFee = sql.raw(`${fee}::bigint`)

  return feeCases.length
    ? sql`case ${sql.join(feeCases, sql` `)} else ${usualFee} end`
    : sql`${usualFee}`
}

/** The last six digits are equal: no two open payments share them by chance. */
const hasSameEnding = sql`(${missingUnits} >= 0 and ${deposits.coinUnits} > 0 and ${missingUnits} % 1000000 = 0)`
const sameNetwork = eq(payments.network, deposits.network)

const isWithinTwoPercent = sql`${payments.coinUnits} between ceil(${deposits.coinUnits} / 1.02)
  and floor(${deposits.coinUnits} / 0.98)`

/**
 * SQL condition: a payment is near an unmatched deposit that came after its creation. On any
 * network, the amount ends the same or is short by a fee. On the same network, it may also differ
 * by 2 % at most.
 */
const isNearDeposit = and(
  eq(payments.method, 'crypto'),
  eq(payments.coin, deposits.coin),
  isNotNull(payments.nextCheckAt),
  inArray(payments.status, ['pending', 'failed']),
  lte(payments.createdAt, deposits.insertedAt),
  or(hasSameEnding, shortByFee, and(sameNetwork, isWithinTwoPercent)),
)

/** Unpaid payments that the deposits may be meant for, the nearest first. */
export const nearPayments = (app: App, depositIds: readonly string[]) =>
  depositIds.length
    ? app.db
        .select({ depositId: deposits.id, payment: payments, orderNumber: orders.number })
        .from(deposits)
        .innerJoin(payments, isNearDeposit)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .where(inArray(deposits.id, [...depositIds]))
        .orderBy(
          sql`not ${hasSameEnding}`,
          sql`not (${shortByFee})`,
          sql`abs(${payments.coinUnits} - ${deposits.coinUnits})`,
          payments.id,
        )
        .execute()
    : []

/**
 * Whether unmatched coins may be meant for a payment, or for an unpaid payment of a cart. Staff
 * then have to match them.
 */
export async function hasNearDeposit(
  app: App,
  owner: { id: string } | { cartId: string },
): Promise<boolean> {
  const [nearDeposit] = await app.db
    .select({ id: deposits.id })
    .from(payments)
    .innerJoin(deposits, and(eq(deposits.state, 'unmatched'), isNearDeposit))
    .where('id' in owner ? eq(payments.id, owner.id) : eq(payments.cartId, owner.cartId))
    .limit(1)
  return nearDeposit !== undefined
}
