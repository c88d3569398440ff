// Faults that a single call does not show: locks, bans after the access check, indexes, the
// machine's time zone.
const payments = 'server/src/domains/payments/'
const users = 'server/src/domains/accounts/'
const races = ['server', 'src/ban-races']

export const behind = [
  {
    name: 'two withdrawals of one order at once: its payments are not locked',
    file: `${payments}withdrawals/withdrawals.service.ts`,
    from: "      .for('update')\n",
    to: '',
    seenBy: ['server', 'src/locks.test'],
  },
  {
    name: 'an order with nothing to pay takes its coupon before its keys',
    file: `${payments}checkout/reserve.service.ts`,
    from: '  await reserveKeys(tx, id, stockLines(purchase))\n',
    to: `  const early = couponUse(start, id)
  if (early && !(await takeCouponUse(tx, early))) throw fail('coupon.invalid')
  await reserveKeys(tx, id, stockLines(purchase))\n`,
    seenBy: ['server', 'src/order-round-trips'],
  },
  {
    name: 'a buyer who is banned after the access check opens a payment',
    file: `${payments}checkout/buyer.queries.ts`,
    from: 'if (account.isBanned) throw',
    to: 'if (account.isBanned && account.deletedAt) throw',
    seenBy: races,
  },
  {
    name: 'staff who are banned after the access check change people',
    file: `${users}people/staff-acts.service.ts`,
    from: '!callerNow || callerNow.isBanned || callerNow.role',
    to: '!callerNow || callerNow.role',
    seenBy: races,
  },
  {
    name: 'an account that is banned after the access check changes its mail',
    file: `${users}own-mail/mail-change.service.ts`,
    from: 'before.deletedAt || before.isBanned',
    to: 'before.deletedAt',
    seenBy: races,
  },
  {
    name: 'who is banned while the password is checked is logged in',
    file: `${users}login/login.service.ts`,
    from: ', samePassword(user), eq(users.isBanned, false))',
    to: ', samePassword(user))',
    seenBy: races,
  },
  {
    name: 'who was banned meanwhile gets a fresh token',
    file: `${users}session/session.service.ts`,
    from: 'if (sessionRow.user.isBanned)\n',
    to: 'if (sessionRow.user.isBanned && sessionRow.user.deletedAt)\n',
    seenBy: races,
  },
  {
    name: 'staff change the cart of a customer',
    file: 'server/src/domains/cart/cart.routes.ts',
    from: "if (userId !== principal.userId) throw fail('auth.forbidden')",
    to: "if (userId !== principal.userId && principal.role === 'client') throw fail('auth.forbidden')",
    seenBy: ['server', 'cart/cart.roles'],
  },
  {
    name: 'an index is not made as it is declared',
    file: 'server/src/db/tables/payments.ts',
    from: "index('payments_order').on(t.orderId)",
    to: "index('payments_order').on(t.orderId, t.cartId)",
    seenBy: ['server', 'db/declared'],
  },
  {
    name: 'a mail tells a day by the clock of the machine',
    file: 'server/src/domains/mails/mails.words.ts',
    from: "{ dateStyle: 'long', timeZone: shop.timeZone }",
    to: "{ dateStyle: 'long' }",
    seenBy: ['server', 'src/moments.test'],
  },
]
