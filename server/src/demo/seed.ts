import { demoAccounts } from '@chaveiro/contracts/demo-accounts'
import { defaultCategory, defaultCategoryColor } from '@chaveiro/contracts/product-limits'
import { inArray, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, value } from '../db/rows.ts'
import { categories, products, users } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { emptyPublicCache } from '../platform/load/public-cache.ts'
import { newId } from '../platform/secrets/ids.ts'
import {
  fillShelf,
  prepareCoupons,
  storeCoupons,
  type ShelfCoupon,
  type ShelfProduct,
} from './demo-catalogue.ts'
import { storeNotifications } from './demo-notifications.ts'
import { storePages } from './demo-pages.ts'
import { demoPasswordHash, preparePeople, storePeople, type Person } from './demo-people.ts'
import { storeSite } from './demo-site.ts'
import { fillStock } from './past-deliveries.ts'
import { leaveOpenCarts, recordPurchase, type Books } from './past-orders.ts'
import { drawPurchases, shownPurchases } from './past-purchases.ts'
import { storeReviews } from './past-reviews.ts'
import { emptyPast, storePast, type PastRows, type PastWriter } from './past-rows.ts'
import { storeStatus } from './past-status.ts'
import { storeTickets } from './past-tickets.ts'
import { storeVisits } from './past-visits.ts'
import { day, purchaseInstants } from './purchase-times.ts'
import { drawFrom, type Draw } from './random.ts'

const seed = 20_261
const days = 90
const purchases = 212
const lock = 0x44454d4f // 'DEMO'

/**
 * The category that every product can fall back to (Q42); made once, in every mode, whoever starts
 * first.
 */
export async function ensureDefaultCategory(app: App): Promise<void> {
  const now = app.clock.now()
  await app.db
    .insert(categories)
    .values({
      id: newId(now.getTime()),
      name: defaultCategory,
      color: defaultCategoryColor,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
}

/**
 * Fill an empty shop with the demo of Q105, in one transaction, so that it is there whole or not at
 * all. Does nothing when there are products or people (other than the first admin of ADMIN_EMAIL);
 * processes that start together take turns. An empty demo has its three accounts and nothing else.
 */
export async function seedDemo(app: App): Promise<void> {
  if (await isInUse(app)) return sayWhatStays(app)

  await ensureDefaultCategory(app)
  const passwordHash = await demoPasswordHash()

  await inTransaction(app, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${lock})`)
    if (await isInUse(tx)) return

    const draw = drawFrom(seed)

    if (app.config.demoShop === 'empty') {
      const people = await withStandingIds(tx, preparePeople(tx, draw))
      return storePeople(tx, people.slice(0, demoAccounts.length), passwordHash, draw)
    }

    const shelf = await fillShelf(tx)
    const people = await withStandingIds(tx, preparePeople(tx, draw))
    const coupons = prepareCoupons(tx, shelf)
    const past = livePast(tx, draw, { people, shelf, coupons })
    await storePeople(tx, people, passwordHash, draw)
    await storeNotifications(tx, people)
    await storeCoupons(tx, coupons)
    await storePages(tx, shelf)
    await storePast(tx, past)
    await storeReviews(tx, past, people)
    await storeTickets(tx, draw, people)
    await storeStatus(tx)
    await storeVisits(tx, days)
    await storeSite(tx)
    await emptyPublicCache(tx.db)
  })
}

/** Who asks for an empty demo hears of products that are there and stay. */
async function sayWhatStays(app: App): Promise<void> {
  if (app.config.demoShop !== 'empty' || !(await app.db.$count(products))) return
  app.log.warn(
    {},
    'the demo has products already, which stay: npm run reset -- --empty begins without them',
  )
}

async function isInUse(app: App): Promise<boolean> {
  const first = app.config.admin?.email.toLowerCase() ?? ''

  const row = columns({
    used: value(
      sql`exists (select 1 from ${products}) or exists (select 1 from ${users} where ${users.email} <> ${first})`,
      z.boolean(),
    ),
  })

  return (await oneRow(app, row, sql`select ${row}`)).used
}

/** A demo account whose address the first admin has already is that person. */
async function withStandingIds(tx: App, people: Person[]): Promise<Person[]> {
  const rows = await tx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      inArray(
        users.email,
        people.map((person) => person.email),
      ),
    )

  const standing = new Map(rows.map((row) => [row.email, row.id]))

  return people.map((person) => ({ ...person, id: standing.get(person.email) ?? person.id }))
}

/** Who buys what in the demo, with which coupons. */
type Shop = { people: Person[]; shelf: readonly ShelfProduct[]; coupons: ShelfCoupon[] }

/**
 * Ninety days of business, in memory: purchases oldest first, then the carts that stand open and
 * the keys that are left.
 */
function livePast(app: App, draw: Draw, { people, shelf, coupons }: Shop): PastRows {
  const now = app.clock.now()
  const { timeZone } = app.config
  const past = emptyPast()
  const writer: PastWriter = { app, draw, past }
  const market = { now, people, shelf }

  const books: Books = {
    coupons,
    paidOrders: new Map(),
    abandoned: new Set(),
    openCarts: new Map(),
  }

  const bought = [
    ...drawPurchases(
      draw,
      market,
      purchaseInstants(draw, { timeZone, now, days, count: purchases }),
    ),
    ...shownPurchases(market, timeZone),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())

  for (const purchase of bought) recordPurchase(writer, books, purchase)

  const lookers = people.slice(-6).map((buyer, i) => ({
    ...bought.at(-1 - i * 3)!,
    buyer,
    at: new Date(now.getTime() - (i < 2 ? (i + 1) * 900_000 : i * day)),
  }))

  leaveOpenCarts(writer, books, lookers)
  fillStock(writer, shelf)
  for (const person of people) comeBefore(draw, person, past)

  return past
}

/** People registered before they did anything, at most some days before. */
function comeBefore(draw: Draw, person: Person, past: PastRows): void {
  const first = past.carts
    .filter((cart) => cart.userId === person.id)
    .reduce((oldest, cart) => Math.min(oldest, cart.createdAt.getTime()), Infinity)
  if (first < Infinity && person.role === 'client')
    person.createdAt = new Date(first - draw.between(120, 3 * 86_400) * 1000)
}
