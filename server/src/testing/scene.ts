import { randomBytes } from 'node:crypto'
import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { eq } from 'drizzle-orm'
import {
  bans,
  categories,
  licences,
  notifications,
  orders,
  orderUnits,
  roleGrants,
  stockKeys,
  tickets,
  twoFactors,
} from '../db/tables/index.ts'
import { spellings } from '../platform/http/mount.ts'
import { newId } from '../platform/ids.ts'
import { deskIds } from './desk-scene.ts'
import { cartOf, coupon, person, product, validCpf, type Person } from './make.ts'
import { startPix } from './shop.ts'
import type { World } from './world.ts'

// Every call of the shop, and a scene in which each of them has something real to work on.

export type Call = { name: string; route: AnyRoute; method: AnyRoute['method']; url: string }

/** Every call under every spelling, as the OpenAPI document lists them. */
export const everyCall: readonly Call[] = [
  ...Object.entries(api).map(([domain, contract]) => [domain, contract] as const),
  ...Object.entries(adminApi).map(([section, contract]) => [`admin.${section}`, contract] as const),
].flatMap(([domain, contract]) =>
  Object.entries(contract as Record<string, AnyRoute>).flatMap(([name, route]) =>
    spellings(route).map((one) => ({ name: `${domain}.${name}`, route, ...one })),
  ),
)

export type Scene = { who: Person; ids: Record<string, string> }

/** A customer with a delivered order, an open payment, a cancelled order and a filled cart, and one of everything staff look after; what the desk and the queue have only for a call that works on it (or for all). */
export async function openScene(world: World, call?: Call): Promise<Scene> {
  const { app } = world
  const now = app.clock.now()
  const tag = randomBytes(4).toString('hex').toUpperCase()
  const who = await person(app, { name: 'Vera Vítima' })
  const { id: productId } = await product(app, { keys: 4, priceCents: 4990 })
  const [couponId, spareCouponId] = [
    await coupon(app, { code: `V${tag}`, value: 10_000 }),
    await coupon(app, { code: `W${tag}` }),
  ]
  const pay = async (buyer: Person, code?: string, wanted = productId) => {
    const cartId = await cartOf(app, buyer.userId, [{ productId: wanted, quantity: 1 }])
    const { body } = await startPix(world, buyer, cartId, code ? { coupon: code } : {})
    const [order] = await app.db.select().from(orders).where(eq(orders.cartId, cartId))
    return { cartId, paymentId: String(body.paymentId), orderId: order!.id }
  }
  const paid = await pay(who, `V${tag}`)
  const other = await person(app, { name: 'Vera Outra' })
  const cancelled = await pay(other)
  const staff = await person(app, { role: 'admin' })
  const gone = await world.http.inject({
    method: 'PATCH',
    url: `/api/admin/orders/${cancelled.orderId}/status`,
    headers: staff.headers,
    payload: { status: 'cancelled', reason: 'cena' },
  })
  if (gone.statusCode !== 200)
    throw new Error(`the scene's order could not be cancelled: ${gone.payload}`)
  const open = await pay(who)
  const waiting = async (provider: 'manual' | 'keyauth') => {
    await coupon(app, { code: `${provider}${tag}`.toUpperCase(), value: 10_000 })
    const { orderId } = await pay(
      await person(app),
      `${provider}${tag}`.toUpperCase(),
      (await product(app, { provider })).id,
    )
    return (await app.db.select().from(orderUnits).where(eq(orderUnits.orderId, orderId)))[0]!.id
  }
  const [unitId, mintedUnitId] = [await waiting('manual'), await waiting('keyauth')]
  const [licence] = await app.db.select().from(licences).where(eq(licences.orderId, paid.orderId))
  const [key] = await app.db
    .select()
    .from(stockKeys)
    .where(eq(stockKeys.productId, productId))
    .orderBy(stockKeys.position)
    .offset(3)
  const [categoryId, ticketId, notificationId, banId] = [newId(), newId(), newId(), newId()]
  await app.db
    .insert(categories)
    .values({ id: categoryId, name: `Sala ${tag}`, createdAt: now, updatedAt: now })
  await app.db.insert(tickets).values({
    id: ticketId,
    userName: who.name,
    userDiscordId: String(BigInt(`0x${randomBytes(7).toString('hex')}`) + 10n ** 17n),
    userId: who.userId,
    subject: 'Minha chave',
    status: 'closed',
    createdAt: now,
    updatedAt: now,
    closedAt: now,
  })
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
    who,
    ids: {
      userId: who.userId,
      productId,
      paymentId: open.paymentId,
      cartId: open.cartId,
      spareCartId: cancelled.cartId,
      paidOrderId: paid.orderId,
      cancelledOrderId: cancelled.orderId,
      licenceId: licence!.id,
      keyId: key!.id,
      categoryId,
      couponId,
      spareCouponId,
      ticketId,
      notificationId,
      banId,
      unitId,
      mintedUnitId,
      tag,
      provider: 'efybank',
      categoryName: 'general',
      guildId: 'default',
      authorId: staff.userId,
      ...(!call || call.name.startsWith('admin.roles.')
        ? { roleGrantId: await roleGrant(app, other.userId) }
        : {}),
      ...(!call || /^admin\.(desk|jobs)\./.test(call.name) ? await deskIds(world) : {}),
    },
  }
}

async function roleGrant(app: World['app'], userId: string): Promise<string> {
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

const own: Record<string, string> = {
  roles: 'roleGrantId',
  users: 'userId',
  products: 'productId',
  categories: 'categoryId',
  licences: 'licenceId',
  deliveries: 'unitId',
  stock: 'keyId',
  coupons: 'spareCouponId',
  carts: 'spareCartId',
  orders: 'paidOrderId',
  transactions: 'paymentId',
  tickets: 'ticketId',
  notifications: 'notificationId',
  security: 'banId',
  accounts: 'userId',
  desk: 'paymentId',
  jobs: 'jobId',
}
const particular: Record<string, string> = {
  'admin.orders.remove': 'cancelledOrderId',
  'admin.deliveries.retry': 'mintedUnitId',
  'admin.stock.threshold': 'productId',
  'admin.desk.accept': 'shortPaymentId',
  'admin.desk.defend': 'shortPaymentId',
  'admin.desk.deliver': 'waitingPaymentId',
  'admin.desk.refund': 'waitingPaymentId',
  'admin.desk.match': 'depositId',
  'admin.desk.closeDeposit': 'depositId',
}

/** The address of a call with the scene's own ids in it. */
export function addressIn({ name, url }: Call, { ids }: Scene): string {
  const section = name.split('.').at(-2)!
  return url.replace(/:(\w+)/g, (_, param: string) => {
    const value =
      param === 'id' || param === 'licenseKey'
        ? ids[particular[name] ?? own[section] ?? '']
        : ids[param]
    if (!value) throw new Error(`the scene has nothing for :${param} of ${name}`)
    return encodeURIComponent(value)
  })
}

const nextYear = () => new Date(Date.now() + 31_536_000_000).toISOString()
const message = { type: 'info', title: 'Título', message: 'Texto' }
const customer = { cpf: validCpf }
/** A body that each call accepts; a call that is not here takes none. */
const bodies: Record<string, (scene: Scene) => object> = {
  'accounts.login': ({ who }) => ({ email: who.email, password: 'errada-1234' }),
  'accounts.loginSecondStep': () => ({ challenge: 'x', code: '123456' }),
  'accounts.startTwoFactor': () => ({ password: 'x' }),
  'accounts.confirmTwoFactor': () => ({ code: '123456' }),
  'accounts.renewRecoveryCodes': () => ({ password: 'x' }),
  'accounts.disableTwoFactor': () => ({ password: 'x' }),
  'accounts.register': ({ ids }) => ({
    name: 'Nova Pessoa',
    email: `nova-${ids.tag}@exemplo.test`,
    password: 'Senha-boa-2026',
    termsAccepted: true,
  }),
  'accounts.forgotPassword': ({ who }) => ({ email: who.email }),
  'accounts.resetPassword': () => ({ token: 'x'.repeat(43), newPassword: 'Senha-boa-2026' }),
  'accounts.changePassword': () => ({ currentPassword: 'x', newPassword: 'Senha-boa-2026' }),
  'chatAccount.finish': () => ({ code: 'x', state: 'y' }),
  'accounts.validatePassword': () => ({ password: 'x' }),
  'accounts.ban': ({ ids }) => ({ userId: ids.userId, reason: 'prova' }),
  'cart.add': ({ ids }) => ({ productId: ids.productId, quantity: 1 }),
  'cart.update': () => ({ quantity: 2 }),
  'cart.sync': ({ ids }) => ({ localCartItems: [{ id: ids.productId, quantity: 1 }] }),
  'cart.validate': ({ ids }) => ({ cartId: ids.cartId }),
  'notifications.send': () => message,
  'payments.startPix': ({ ids }) => ({ cartId: ids.cartId, termsAccepted: true, customer }),
  'payments.startCard': ({ ids }) => ({ cartId: ids.cartId, termsAccepted: true }),
  'payments.startCrypto': ({ ids }) => ({
    cartId: ids.cartId,
    termsAccepted: true,
    cryptoType: 'USDT',
  }),
  'admin.users.banMany': ({ ids }) => ({ ids: [ids.userId], reason: 'prova' }),
  'admin.users.update': () => ({ name: 'Vera Nova' }),
  'admin.users.role': () => ({ role: 'developer' }),
  'admin.users.ban': () => ({ reason: 'prova' }),
  'admin.products.create': ({ ids }) => ({
    name: `Obra ${ids.tag}`,
    description: 'Coisa nova',
    price: 10,
    category: 'general',
  }),
  'admin.products.update': () => ({ description: 'Outra' }),
  'admin.products.status': () => ({ status: 'inactive' }),
  'admin.categories.create': ({ ids }) => ({ name: `Casa ${ids.tag}`, description: 'Nova' }),
  'admin.categories.update': () => ({ description: 'Outra' }),
  'admin.licences.replace': () => ({ reason: 'prova' }),
  'admin.deliveries.deliver': ({ ids }) => ({ licenseKey: `MAO-${ids.tag}` }),
  'admin.stock.threshold': () => ({ threshold: 3 }),
  'admin.licences.status': () => ({ status: 'expired' }),
  'admin.stock.add': ({ ids }) => ({ productId: ids.productId, licenses: [`NOVA-${ids.tag}`] }),
  'admin.stock.status': () => ({ status: 'revoked' }),
  'admin.stock.bulkStatus': ({ ids }) => ({ ids: [ids.keyId], status: 'revoked' }),
  'admin.stock.bulkDelete': ({ ids }) => ({ ids: [ids.keyId] }),
  'admin.coupons.create': ({ ids }) => ({
    code: `N${ids.tag}`,
    value: 10,
    startDate: new Date().toISOString(),
    endDate: nextYear(),
  }),
  'admin.coupons.update': () => ({ value: 20 }),
  'admin.carts.setStatus': () => ({ status: 'abandoned' }),
  'admin.orders.setStatus': () => ({
    status: 'refunded',
    reason: 'prova',
    reference: `VOLTA-${randomBytes(4).toString('hex')}`,
  }),
  'admin.transactions.setStatus': () => ({
    status: 'completed',
    reason: 'prova',
    reference: `MAO-${randomBytes(4).toString('hex')}`,
  }),
  'admin.desk.accept': () => ({ reason: 'prova' }),
  'admin.desk.confirm': () => ({
    reason: 'prova',
    reference: `MAO-${randomBytes(4).toString('hex')}`,
  }),
  'admin.desk.refund': () => ({ reason: 'prova', reference: 'VOLTA' }),
  'admin.desk.release': () => ({ reason: 'prova' }),
  'admin.desk.defend': ({ ids }) => ({ infractionId: ids.infractionId, text: 'prova' }),
  'admin.desk.note': () => ({ text: 'prova' }),
  'admin.desk.match': ({ ids }) => ({ paymentId: ids.cryptoPaymentId, reason: 'prova' }),
  'admin.desk.closeDeposit': () => ({ reason: 'prova' }),
  'admin.tickets.create': () => ({ userName: 'Outra Pessoa', userDiscordId: '123456789012345678' }),
  'admin.tickets.update': () => ({ subject: 'Outro' }),
  'admin.tickets.setStatus': () => ({ status: 'open' }),
  'admin.notifications.send': () => message,
  'admin.notifications.setStatus': () => ({ status: 'sent' }),
  'admin.security.ban': ({ ids }) => ({ hwid: `PC-B-${ids.tag}`, reason: 'prova' }),
  'admin.settings.save': () => ({ siteName: 'Loja da Prova' }),
}

/** The body with which a call does its work in the scene; undefined for one that takes none. */
export function bodyIn({ name, method }: Call, scene: Scene): object | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined
  return bodies[name]?.(scene) ?? {}
}
