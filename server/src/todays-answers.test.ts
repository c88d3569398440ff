import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { coupon, person, product, type Person } from './testing/make.ts'
import { send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// What the calls answered before a product had several variants, recorded from that version of the
// shop: for products with one variant every answer still holds all of it, to the letter. Only what
// no two runs have alike is left out: ids, instants and secrets, and of what happened to an order
// at the same instant what came first.

const recorded = new URL('./testing/todays-answers.json', import.meta.url)
let world: TestShop
beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
})
afterAll(async () => {
  await world?.close()
})

type Moment = { action?: string }
const byAction = (moments: Moment[]) =>
  moments.toSorted((a, b) => (a.action ?? '').localeCompare(b.action ?? ''))
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => [
        name,
        name === 'timeline' ? byAction(plain(held) as Moment[]) : plain(held),
      ]),
    )
  if (typeof value !== 'string') return value
  return value
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<instant>')
    .replaceAll(/\b[A-Za-z0-9_-]{32}\b/g, '<secret>')
}

const admin = '/api/admin'

/** The story that is told to both versions: each call and what it answered. */
async function story(): Promise<Record<string, unknown>> {
  const { app } = world
  const told: Record<string, unknown> = {}
  const tell = async (
    name: string,
    call: Parameters<typeof send>[1],
    given: Parameters<typeof send>[2] = {},
  ) => {
    const { status, body } = await send(world, call, given)
    told[name] = plain({ status, body: Buffer.isBuffer(body) ? body.toString() : body })
    return body
  }
  const staff = await person(app, { name: 'Bia Staff', email: 'bia@exemplo.test', role: 'admin' })
  const who = await person(app, { name: 'Ana Souza', email: 'ana@exemplo.test' })
  const keys = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name}-000${i}`)
  const one = await product(app, {
    name: 'Antivírus',
    priceCents: 4990,
    keys: keys('ANTI', 8),
    featured: true,
    role: '1300000000000000204',
  })
  // Lists with the newest first have an order only where no two were made at one instant.
  world.clock.advance(1)
  const few = await product(app, { name: 'Bloco', priceCents: 1000, keys: keys('BLOC', 2) })
  world.clock.advance(1)
  const none = await product(app, { name: 'Cofre', priceCents: 700 })
  world.clock.advance(1)
  const byHand = await product(app, { name: 'Desenho', provider: 'manual', priceCents: 2550 })
  world.clock.advance(1)
  const dollars = await product(app, { name: 'Editor', currency: 'USD', priceCents: 300, keys: 1 })
  world.clock.advance(1)
  const off = await product(app, { name: 'Fora', status: 'inactive', keys: 1 })
  await coupon(app, { code: 'TUDO', value: 10_000 })
  world.clock.advance(1)
  await coupon(app, { code: 'DEZ' })
  await shop({ tell, one, few, none, byHand, dollars, off, who })
  await trade({ tell, one, byHand, who, staff })
  await backOffice({ tell, one, none, staff })
  return told
}

type Tell = (
  name: string,
  call: Parameters<typeof send>[1],
  given?: Parameters<typeof send>[2],
) => Promise<any>
type Made = { id: string }

async function shop({
  tell,
  who,
  ...made
}: { tell: Tell; who: Person } & Record<
  'one' | 'few' | 'none' | 'byHand' | 'dollars' | 'off',
  Made
>): Promise<void> {
  await tell('featured', 'GET /api/product/list-featured-products')
  await tell('categories', 'GET /api/product/list-active-categories')
  await tell('by category', 'GET /api/product/list-by-category/general')
  for (const [name, { id }] of Object.entries(made))
    await tell(`detail of ${name}`, `GET /api/product/detail/${id}`)
  await tell('page', 'GET /api/product/page/antivirus')
  await tell('page of one that is off', 'GET /api/product/page/fora')
  for (const sort of ['relevance', 'price_asc', 'price_desc', 'name', 'newest'])
    await tell(`search ${sort}`, `GET /api/product/search?sort=${sort}`)
  await tell('search in stock', 'GET /api/product/search?q=o&inStock=true')
  const cart = `/api/product/cart/${who.userId}`
  const as = who
  const add = (name: string, body: object) => tell(name, `POST ${cart}/add`, { as, body })
  await tell('no cart', `GET ${cart}`, { as })
  await add('add', { productId: made.one.id, quantity: 2 })
  await add('add another', { productId: made.byHand.id })
  await add('add too many', { productId: made.few.id, quantity: 3 })
  await add('add what is out', { productId: made.none.id })
  await add('add more than one order holds', { productId: made.one.id, quantity: 9 })
  await add('add dollars', { productId: made.dollars.id })
  await add('add what is off', { productId: made.off.id })
  const set = (name: string, id: string, quantity: number) =>
    tell(name, `PATCH ${cart}/update/${id}`, { as, body: { quantity } })
  await set('set', made.one.id, 3)
  await set('set one that was not there', made.few.id, 1)
  await set('set to nothing', made.few.id, 0)
  await set('set too many', made.one.id, 11)
  await tell('sync', `POST ${cart}/sync`, {
    as,
    body: {
      localCartItems: [
        { id: made.few.id, quantity: 9 },
        { id: made.none.id, quantity: 1 },
        { id: 'nonsense', quantity: 1 },
        { id: made.one.id, quantity: 1 },
      ],
    },
  })
  await set('set to fewer', made.one.id, 1)
  await tell('remove', `DELETE ${cart}/remove/${made.few.id}`, { as })
  await tell(
    'limits',
    `GET /api/product/limits?ids=${Object.values(made)
      .map(({ id }) => id)
      .join()}`,
  )
  const { cart: read } = await tell('cart', `GET ${cart}`, { as })
  await tell('validate', 'POST /api/product/cart/validate', {
    as,
    body: { cartId: read.id, cupomCode: 'DEZ' },
  })
  const wait = `/api/product/restock/${made.none.id}`
  await tell('restock', `PUT ${wait}`, { as })
  await tell('restock list', 'GET /api/product/restock', { as })
  await tell('restock no more', `DELETE ${wait}`, { as })
}

async function trade({
  tell,
  one,
  byHand,
  who,
  staff,
}: Record<'one' | 'byHand', Made> & { tell: Tell; who: Person; staff: Person }): Promise<void> {
  const { body } = await send(world, `GET /api/product/cart/${who.userId}`, { as: who })
  const cartId = String(body.cart.id)
  expect((await startPix(world, who, cartId, { coupon: 'TUDO' })).status).toBe(200)
  await world.drain()
  const { orders } = await tell('orders', 'GET /api/users/orders', { as: who })
  await tell('products of the buyer', 'GET /api/users/products', { as: who })
  await tell('payments of the buyer', 'GET /api/users/payments', { as: who })
  const id = String(orders?.[0]?.id)
  await tell('order', `GET ${admin}/orders/${id}`, { as: staff })
  for (const section of [
    'orders',
    'orders/stats',
    'licenses',
    'licenses/stats',
    'carts',
    'deliveries',
    'transactions',
    'cupons',
  ])
    await tell(`staff: ${section}`, `GET ${admin}/${section}`, { as: staff })
  for (const [name, { id: productId }] of Object.entries({ one, byHand }))
    await tell(`detail of ${name} sold`, `GET /api/product/detail/${productId}`)
}

async function backOffice({
  tell,
  one,
  none,
  staff,
}: Record<'one' | 'none', Made> & { tell: Tell; staff: Person }): Promise<void> {
  const as = staff
  const base = `${admin}/product`
  for (const sort of ['name', '-price', 'price'])
    await tell(`staff: products ${sort}`, `GET ${base}?sort=${sort}`, { as })
  await tell('staff: products of a provider', `GET ${base}?provider=manual`, { as })
  await tell('staff: product numbers', `GET ${base}/stats`, { as })
  await tell('staff: products as CSV', `GET ${base}/export.csv`, { as })
  await tell('staff: product', `GET ${base}/${one.id}`, { as })
  const { product: made } = await tell('staff: create', `POST ${base}`, {
    as,
    body: { name: 'Grade', description: 'Uma grade', price: 9.9 },
  })
  const change = (name: string, body: object) => tell(name, `PUT ${base}/${made.id}`, { as, body })
  await change('staff: change', {
    price: 12.34,
    provider: 'keyauth',
    maxPerOrder: 4,
    metadata: { expiration: 90, level: 7 },
    version: 1,
  })
  await change('staff: change what was changed', { price: 1, version: 1 })
  await change('staff: days of nought', { metadata: { expiration: 0 } })
  await tell('staff: status', `PATCH ${base}/${made.id}/status`, {
    as,
    body: { status: 'inactive' },
  })
  await tell('staff: featured', `PATCH ${base}/${made.id}/toggle`, { as })
  await tell('staff: stock products', `GET ${admin}/stock/products`, { as })
  await tell('staff: threshold', `PUT ${admin}/stock/products/${none.id}/threshold`, {
    as,
    body: { threshold: 2 },
  })
  await tell('staff: paste', `POST ${admin}/stock`, {
    as,
    body: { productId: none.id, licenses: ['COFR-1', 'COFR-1', ''] },
  })
  await tell('staff: keys of a product', `GET ${admin}/stock?productId=${none.id}`, { as })
  await tell('staff: keys', `GET ${admin}/stock/stats`, { as })
  await tell('staff: remove', `DELETE ${base}/${made.id}`, { as })
}

it('every call answers of a product with one variant what it answered before there were any [L006]', async () => {
  const told = await story()
  if (process.env.CHAVEIRO_RECORD) writeFileSync(recorded, `${JSON.stringify(told, null, 2)}\n`)
  const before = plain(JSON.parse(readFileSync(recorded, 'utf8'))) as Record<string, object>
  expect(Object.keys(told)).toEqual(Object.keys(before))
  for (const [name, answer] of Object.entries(before))
    expect(told[name], name).toMatchObject(answer)
})
