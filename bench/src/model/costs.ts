// Measured costs of an order (docs/figures.md), and limits of other services. New measurements go
// here; npm run bench -- --model then prints the tables of docs/scale.md.

/**
 * Measured with npm run bench -- --steady (figures.md, Orders at a steady rate); hotRow with
 * --orders.
 */
export const costs = {
  /** Processor time of the server for an order by PIX, from checkout to key, in milliseconds. */
  serverMs: 31,
  /** Processor time of the receipt in milliseconds: mail, PDF and mail server. */
  receiptMs: 15,
  databaseMs: 25,
  /** Share of a processor that an idle server process and its database use. */
  idleServer: 0.02,
  idleDatabase: 0.01,
  /** How long the transactions of an order hold a database connection, in total. */
  heldMs: 160,
  /**
   * WAL of an order after half an hour of a thousand orders a minute; in the first minutes it is
   * about 90 kB.
   */
  walBytes: 335_000,
  /** Disk space of an order with indexes, including account, cart, key and mail. */
  diskBytes: 12_000,
  /** Page views for each order, and the server's processor time for one page. */
  pages: 100,
  pageMs: 0.07,
  pageBytes: 25_000,
  /**
   * Receipts a second that a process sends while it sells, measured at 300 orders a minute. Higher
   * rates were not measured; background work allows six when a mail server takes longer than forty
   * milliseconds.
   */
  receiptsBesideOrders: 5,
  /**
   * Milliseconds of a settlement job, including the bank's answer, and how many run in parallel.
   */
  settleMs: 200,
  settlements: 4,
  /** Orders a second that use one coupon and one product, because each order locks both rows. */
  hotRow: 84,
}

/** The default configuration, and the size of a machine. */
export const setup = {
  pool: 20,
  queueConnections: 6,
  /**
   * Connections of a process that bypass the pooler: those of its queue, one that listens, and one
   * for the heartbeat.
   */
  sessions: 8,
  maxConnections: 100,
  /** Highest average load of a processor in the busiest minute. */
  busy: 0.6,
  /**
   * The busiest hour has an eighth of a day's orders, so a day equals this many of its busiest
   * minutes.
   */
  minutesADay: 480,
  /** Processors of the largest machine that the model considers for PostgreSQL. */
  largestMachine: 64,
}

/** Limits of other services a second, from the providers' documentation. */
export const allowed = {
  /** Write requests in live mode. An order by card makes one request, and two with a coupon. */
  stripeWrites: 100,
  /** Calls of a bot in total. An order for a product with a role makes one call. */
  discordCalls: 50,
  /** One key a second, because KEYAUTH_INTERVAL_MS is 1000. */
  keyauthKeys: 1,
  /** Calls to the bank for an order: creating the charge, and reading it after the webhook. */
  pixCalls: 2,
  /** Deposits in one answer of the exchange, which is asked every five seconds. */
  deposits: 200,
}
