import { eq, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'

import { deposits, infractions, payments, receipts, stockKeys } from '../db/tables/index.ts'
import { confirmByHand } from '../domains/payments/review/by-hand.admin.service.ts'
import { addKeys } from '../domains/stock/stock.service.ts'
import type { App } from '../platform/app.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { person, product } from './make.ts'
import { fill, startCrypto, startPix } from './shop.ts'
import type { TestShop } from './test-shop.ts'

// Sample data for the payment desk and the jobs page, for tests that call everything.

/**
 * Creates an underpaid payment, a paid one whose key arrived later, an unmatched deposit in the
 * coin of a payment, and a job. Returns their ids.
 */
export async function deskIds(testShop: TestShop): Promise<Record<string, string>> {
  const { app } = testShop

  const [shortPayment, waitingPayment, cryptoPayment] = [
    await openPayment(testShop, startPix),
    await openPayment(testShop, startPix),
    await openPayment(testShop, startCrypto),
  ]

  const infractionId = await payShort(app, shortPayment)
  await payWithoutKeys(app, waitingPayment)
  const depositId = await depositBeside(app, cryptoPayment)

  const {
    rows: [job],
  } = await app.db.execute<{ id: string }>(
    sql`select id::text
      from graphile_worker.add_job('mail.welcome', '{}'::json, run_at := now() + interval '1 day',
      job_key := 'sample')`,
  )

  return {
    shortPaymentId: shortPayment.paymentId,
    waitingPaymentId: waitingPayment.paymentId,
    cryptoPaymentId: cryptoPayment.paymentId,
    depositId,
    infractionId,
    jobId: job!.id,
  }
}

type Started = { productId: string; paymentId: string }

/** Pays ten reais of a higher amount, and contests them; returns the id of the fraud report. */
async function payShort(app: App, { paymentId }: Started): Promise<string> {
  const now = app.clock.now()

  await app.db.insert(receipts).values({
    method: 'pix',
    receiptId: `E-${paymentId}`,
    paymentId,
    amountCents: 1000,
    currency: 'BRL',
    receivedAt: now,
    createdAt: now,
  })

  const infractionId = `med-${paymentId}`

  await app.db.insert(infractions).values({
    id: infractionId,
    paymentId,
    receiptId: `E-${paymentId}`,
    status: 'ABERTA',
    contestedCents: 1000,
    openedAt: now,
    createdAt: now,
    updatedAt: now,
  })

  await app.db
    .update(payments)
    .set({ receivedCents: 1000, reviewReason: 'partial', needsReview: true })
    .where(eq(payments.id, paymentId))

  return infractionId
}

/** Confirms a payment without keys in stock, and adds a key afterwards. */
async function payWithoutKeys(app: App, { productId, paymentId }: Started): Promise<void> {
  await app.db
    .update(stockKeys)
    .set({ status: 'revoked', paymentId: null })
    .where(eq(stockKeys.variantId, productId))

  await confirmByHand(
    app,
    paymentId,
    { actorId: null, actorName: null, ip: null },
    { reason: 'cena', reference: `C-${paymentId}` },
  )

  await inTransaction(app, (tx) =>
    addKeys(tx, productId, [`KEY-${randomBytes(10).toString('hex').toUpperCase()}`]),
  )
}

/**
 * Creates a deposit in a payment's coin that does not match the payment; returns the deposit's id.
 */
async function depositBeside(app: App, { paymentId }: Started): Promise<string> {
  const now = app.clock.now()
  const [crypto] = await app.db.select().from(payments).where(eq(payments.id, paymentId))
  const depositId = `d-${randomBytes(8).toString('hex')}`

  await app.db.insert(deposits).values({
    id: depositId,
    coin: crypto!.coin!,
    network: crypto!.network!,
    coinUnits: 1,
    amount: '0.000001',
    txId: 'tx',
    status: 1,
    insertedAt: now,
    state: 'unmatched',
    createdAt: now,
    updatedAt: now,
  })

  return depositId
}

async function openPayment(testShop: TestShop, start: typeof startPix): Promise<Started> {
  const buyer = await person(testShop.app, { name: 'Vera Mesa' })

  const { id: productId } = await product(testShop.app, {
    keys: 1,
    priceCents: 5000 + randomBytes(2).readUInt16BE(),
  })

  const { body } = await start(testShop, buyer, await fill(testShop, buyer, productId))

  return { productId, paymentId: String(body.paymentId) }
}
