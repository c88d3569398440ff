import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { eq } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'

import {
  bans,
  categories,
  licences,
  notifications,
  orders,
  orderUnits,
  reviews,
  roleGrants,
  stockKeys,
  twoFactors,
} from '../db/tables/index.ts'
import { methodsAndPaths } from '../platform/http/mount.ts'
import { newId } from '../platform/secrets/ids.ts'
import { deskIds } from './desk-sample.ts'
import { announcement, noteOf, savedView, sitePage, ticketsOf } from './house-sample.ts'
import { cartOf, coupon, person, pricePlan, product, variant, type Person } from './make.ts'
import { accepted, startPix } from './shop.ts'
import type { TestShop } from './test-shop.ts'

// All calls of the shop, and sample data with which each call succeeds.

export type Call = { name: string; route: AnyRoute; method: AnyRoute['method']; url: string }

/** Every call under each of its URLs, as in the OpenAPI document. */
export const everyCall: readonly Call[] = [
  ...Object.entries(api).map(([domain, contract]) => [domain, contract] as const),
  ...Object.entries(adminApi).map(([section, contract]) => [`admin.${section}`, contract] as const),
].flatMap(([domain, contract]) =>
  Object.entries(contract as Record<string, AnyRoute>).flatMap(([name, route]) =>
    methodsAndPaths(route).map((spelling) => ({ name: `${domain}.${name}`, route, ...spelling })),
  ),
)

export type SampleData = { who: Person; ids: Record<string, string> }

/**
 * Creates a customer with a delivered order, an open payment and a filled cart, and one item of
 * each kind that staff manage. Data for the desk, the queue and some limited sections is created
 * only for their calls, or without `call`.
 */
export async function openSampleData(testShop: TestShop, call?: Call): Promise<SampleData> {
  const tag = randomBytes(4).toString('hex').toUpperCase()
  const who = await person(testShop.app, { name: 'Vera Vítima' })
  const { staff, other, ids } = await tradeIn(testShop, who, tag)

  return {
    who,

    ids: {
      ...ids,
      ...(await houseIn(testShop, { who, staff, tag })),
      reviewId: await waitingReview(testShop.app, who.userId, ids.productId),
      userId: who.userId,
      tag,
      provider: 'efybank',
      categoryName: 'general',
      guildId: 'default',
      authorId: staff.userId,
      // Only for the calls that need it, because a shop has at most fifty pages.
      ...(!call || call.name.startsWith('admin.sitePages.')
        ? { sitePageId: await sitePage(testShop.app, ids.slug) }
        : {}),
      ...(!call || call.name.startsWith('admin.roles.')
        ? { roleGrantId: await roleGrant(testShop.app, other.userId) }
        : {}),
      ...(!call || /^admin\.(desk|jobs)\./.test(call.name) ? await deskIds(testShop) : {}),
    },
  }
}

/** Creates orders and payments in every state, of this customer and of another one. */
async function tradeIn(testShop: TestShop, who: Person, tag: string) {
  const { app } = testShop
  const { id: productId, name } = await product(app, { keys: 4, priceCents: 4990 })

  const [couponId, spareCouponId] = [
    await coupon(app, { code: `V${tag}`, value: 10_000 }),
    await coupon(app, { code: `W${tag}` }),
  ]

  const pay = (buyer: Person, code?: string) => payFor(testShop, buyer, productId, code)
  const paid = await pay(who, `V${tag}`)
  const other = await person(app, { name: 'Vera Outra' })
  const cancelled = await pay(other)
  const staff = await person(app, { role: 'admin' })

  const cancelReply = await testShop.http.inject({
    method: 'PATCH',
    url: `/api/admin/orders/${cancelled.orderId}/status`,
    headers: staff.headers,
    payload: { status: 'cancelled', reason: 'cena' },
  })

  if (cancelReply.statusCode !== 200)
    throw new Error(`the sample's order could not be cancelled: ${cancelReply.payload}`)

  const openPayment = await pay(who)
  const createWaitingUnit = (provider: 'manual' | 'keyauth') =>
    waitingUnit(testShop, provider, `${provider}${tag}`.toUpperCase())
  const [unitId, mintedUnitId] = [
    await createWaitingUnit('manual'),
    await createWaitingUnit('keyauth'),
  ]
  const [licence] = await app.db.select().from(licences).where(eq(licences.orderId, paid.orderId))

  const [key] = await app.db
    .select()
    .from(stockKeys)
    .where(eq(stockKeys.variantId, productId))
    .orderBy(stockKeys.position)
    .offset(3)

  return {
    staff,
    other,

    ids: {
      productId,
      planId: await pricePlan(app, productId),
      variantId: await variant(app, productId, { name: `Outra ${tag}` }),
      slug: name.toLowerCase().replaceAll(' ', '-'),
      couponId,
      spareCouponId,
      paymentId: openPayment.paymentId,
      cartId: openPayment.cartId,
      spareCartId: cancelled.cartId,
      paidOrderId: paid.orderId,
      orderNumber: paid.number,
      cancelledOrderId: cancelled.orderId,
      licenceId: licence!.id,
      keyId: key!.id,
      unitId,
      mintedUnitId,
    },
  }
}

async function payFor(testShop: TestShop, buyer: Person, productId: string, code?: string) {
  const { db } = testShop.app
  const cartId = await cartOf(testShop.app, buyer.userId, [{ productId, quantity: 1 }])
  const body = accepted(await startPix(testShop, buyer, cartId, code ? { coupon: code } : {}))
  const [order] = await db.select().from(orders).where(eq(orders.cartId, cartId))

  return { cartId, paymentId: String(body.paymentId), orderId: order!.id, number: order!.number }
}

/** A paid unit that the provider has not delivered yet. */
async function waitingUnit(testShop: TestShop, provider: 'manual' | 'keyauth', code: string) {
  const { app } = testShop
  await coupon(app, { code, value: 10_000 })
  const buyer = await person(app)
  const { orderId } = await payFor(testShop, buyer, (await product(app, { provider })).id, code)

  return (await app.db.select().from(orderUnits).where(eq(orderUnits.orderId, orderId)))[0]!.id
}

type Cast = { who: Person; staff: Person; tag: string }

/**
 * Creates a category, tickets, a notification, a ban and other items that staff manage. The
 * customer gets a second factor.
 */
async function houseIn({ app }: TestShop, { who, staff, tag }: Cast) {
  const now = app.clock.now()
  const [categoryId, notificationId, banId] = [newId(), newId(), newId()]
  await app.db
    .insert(categories)
    .values({ id: categoryId, name: `Sala ${tag}`, createdAt: now, updatedAt: now })
  const ticketIds = await ticketsOf(app, who)

  await app.db.insert(notifications).values({
    id: notificationId,
    type: 'alert',
    content: 'Aviso',
    authorId: staff.userId,
    authorName: 'Loja',
    publication: 'pending',
    delivery: 'pending',
    createdAt: now,
    updatedAt: now,
  })

  await app.db.insert(twoFactors).values({
    userId: who.userId,
    secretCipher: Buffer.from('x'),
    confirmedAt: now,
    createdAt: now,
  })

  await app.db.insert(bans).values({
    id: banId,
    hwid: `PC-${tag}`,
    reason: 'cena',
    createdAt: now,
    createdBy: staff.userId,
  })

  return {
    categoryId,
    ...ticketIds,
    notificationId,
    banId,
    announcementId: await announcement(app),
    savedViewId: await savedView(app, staff.userId),
    noteId: await noteOf(app, who, staff),
  }
}

/** A review that waits for moderation. */
async function waitingReview(
  app: TestShop['app'],
  userId: string,
  productId: string,
): Promise<string> {
  const id = newId()

  await app.db.insert(reviews).values({
    id,
    productId,
    userId,
    rating: 3,
    body: 'Vai bem.',
    status: 'pending',
    language: 'pt-BR',
    createdAt: app.clock.now(),
  })

  return id
}

async function roleGrant(app: TestShop['app'], userId: string): Promise<string> {
  const [id, now] = [newId(), app.clock.now()]

  await app.db.insert(roleGrants).values({
    id,
    userId,
    discordId: String(BigInt(`0x${randomBytes(7).toString('hex')}`) + 10n ** 17n),
    roleId: '1300000000000000204',
    wanted: true,
    state: 'failed',
    checkedAt: now,
    createdAt: now,
    updatedAt: now,
  })

  return id
}
