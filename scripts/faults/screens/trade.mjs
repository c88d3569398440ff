// Faults in the screens of orders and payments, and of payments to review.
import { admin, fault } from './fault.mjs'

export const trade = [
  // Orders and payments
  fault(
    'the email of the customer falls out of the order',
    `${admin}orders/order-parts.tsx`,
    ['`${order.customer.name} (${order.customer.email})`', '`${order.customer.name}`'],
    'orders',
  ),
  fault(
    'an order does not say when it was completed',
    `${admin}orders/order-parts.tsx`,
    [
      "order.completedAt ? date(order.completedAt, 'moment') : null",
      "order.completedAt ? '' : null",
    ],
    'orders',
  ),
  fault(
    'the code of the coupon falls out of the order',
    `${admin}orders/order-parts.tsx`,
    ['code: order.discount.cupomCode,', "code: '',"],
    'orders',
  ),
  fault(
    'the orders show what they cost before the discount in dollars',
    `${admin}orders/orders-page.tsx`,
    ['{money(row.totalAmount, row.currency)}', "{money(row.subtotal, 'USD')}"],
    'orders',
  ),
  fault(
    'the cancelled orders are counted as refunded',
    `${admin}orders/orders-page.tsx`,
    ['number(given.cancelledOrders)', 'number(given.refundedOrders)'],
    'orders',
  ),
  fault(
    'a transaction shows as its price what was paid',
    `${admin}transactions/transaction-details.tsx`,
    ['money(row.originalAmount, row.currency)', 'money(row.amount, row.currency)'],
    'transactions',
  ),
  fault(
    'a transaction says when it was made as when it changed',
    `${admin}transactions/transaction-details.tsx`,
    ["date(row.updatedAt, 'moment')", "date(row.createdAt, 'moment')"],
    'transactions',
  ),
  fault(
    'a transaction says that it was refunded when its key was made',
    `${admin}transactions/transaction-details.tsx`,
    ['yesOrNo(row.refunded)', 'yesOrNo(row.keyGenerated)'],
    'transactions',
  ),
  fault(
    'the transactions show their customers without email',
    `${admin}transactions/transactions-page.tsx`,
    ['        {row.customer.email}\n', ''],
    'transactions',
  ),
  fault(
    'the cart does not say until when it is kept',
    `${admin}carts/cart-details.tsx`,
    ["date(cart.expiresAt, 'moment')", "''"],
    'carts',
  ),
  fault(
    'the cart says its sum as what is to be paid',
    `${admin}carts/cart-details.tsx`,
    ['money(cart.totalAmount, cart.currency)', 'money(cart.subtotal, cart.currency)'],
    'carts',
  ),
  fault(
    'another cart status is sent than was chosen',
    `${admin}carts/cart-details.tsx`,
    [
      'params: { id: cart.id }, body: { status } }',
      "params: { id: cart.id }, body: { status: status && 'completed' } }",
    ],
    'carts',
  ),
  fault(
    'the carts do not say what ran out',
    `${admin}carts/carts-page.tsx`,
    ["{row.expired && <Badge>{t('adminCarts.isExpired')}</Badge>}", '{null}'],
    'carts',
  ),
  fault(
    'the average of an order is the whole revenue',
    `${admin}sales/sales-page.tsx`,
    ['money(averageOrder(stats))', 'money(stats.totalRevenue)'],
    'sales',
  ),
  fault(
    'a fall is green',
    `${admin}sales/sales-page.tsx`,
    ["good ? 'text-good' : 'text-bad'", "good ? 'text-good' : 'text-good'"],
    'sales',
  ),
  // Payments to review, and the counters of waiting work
  fault(
    'the desk says as received what was asked for',
    `${admin}desk/desk-case.tsx`,
    ['money(payment.received, payment.currency)', 'money(payment.amount, payment.currency)'],
    'desk',
  ),
  fault(
    'the desk says as on its way what went back',
    `${admin}desk/desk-words.tsx`,
    [
      "t('desk.refunding', { amount: money(item.refunding, item.currency) })",
      "t('desk.refunding', { amount: money(item.refunded, item.currency) })",
    ],
    'desk',
  ),
  fault(
    'the desk does not say when fraud was reported',
    `${admin}desk/desk-infractions.tsx`,
    ["t('desk.reportedAt', { date: date(one.openedAt, 'moment') })", "''"],
    'desk',
  ),
  fault(
    'a share is sent back without what was left as it was shown',
    `${admin}desk/refund-form.tsx`,
    ['{ amount: sentAmount, left: payment.left }', '{ amount: sentAmount, left: sentAmount }'],
    'desk-acts',
  ),
  fault(
    'the desk does not say what was promised for the money',
    `${admin}desk/desk-page.tsx`,
    ['cell: (row: DeskItem) => <PromisedUnits item={row} />', "cell: () => ''"],
    'desk',
  ),
  fault(
    'the list of what waits does not say for which order',
    `${admin}deliveries/deliveries-page.tsx`,
    [
      '<span className="whitespace-nowrap">{row.orderNumber}</span>',
      '<span className="whitespace-nowrap" />',
    ],
    'deliveries',
  ),
  fault(
    'a key that was typed for a unit is not sent',
    `${admin}deliveries/deliver-form.tsx`,
    ['body: { licenseKey } }', "body: { licenseKey: licenseKey && 'KEY' } }"],
    'deliveries',
  ),
]
