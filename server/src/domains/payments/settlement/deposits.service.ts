import { and, eq, isNull, sql } from 'drizzle-orm'

import { deposits } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { ChargeFacts, Deposit as ReportedDeposit } from '../../../ports/payments.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { isItsMoney } from '../../books/methods.rules.ts'
import {
  depositsOf,
  oldestWatchedCrypto,
  payerOfDeposit,
  type Deposit,
  type Payment,
} from '../state/payments.queries.ts'
import type { DepositFacts } from './verdict.rules.ts'

// States of the exchange's deposit history: 0 pending, 6 credited, 1 success; 8 waits for the
// shop's answers to the exchange; 7 wrong, 2 rejected.
const creditedStatus = 1
const awaitsShop = 8
const underway = new Set([0, 6, awaitsShop])

/**
 * Read the exchange's deposits once for all open payments, store and match them; returns the ids of
 * payments to settle.
 */
export async function pollDeposits(app: App): Promise<string[]> {
  const watchedSince = app.providers.crypto && (await oldestWatchedCrypto(app))
  if (!watchedSince) return []

  const reported = await app.providers.crypto!.deposits(new Date(watchedSince.getTime() - 600_000))
  const paymentIds = new Set<string>()

  for (const deposit of await changedDeposits(app, reported)) {
    // A deposit that cannot be stored does not block the others.
    const paymentId = await inTransaction(app, (tx) => keepDeposit(tx, deposit)).catch((error) => {
      app.log.error(
        { err: error, depositId: deposit.id },
        'a deposit could not be stored; it is tried again',
      )
      return null
    })
    if (paymentId) paymentIds.add(paymentId)
  }

  return [...paymentIds]
}

/** The reported deposits that are new, changed or still unmatched, found by one query. */
async function changedDeposits(app: App, reported: ReportedDeposit[]): Promise<ReportedDeposit[]> {
  const storedDeposits = await app.db
    .select({
      id: deposits.id,
      status: deposits.status,
      confirmations: deposits.confirmations,
      state: deposits.state,
    })
    .from(deposits)
    .where(sql`${deposits.id} = any(${sql.param(reported.map(({ id }) => id))})`)

  const storedById = new Map(storedDeposits.map((deposit) => [deposit.id, deposit]))

  return reported.filter((deposit) => {
    const storedDeposit = storedById.get(deposit.id)
    return (
      storedDeposit?.status !== deposit.status ||
      storedDeposit.confirmations !== deposit.confirmations ||
      storedDeposit.state === 'unmatched'
    )
  })
}

/**
 * Store one deposit and find its payment; null when the deposit brings no news or matches no
 * payment.
 */
async function keepDeposit(tx: App, reported: ReportedDeposit): Promise<string | null> {
  const now = tx.clock.now()

  const [storedDeposit] = await tx.db
    .select()
    .from(deposits)
    .where(eq(deposits.id, reported.id))
    .for('update')

  if (
    storedDeposit &&
    storedDeposit.status === reported.status &&
    storedDeposit.confirmations === reported.confirmations &&
    storedDeposit.paymentId
  )
    return null

  const { insertedAt, ...rest } = reported

  const [row] = await tx.db
    .insert(deposits)
    .values({ ...rest, insertedAt, state: 'unmatched', createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: deposits.id,
      set: { status: reported.status, confirmations: reported.confirmations, updatedAt: now },
    })
    .returning()

  // A deposit whose review is closed belongs to no payment.
  if (row!.state === 'review') return null

  return row!.paymentId ?? matchDeposit(tx, row!, !storedDeposit)
}

async function matchDeposit(tx: App, deposit: Deposit, isNew: boolean): Promise<string | null> {
  // All buyers send to the same wallet, so only the exact amount identifies a payment. Near amounts
  // may be anybody's, so staff decide (decision 0012).
  const matchedPayment = await payerOfDeposit(tx, deposit)

  if (!matchedPayment || !isItsMoney(tx, matchedPayment)) {
    if (isNew)
      await recordAudit(tx, {
        action: 'deposit.unmatched',
        targetType: 'deposit',
        targetId: deposit.id,
        details: { coin: deposit.coin, network: deposit.network, amount: deposit.amount },
      })
    return null
  }

  await tx.db
    .update(deposits)
    .set({ paymentId: matchedPayment.id, state: 'matched', updatedAt: tx.clock.now() })
    .where(and(eq(deposits.id, deposit.id), isNull(deposits.paymentId)))

  return matchedPayment.id
}

/**
 * The facts of a payment from its matched deposits, in cents of the payment: the exact coin amount
 * counts as the exact price.
 */
export async function cryptoFacts(tx: App, payment: Payment): Promise<ChargeFacts & DepositFacts> {
  const ownDeposits = await depositsOf(tx, payment.id)

  const inCents = (units: number) =>
    units === payment.coinUnits
      ? payment.amountCents
      : Math.floor((payment.amountCents * units) / payment.coinUnits!)

  const oddDeposit = ownDeposits.find(
    (deposit) => deposit.status !== creditedStatus && !underway.has(deposit.status),
  )

  return {
    state: 'open',
    refunds: [],
    disputes: [],
    mismatch: oddDeposit ? `deposit status ${oddDeposit.status}` : null,

    receipts: ownDeposits
      .filter((deposit) => deposit.status === creditedStatus)
      .map((deposit) => ({
        receiptId: deposit.id,
        amountCents: inCents(deposit.coinUnits),
        currency: payment.currency,
        receivedAt: deposit.insertedAt,
      })),

    underway: ownDeposits.some((deposit) => underway.has(deposit.status)),
    awaitsShop: ownDeposits.some((deposit) => deposit.status === awaitsShop),
    detectedInTime: ownDeposits.some(
      (deposit) => underway.has(deposit.status) && deposit.insertedAt <= payment.expiresAt,
    ),
  }
}

/** The number of unmatched deposits, for the review and the metrics. */
export const unmatchedDeposits = (app: App): Promise<number> =>
  app.db.$count(deposits, eq(deposits.state, 'unmatched'))
