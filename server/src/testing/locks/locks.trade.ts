import { eq } from 'drizzle-orm'
import { randomBytes, randomUUID } from 'node:crypto'

import { licenceGrants, orderUnits, payments } from '../../db/tables/index.ts'
import { applyDuePlans } from '../../domains/catalogue/prices/prices.due.service.ts'
import { consumeCouponUse } from '../../domains/coupons/coupons.service.ts'
import { syncGrant } from '../../domains/fulfilment/grants/provider-sync.service.ts'
import { grantUnit } from '../../domains/fulfilment/minting/mint.service.ts'
import { lockLicenceOfKey } from '../../domains/licences/licences.admin.service.ts'
import { cancelUnpaidOrder } from '../../domains/payments/review/by-hand.admin.service.ts'
import { pollDeposits } from '../../domains/payments/settlement/deposits.service.ts'
import { settle } from '../../domains/payments/settlement/settle.service.ts'
import { claimDue } from '../../domains/payments/state/payments.queries.ts'
import { notifyRestock } from '../../domains/stock/stock-alerts.service.ts'
import { keysFor } from '../../domains/stock/stock.delivery.service.ts'
import { holdStock } from '../../domains/stock/stock.hold.service.ts'
import { byClock } from '../clock.ts'
import { cartOf, coupon, person, product, variant } from '../make.ts'
import { buyerOf, deposit, paymentRow, payPix, startCrypto, startPix } from '../shop.ts'
import {
  at,
  call,
  inTurn,
  readied,
  rowsHeld,
  textOfTurn,
  turnHeld,
  within,
  type LockAct,
  type LockActs,
  type Stage,
} from './lock-act.ts'

async function checkout({ testShop }: Stage) {
  const { who, cartId } = await buyerOf(testShop)

  return () => startPix(testShop, who, cartId)
}

async function paidPix({ testShop }: Stage) {
  const { who, cartId } = await buyerOf(testShop)
  const { body } = await startPix(testShop, who, cartId)
  await payPix(testShop, body.txid)

  return body.paymentId as string
}

async function settlement(stage: Stage) {
  const id = await paidPix(stage)

  return () => settle(stage.testShop.app, id, 'webhook')
}

/** Settling a payment whose order has another open payment. */
async function settlementOfTwo(stage: Stage): Promise<LockAct> {
  const { app } = stage.testShop
  const [id, other] = [await paidPix(stage), await paidPix(stage)]
  const { orderId } = await paymentRow(stage.testShop, id)
  await app.db.update(payments).set({ orderId }).where(eq(payments.id, other))

  return {
    hold: rowsHeld('payments', `id = '${other}'`),
    act: () => settle(app, id, 'webhook'),
  }
}

/** A checkout of a product with a limit of one per customer. */
async function limitedCheckout({ testShop }: Stage): Promise<LockAct> {
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys: 2 })
  const variantId = await variant(testShop.app, productId, { name: 'Uma', keys: 2, perCustomer: 1 })
  const cartId = await cartOf(testShop.app, who.userId, [{ productId, variantId, quantity: 1 }])

  return {
    hold: turnHeld(`hashtext('limits'), hashtext('${who.userId}')`),
    text: textOfTurn(`hashtext('limits')`),
    act: () => startPix(testShop, who, cartId),
  }
}

/** A checkout by a person who has never paid, while another checkout from this IP address runs. */
async function checkoutInTurn({ testShop }: Stage): Promise<LockAct> {
  const { who, cartId } = await buyerOf(testShop)

  return {
    hold: turnHeld(`hashtext('held'), hashtext('127.0.0.1')`),
    text: textOfTurn(`hashtext('held')`),
    act: () => startPix(testShop, who, cartId),
  }
}

/** A paid unit that waits for its key from KeyAuth. */
async function waitingUnit({ testShop }: Stage): Promise<string> {
  const code = `T${randomBytes(4).toString('hex').toUpperCase()}`
  await coupon(testShop.app, { code, value: 10_000 })
  const { who, cartId } = await buyerOf(testShop, 1, { provider: 'keyauth' })
  const { body } = await startPix(testShop, who, cartId, { coupon: code })
  const { orderId } = await paymentRow(testShop, body.paymentId)
  const [unit] = await testShop.app.db
    .select()
    .from(orderUnits)
    .where(eq(orderUnits.orderId, orderId))

  return unit!.id
}

async function asking(stage: Stage) {
  const unitId = await waitingUnit(stage)

  return () => grantUnit(stage.testShop.app, unitId)
}

/** A key from KeyAuth whose status must follow the status of its licence. */
async function mintedGrant(stage: Stage) {
  const { testShop } = stage
  const unitId = await waitingUnit(stage)
  await grantUnit(testShop.app, unitId)

  const [grant] = await testShop.app.db
    .select()
    .from(licenceGrants)
    .where(eq(licenceGrants.unitId, unitId))

  return () => syncGrant(testShop.app, grant!.id)
}

async function arrivedCoins({ testShop }: Stage) {
  const { who, cartId } = await buyerOf(testShop)
  await startCrypto(testShop, who, cartId)
  await deposit(testShop, { coin: 'USDT', network: 'BSC', amount: '77.123456' })

  return () => pollDeposits(testShop.app)
}

const nobody = { actorId: null, actorName: null, ip: null }

/** Locks of products, orders, payments and licences. */
export const locksOfTrade: LockActs = {
  'cart/cart.admin.service lockCart': at('carts', call('admin.carts.setStatus')),
  'cart/cart.complete.service completeCart': readied('carts', settlement),
  'cart/cart.queries lockOpenCart': readied('carts', checkout),
  'catalogue/categories/categories.service lockCategory': at(
    'categories',
    call('admin.categories.update'),
  ),
  'catalogue/categories/categories.service removeCategory': (stage) => ({
    hold: rowsHeld('categories', `name = 'general'`),
    act: () => call('admin.categories.remove')(stage),
  }),
  'catalogue/pages/product-page.service lockPage': at(
    'products',
    call('admin.productPages.update'),
  ),
  'catalogue/prices/prices.due.service applyDuePlans': at(
    'products',
    within((tx, { sample }) => applyDuePlans(tx, sample.ids.productId!)),
  ),
  'catalogue/variants/product-lock.service lockIfPresent': at(
    'products',
    call('admin.products.update'),
  ),
  'catalogue/products/products.service categoryId': at('categories', call('admin.products.create')),
  'coupons/coupons.admin.service lockCouponIfAny': at('coupons', call('admin.coupons.update')),
  'coupons/coupons.service consumeCouponUse': at(
    'coupon_uses',
    within((tx, { sample }) => consumeCouponUse(tx, sample.ids.paymentId!)),
    /<> 'consumed' for update/,
  ),
  'fulfilment/minting/mint.service beginAttempt': readied('licence_grants', asking),
  'fulfilment/grants/provider-sync.service keepState': readied('licence_grants', mintedGrant),
  'licences/licences.admin.service lockLicence': at('licences', call('admin.licences.reveal')),
  'licences/licences.admin.service lockLicenceOfKey': at(
    'licences',
    within((tx) => lockLicenceOfKey(tx, Buffer.from('none'))),
  ),
  'licences/licences.mail notifyExpiring': inTurn(`hashtext('licences-expiring')`, ({ testShop }) =>
    byClock(testShop.app, 'tell expiring licences'),
  ),
  'licences/licences.mail notifyExpiring 2': at(
    'licences',
    ({ testShop }) => byClock(testShop.app, 'tell expiring licences'),
    / limit \$\d+ for update\)/,
  ),
  'licences/licences.service expireLicences': at('licences', ({ testShop }) =>
    byClock(testShop.app, 'expire licences'),
  ),
  'orders/buyers.queries holdBuyer': at('users', call('admin.deliveries.deliver')),
  'orders/order-units.service lockPendingUnits': at('order_units', call('admin.desk.deliver')),
  'orders/order-units.service lockUnit': at('order_units', call('admin.deliveries.retry')),
  'orders/orders.service lockOrder': at('orders', call('admin.orders.resend')),
  'orders/orders.service lockUnpaid': readied('orders', checkout),
  'payments/checkout/buyer.queries lockBuyer': readied('users', checkout),
  'payments/state/customer-limits.service assertCustomerLimits': limitedCheckout,
  'payments/checkout/held-back.service countHeldKeys': checkoutInTurn,
  'payments/state/payments.queries claimDue': at(
    'payments',
    ({ testShop }) => claimDue(testShop.app, 1, 1),
    / for update skip locked\)/,
  ),
  'payments/state/payments.queries lockPayment': at('payments', call('admin.transactions.check')),
  'payments/review/by-hand.admin.service cancelClosed': at('payments', ({ testShop, sample }) =>
    cancelUnpaidOrder(testShop.app, sample.ids.cancelledOrderId!, nobody, 'prova'),
  ),
  'payments/review/review.admin.service lockUnmatched': at(
    'deposits',
    call('admin.desk.closeDeposit'),
  ),
  'payments/settlement/deposits.service keepDeposit': readied('deposits', arrivedCoins),
  'payments/state/transitions.service lockOtherCharges': settlementOfTwo,
  'payments/withdrawals/withdrawals.service askWithdrawal': at('payments', call('orders.withdraw')),
  'stock/stock-alerts.service setThreshold': at('stock_watches', call('admin.stock.threshold')),
  'stock/stock-alerts.service notifyRestock': at('stock_waits', ({ testShop, sample }) =>
    notifyRestock(testShop.app, sample.ids.productId!),
  ),
  'stock/stock.admin.service lockKey': at('stock_keys', call('admin.stock.reveal')),

  'stock/stock.delivery.service lockFreeKeys': at(
    'stock_keys',
    within(async (tx, { sample }) =>
      keysFor(tx, [{ id: randomUUID(), variantId: sample.ids.productId! }]),
    ),
    /limit w\.quantity for update skip locked/,
  ),

  'stock/stock.delivery.service lockReserved': readied('stock_keys', settlement),
  'stock/stock.hold.service moveBatch': at('stock_keys', ({ testShop }) => holdStock(testShop.app)),
  'stock/stock.service pickKeys': readied('stock_keys', checkout, /limit w\.quantity for update/),
}
