// Measured costs of an order (docs/figures.md), and limits of other services. New measurements go
// here; npm run bench -- --model then prints the tables of docs/scale.md.

/** npm run bench -- --steady (figures.md, Orders at a steady rate), --orders for the hot row. */
export const costs = {
  /** Milliseconds of a processor that an order by PIX takes, from its checkout to its key. */
  serverMs: 31,
  /** Time of its receipt: the mail, its PDF, the mail server. */
  receiptMs: 15,
  databaseMs: 25,
  /** Share of a processor that an idle server and its database use. */
  idleServer: 0.02,
  idleDatabase: 0.01,
  /** How long an order holds a connection of the database, all its transactions together. */
  heldMs: 160,
  /** After half an hour of a thousand orders a minute; some 90 kB in its first minutes. */
  walBytes: 335_000,
  /** On disk, indexes included, with the account, the cart, the key and the mail of it. */
  diskBytes: 12_000,
  /** Pages that are looked at for each order, and what one takes of the server. */
  pages: 100,
  pageMs: 0.07,
  pageBytes: 25_000,
  /**
   * Receipts a second that a process sends while it sells: all of 300 orders a minute. More was not
   * tried; its leisure allows six where a mail server takes longer than forty milliseconds.
   */
  receiptsBesideOrders: 5,
  /** A settlement in the queue, the bank's answer included, and how many go side by side. */
  settleMs: 200,
  settlements: 4,
  /** Orders a second with one coupon and one product: each locks one row. */
  hotRow: 84,
}

/** The default configuration, and the size of a machine. */
export const setup = {
  pool: 20,
  queueConnections: 6,
  /** Of a process, past a pooler: those of its queue, and two that listen and show that it lives. */
  sessions: 8,
  maxConnections: 100,
  /** How busy a processor may be on the average of the busiest minute. */
  busy: 0.6,
  /** The busiest hour has an eighth of the orders of a day: so many busy minutes make a day. */
  minutesADay: 480,
  /** Processors of the largest machine that PostgreSQL is put on here. */
  largestMachine: 64,
}

/** Limits of other services a second (the providers' own documents). */
export const allowed = {
  /** Writes in live mode; an order by card is one, with a coupon two. */
  stripeWrites: 100,
  /** Calls of a bot, all together; a product with a role is one. */
  discordCalls: 50,
  /** KEYAUTH_INTERVAL_MS is 1000: a key a second. */
  keyauthKeys: 1,
  /** Calls to the bank for an order: the charge, and asking once the webhook came. */
  pixCalls: 2,
  /** Deposits that one look at the exchange answers, every five seconds. */
  deposits: 200,
}
