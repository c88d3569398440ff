// Keys, stock and licences: what was bought is given once, to who bought it, for as long as was
// promised.
const stock = 'server/src/domains/stock/'
const licences = 'server/src/domains/licences/'
const orders = 'server/src/domains/orders/'

export const keys = [
  {
    name: 'two orders take the same key: one that is picked is not locked',
    file: `${stock}stock.service.ts`,
    from: 'for update ${sql.raw(locking)}) k)',
    to: ') k)',
    seenBy: ['server', 'stock/stock.admin', 'coupons/coupons.test', 'payments/payments.test'],
  },
  {
    name: 'a key that was given to somebody stays in the stock',
    file: `${stock}stock.delivery.service.ts`,
    from: "where k.id = p.id and k.status in ('reserved', 'available')`)\n  if (moved.rowCount !== keys.length)",
    to: 'where k.id = p.id and false`)\n  if (moved.rowCount !== 0)',
    seenBy: ['server', 'payments/payments.test', 'stock/stock.admin'],
  },
  {
    name: 'an unpaid payment keeps its keys for ever',
    file: `${stock}stock.service.ts`,
    from: ".set({ status: 'available', paymentId: null, updatedAt: tx.clock.now() })",
    to: '.set({ updatedAt: tx.clock.now() })',
    seenBy: ['server', 'payments/payments.test'],
  },
  {
    name: 'fewer keys than were asked for are sold as enough',
    file: `${stock}stock.service.ts`,
    from: 'if (found < line.quantity)',
    to: 'if (found < 0)',
    seenBy: ['server', 'payments/payments.test'],
  },
  {
    name: 'a key that was sold goes back on the shelf',
    file: `${stock}stock.rules.ts`,
    from: "return key.sold && (to === 'available' || to === 'reserved') ? 'stock.sold' : null",
    to: 'return null',
    seenBy: ['server', 'stock/stock.admin'],
  },
  {
    name: 'a key that a customer has already is taken into the stock',
    file: `${stock}stock.service.ts`,
    from: ".filter(({ indexes }) => !indexes.some((index) => known.has(index.toString('hex'))))",
    to: '.filter(() => known.size >= 0)',
    seenBy: ['server', 'stock/stock.admin'],
  },
  {
    name: 'two processes add one key at once, each under another value of STORE_SECRET',
    file: 'server/src/platform/key-marks.ts',
    from: 'if (tx.vault.marks.length > 1)',
    to: 'if (tx.vault.marks.length > 9)',
    seenBy: ['server', 'rotation/secret'],
  },
  {
    name: 'a licence is found by another index than its stock key',
    file: 'server/src/platform/key-marks.ts',
    from: 'const at = like ?',
    to: 'const at = like && vault.marks.length > 9 ?',
    seenBy: ['server', 'rotation/secret'],
  },
  {
    name: 'a licence lasts a day for each month',
    file: `${licences}licences.service.ts`,
    from: 'secondsAfter(now, row.validityDays * 86_400)',
    to: 'secondsAfter(now, row.validityDays * 2_880)',
    seenBy: ['server', 'licences/licences.test'],
  },
  {
    name: 'a licence past its date stays active',
    file: `${licences}licences.service.ts`,
    from: "and(eq(licences.status, 'active'), lte(licences.expiresAt, tx.clock.now()))",
    to: "and(eq(licences.status, 'revoked'), lte(licences.expiresAt, tx.clock.now()))",
    seenBy: ['server', 'licences/licences.test'],
  },
  {
    name: 'a revoked licence shows as active to its customer',
    file: `${licences}licences.rules.ts`,
    from: "if (licence.status === 'revoked') return 'suspended'",
    to: "if (licence.status === 'revoked') return 'active'",
    seenBy: ['server', 'licences/licences.rules'],
  },
  {
    name: 'what a dispute suspended is not given back when it is won',
    file: `${licences}licences.revocation.service.ts`,
    from: "case when expires_at <= ${tx.clock.now()} then 'expired' else 'active' end",
    to: "case when expires_at <= ${tx.clock.now()} then 'expired' else 'revoked' end",
    seenBy: ['server', 'disputes/disputes.test', 'delivery/deliveries'],
  },
  {
    name: 'an order shows the keys of the others of its page',
    file: `${orders}orders.routes.ts`,
    from: 'bought.filter((unit) => unit.orderId === order.id)',
    to: 'bought',
    seenBy: ['server', 'domains/orders/orders.test', 'domains/orders/orders.shown'],
  },
  {
    name: 'a customer reads the order of another one',
    file: `${orders}orders.queries.ts`,
    from: '.where(and(eq(orders.id, orderId), eq(orders.userId, userId)))',
    to: '.where(eq(orders.id, orderId))',
    seenBy: ['server', 'domains/orders/orders.test', 'src/access-table.test'],
  },
  {
    name: 'the orders of a customer are told oldest first',
    file: `${orders}orders.queries.ts`,
    from: '.orderBy(desc(own.createdAt), desc(own.id), asc(orderLines.position))',
    to: '.orderBy(asc(own.createdAt), asc(own.id), asc(orderLines.position))',
    seenBy: ['server', 'domains/orders/orders.test'],
  },
  {
    name: 'a customer’s keys are handed out without a note of it',
    file: `${licences}reveals.service.ts`,
    from: '  if (!rows.length) return\n',
    to: '  if (rows.length) return\n',
    seenBy: ['server', 'delivery/deliveries'],
  },
  {
    name: 'keys that were given before a restore are released with the others',
    file: `${stock}stock.hold.service.ts`,
    from: '.offset(skip)',
    to: '.offset(0)',
    seenBy: ['server', 'domains/stock/stock.hold'],
  },
  {
    name: 'what staff reserved by hand is released with what was held',
    file: `${stock}stock.hold.service.ts`,
    from: "= 'reserved' and ${stockKeys.handledBy} = ${holder}`",
    to: "= 'reserved'`",
    seenBy: ['server', 'domains/stock/stock.hold'],
  },
]
