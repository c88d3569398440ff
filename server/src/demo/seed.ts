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
import { storeGallery } from './demo-gallery.ts'
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
import { createDraw, type Draw } from './random.ts'

const drawSeed = 20_261
const demoDays = 90
const purchaseCount = 212
const seedLock = 0x44454d4f // 'DEMO' in ASCII

/**
 * Creates the default category, to which every product can fall back (Q42), once, in every mode.
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
 * Fills an empty shop with the demo of Q105, in one transaction. Does nothing when there are
 * products, or people other than the first admin (ADMIN_EMAIL). A lock lets processes that start
 * together seed only once. An empty demo has only its three accounts.
 */
export async function seedDemo(app: App): Promise<void> {
  if (await isShopInUse(app)) return warnOfExistingProducts(app)

  await ensureDefaultCategory(app)
  const passwordHash = await demoPasswordHash()

  await inTransaction(app, async (tx) => {
    await tx.db.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if (await isShopInUse(tx)) return

    const draw = createDraw(drawSeed)

    if (app.config.demoShop === 'empty') {
      const people = await withExistingIds(tx, preparePeople(tx, draw))
      return storePeople(tx, people.slice(0, demoAccounts.length), passwordHash, draw)
    }

    const shelf = await fillShelf(tx)
    const people = await withExistingIds(tx, preparePeople(tx, draw))
    const coupons = prepareCoupons(tx, shelf)
    const past = simulatePast(tx, draw, { people, shelf, coupons })
    await storePeople(tx, people, passwordHash, draw)
    await storeNotifications(tx, people)
    await storeCoupons(tx, coupons)
    await storePages(tx, shelf)
    await storeGallery(tx, shelf)
    await storePast(tx, past)
    await storeReviews(tx, past, people)
    await storeTickets(tx, draw, people)
    await storeStatus(tx)
    await storeVisits(tx, demoDays)
    await storeSite(tx)
    await emptyPublicCache(tx.db)
  })
}

/** Warns an operator who asked for an empty demo that the existing products stay. */
async function warnOfExistingProducts(app: App): Promise<void> {
  if (app.config.demoShop !== 'empty' || !(await app.db.$count(products))) return
  app.log.warn(
    {},
    'the demo already has products, which stay; npm run reset -- --empty starts without them',
  )
}

async function isShopInUse(app: App): Promise<boolean> {
  const adminEmail = app.config.admin?.email.toLowerCase() ?? ''

  const row = columns({
    used: value(
      sql`exists (select 1 from ${products}) or exists (select 1 from ${users} where ${users.email} <> ${adminEmail})`,
      z.boolean(),
    ),
  })

  return (await oneRow(app, row, sql`select ${row}`)).used
}

/** Reuses the ids of existing accounts: the first admin may have the address of a demo account. */
async function withExistingIds(tx: App, people: Person[]): Promise<Person[]> {
  const existingUsers = await tx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      inArray(
        users.email,
        people.map((person) => person.email),
      ),
    )

  const idsByEmail = new Map(existingUsers.map((row) => [row.email, row.id]))

  return people.map((person) => ({ ...person, id: idsByEmail.get(person.email) ?? person.id }))
}

/** People, products and coupons of the demo. */
type DemoShop = { people: Person[]; shelf: readonly ShelfProduct[]; coupons: ShelfCoupon[] }

/**
 * Simulates ninety days of business in memory: purchases oldest first, then open carts and unsold
 * keys.
 */
function simulatePast(app: App, draw: Draw, { people, shelf, coupons }: DemoShop): PastRows {
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

  const purchases = [
    ...drawPurchases(
      draw,
      market,
      purchaseInstants(draw, { timeZone, now, days: demoDays, count: purchaseCount }),
    ),
    ...shownPurchases(market, timeZone),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())

  for (const purchase of purchases) recordPurchase(writer, books, purchase)

  const cartOwners = people.slice(-6).map((buyer, i) => ({
    ...purchases.at(-1 - i * 3)!,
    buyer,
    at: new Date(now.getTime() - (i < 2 ? (i + 1) * 900_000 : i * day)),
  }))

  leaveOpenCarts(writer, books, cartOwners)
  fillStock(writer, shelf)
  for (const person of people) moveRegistration(draw, person, past)

  return past
}

/** Moves the registration of a person to at most three days before the person's first cart. */
function moveRegistration(draw: Draw, person: Person, past: PastRows): void {
  const firstCartMs = past.carts
    .filter((cart) => cart.userId === person.id)
    .reduce((oldest, cart) => Math.min(oldest, cart.createdAt.getTime()), Infinity)
  if (firstCartMs < Infinity && person.role === 'client')
    person.createdAt = new Date(firstCartMs - draw.between(120, 3 * 86_400) * 1000)
}
