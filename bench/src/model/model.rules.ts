import { allowed, costs, setup } from './costs.ts'

// Computes a shop's needs at a rate from the costs of one order. Only arithmetic: all assumptions
// are in costs.ts.

const year = 365

/** Resources that a shop needs at this rate in its busiest minute. */
export function needsAt(ordersAMinute: number) {
  const second = ordersAMinute / 60
  const day = ordersAMinute * setup.minutesADay
  const pages = second * costs.pages
  const serverCores = (second * costs.serverMs + pages * costs.pageMs) / 1000
  const web = Math.max(1, Math.ceil(serverCores / setup.busy))
  const receiptCores = (second * costs.receiptMs) / 1000
  // At higher rates the web processes have no time for receipts, so separate workers send them.
  const workers =
    second > web * costs.receiptsBesideOrders ? Math.ceil(receiptCores / setup.busy) : 0
  const processes = web + workers
  const server = serverCores + receiptCores + processes * costs.idleServer
  const database = (second * costs.databaseMs) / 1000 + processes * costs.idleDatabase

  return {
    second,
    day,
    pages,
    server,
    web,
    workers,
    database,
    databaseMachine: Math.max(1, Math.ceil(database / setup.busy)),
    held: (second * costs.heldMs) / 1000,
    connections: processes * (setup.pool + setup.queueConnections),
    sessions: processes * setup.sessions,
    walASecond: second * costs.walBytes,
    walADay: day * costs.walBytes,
    diskAYear: day * year * costs.diskBytes,
    diskAMonth: (day * year * costs.diskBytes) / 12,
    pixCalls: second * allowed.pixCalls,
    pageBytes: pages * costs.pageBytes,
  }
}

export type Needs = ReturnType<typeof needsAt>

const aProcess = setup.pool + setup.queueConnections
const perMinute = (aSecond: number) => aSecond * 60

/** Orders a second at which one thread is fully used. */
const fullThread = 1000 / (costs.serverMs + costs.pages * costs.pageMs)

/** A limit, the rate at which it is reached, and the remedy. */
type Limit = [what: string, ordersAMinute: number, todo: string]

const all: Limit[] = [
  [
    'keys made by KeyAuth, one a second',
    perMinute(allowed.keyauthKeys),
    'keys from stock for what sells fast; `KEYAUTH_INTERVAL_MS` by agreement',
  ],
  [
    'receipts in time, of a process that sells as well',
    perMinute(costs.receiptsBesideOrders),
    'nothing fails, they come when it is quieter; a `start --only=worker` beside it',
  ],
  [
    "a bank's events, settled four at a time by a process",
    perMinute((costs.settlements * 1000) / costs.settleMs),
    'the page of a payment asks by itself, so the buyer hardly waits; a worker beside it',
  ],
  [
    'one process, its one thread full',
    perMinute(fullThread),
    'further processes: `start --only=web` on the same machine, then on others',
  ],
  [
    `connections: ${setup.maxConnections} of PostgreSQL, ${aProcess} a process`,
    perMinute(Math.floor(setup.maxConnections / aProcess) * setup.busy * fullThread),
    'a [pooler](operations/scale-out.md#a-pooler), a smaller `DATABASE_POOL`',
  ],
  [
    'roles given by one Discord bot',
    perMinute(allowed.discordCalls),
    'roles come later, keys do not wait; no role for what sells fast',
  ],
  [
    'one coupon or one product: rows that each order locks',
    perMinute(costs.hotRow),
    'several codes for one campaign; a lower price in place of a coupon',
  ],
  [
    'cards: writes at Stripe',
    perMinute(allowed.stripeWrites),
    'with a coupon half of it; ask Stripe for more before the campaign',
  ],
  [
    'coins: deposits that one query of the exchange returns',
    perMinute(allowed.deposits),
    'another account, for a shop of its own',
  ],
  [
    `the primary, on ${setup.largestMachine} processors`,
    perMinute((setup.largestMachine * setup.busy * 1000) / costs.databaseMs),
    'several shops: one primary takes all writes of one',
  ],
]

/** The limits of all parts, lowest rate first. */
export const limits = (): Limit[] => all.toSorted(([, a], [, b]) => a - b)
