import { afterAll, beforeAll, expect, it } from 'vitest'

import { coupon, person, product, type Person } from './testing/make.ts'
import { send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Fields of a product with one variant that older API clients read, from before products had
// variants. More fields may be added.

type Product = { id: string; name: string }

let shop: TestShop
let buyer: Person
let staff: Person
let antivirus: Product
let drawing: Product
let safe: Product
let dollars: Product
let inactive: Product

beforeAll(async () => {
  shop = await openTestShop({ sandbox: true })
  buyer = await person(shop.app, { name: 'Ana Souza', email: 'ana@exemplo.test' })
  staff = await person(shop.app, { name: 'Bia Staff', email: 'bia@exemplo.test', role: 'admin' })

  antivirus = await product(shop.app, {
    name: 'Antivírus',
    priceCents: 4990,
    keys: Array.from({ length: 8 }, (_, i) => `ANTI-000${i}`),
    featured: true,
    role: '1300000000000000204',
  })

  drawing = await product(shop.app, { name: 'Desenho', provider: 'manual', priceCents: 2550 })
  safe = await product(shop.app, { name: 'Cofre', priceCents: 700 })
  dollars = await product(shop.app, { name: 'Editor', currency: 'USD', priceCents: 300, keys: 1 })
  inactive = await product(shop.app, { name: 'Fora', status: 'inactive', keys: 1 })
  await coupon(shop.app, { code: 'TUDO', value: 10_000 })
  await coupon(shop.app, { code: 'DEZ' })
})

afterAll(async () => {
  await shop?.close()
})

const id = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const ids = ({ id: value }: Product) => ({ id: value, _id: value })
const categoryForStaff = { id, _id: id, name: 'general', color: '#3B82F6' }
const general = { ...categoryForStaff, nameEn: null }
const validity = { sellerType: 'multiloader', level: 1, expiration: 30 }

const onePage = {
  currentPage: 1,
  totalPages: 1,
  totalItems: 1,
  hasNextPage: false,
  hasPrevPage: false,
}

const ask = async (
  call: Parameters<typeof send>[1],
  { as = null, body }: { as?: Person | null; body?: object } = {},
) => (await send(shop, call, { as, body })).body

it('a product in lists, on its page and in the search answers every field it had [L006]', async () => {
  const card = (shownProduct: Product, more: object) => ({
    ...ids(shownProduct),
    description: `Licença de ${shownProduct.name}`,
    name: shownProduct.name,
    currency: 'BRL',
    image: null,
    provider: 'stock',
    status: 'active',
    isFeatured: false,
    category: general,
    metadata: validity,
    maxPerOrder: 10,
    ...more,
  })

  const first = card(antivirus, { slug: 'antivirus', price: 49.9, isFeatured: true, stock: 'in' })

  const otherCards = [
    card(safe, { slug: 'cofre', price: 7, stock: 'out' }),
    card(drawing, { slug: 'desenho', price: 25.5, provider: 'manual', stock: 'in' }),
    card(dollars, { slug: 'editor', price: 3, currency: 'USD', stock: 'low' }),
  ]

  expect(await ask('GET /api/product/list-featured-products')).toMatchObject([first])
  expect(await ask('GET /api/product/list-active-categories')).toMatchObject([
    { ...general, description: '', image: null, productCount: 4 },
  ])
  expect(await ask('GET /api/product/list-by-category/general')).toMatchObject([
    first,
    ...otherCards,
  ])
  for (const shownCard of [first, ...otherCards])
    expect(await ask(`GET /api/product/detail/${shownCard.id}`)).toMatchObject(shownCard)
  const page = await ask('GET /api/product/page/antivirus')
  expect(page.product).toMatchObject(first)
  expect(page.related).toHaveLength(3)
  expect(page.related).toEqual(
    expect.arrayContaining(otherCards.map((other) => expect.objectContaining(other))),
  )

  expect(await ask('GET /api/product/search?sort=name')).toMatchObject({
    success: true,
    products: [first, ...otherCards],
    pagination: { ...onePage, totalItems: 4, itemsPerPage: 24 },
  })

  const missing = { success: false, error: 'Produto não encontrado.', code: 'product.not_found' }

  expect(await ask(`GET /api/product/detail/${inactive.id}`)).toMatchObject({
    ...missing,
    message: missing.error,
  })

  expect(await ask(`GET /api/product/limits?ids=${safe.id}`)).toMatchObject({ success: true })
})

it('every call of a cart answers the cart, its items once more and both ids [L006]', async () => {
  const as = buyer
  const cart = `/api/product/cart/${buyer.userId}`

  const line = (shownProduct: Product, price: number, quantity: number, max: number) => ({
    product: {
      ...ids(shownProduct),
      name: shownProduct.name,
      price,
      currency: 'BRL',
      image: null,
      color: '#3B82F6',
      maxPerOrder: 10,
    },
    quantity,
    max,
  })

  const whole = (total: number, ...items: object[]) => ({
    success: true,
    cart: { id, _id: id, items, currency: 'BRL', total },
    id,
    _id: id,
    items,
  })

  const units = (quantity: number) => line(antivirus, 49.9, quantity, 8)
  const byHand = line(drawing, 25.5, 1, 10)
  const body = { productId: antivirus.id, quantity: 2 }
  expect(await ask(`GET ${cart}`, { as })).toMatchObject({ cart: null, id: null, _id: null })
  expect(await ask(`POST ${cart}/add`, { as, body })).toMatchObject(whole(99.8, units(2)))

  expect(
    await ask(`POST ${cart}/sync`, {
      as,
      body: { localCartItems: [{ id: drawing.id, quantity: 1 }] },
    }),
  ).toMatchObject(whole(125.3, units(2), byHand))

  const set = (quantity: number) =>
    ask(`PATCH ${cart}/update/${antivirus.id}`, { as, body: { quantity } })
  const tooMany = 'No máximo 10 de Antivírus por pedido. Diminua a quantidade no carrinho.'

  expect(await set(11)).toMatchObject({
    success: false,
    error: tooMany,
    message: tooMany,
    code: 'cart.quantity',
  })

  expect(await set(1)).toMatchObject(whole(75.4, units(1), byHand))
  const read = await ask(`GET ${cart}`, { as })
  expect(read).toMatchObject(whole(75.4, units(1), byHand))
  const { product: shown, quantity } = byHand

  expect(
    await ask('POST /api/product/cart/validate', {
      as,
      body: { cartId: read.cart.id, cupomCode: 'DEZ' },
    }),
  ).toMatchObject({
    success: true,
    id: read.id,
    _id: read.id,
    items: [
      { ...units(1).product, quantity: 1 },
      { ...shown, quantity },
    ],
    finalTotal: 67.86,
  })

  expect(await ask(`DELETE ${cart}/remove/${drawing.id}`, { as })).toMatchObject(
    whole(49.9, units(1)),
  )
  const wait = `/api/product/restock/${safe.id}`
  await ask(`PUT ${wait}`, { as })
  expect(await ask('GET /api/product/restock', { as })).toMatchObject({ success: true })
  expect(await ask(`DELETE ${wait}`, { as })).toMatchObject({ success: true })
})

/** Orders the buyer's cart for free; returns the order's id. */
async function orderForFree(): Promise<string> {
  const cart = `/api/product/cart/${buyer.userId}`

  await ask(`POST ${cart}/sync`, {
    as: buyer,
    body: { localCartItems: [antivirus, drawing].map((each) => ({ id: each.id, quantity: 1 })) },
  })

  const { id: cartId } = await ask(`GET ${cart}`, { as: buyer })
  expect((await startPix(shop, buyer, cartId, { coupon: 'TUDO' })).status).toBe(200)
  await shop.drain()
  const { orders } = await ask('GET /api/users/orders', { as: buyer })

  return orders[0].id
}

it('a sale answers the back office every field it had, under both of its names [L006]', async () => {
  const orderId = await orderForFree()
  const staffAsks = (path: string) => ask(`GET /api/admin/${path}`, { as: staff })
  const { success, order, data } = await staffAsks(`orders/${orderId}`)
  expect(success).toBe(true)
  expect(data).toEqual(order)
  const detailsOf = (action: string) =>
    order.timeline.find((event: { action: string }) => event.action === action).details
  const free = { remark: 'nothing_to_pay', attention: null, receivedCents: 0 }
  expect(detailsOf('payment.completed')).toMatchObject(free)
  expect(detailsOf('order.receipt_sent')).toMatchObject({ to: 'ana@exemplo.test', waiting: 1 })
  const paid = await ask('GET /api/users/payments', { as: buyer })
  expect(paid.pagination).toEqual({ ...onePage, itemsPerPage: 10 })

  const { discount, ...shown } = {
    user: { name: 'Ana Souza', email: 'ana@exemplo.test' },
    itemCount: 2,
    status: 'completed',
    currency: 'BRL',
    subtotal: 75.4,
    totalAmount: 0,
    discount: { applied: true, cupomCode: 'TUDO', amount: 75.4 },
    expired: false,
    termsAccepted: true,
  }

  const carts = await staffAsks('carts')
  const dates = { createdAt: moment, updatedAt: moment, expiresAt: moment }

  expect(carts).toMatchObject({
    carts: [{ id, _id: id, userId: buyer.userId, ...shown, discount, ...dates }],
    pagination: { ...onePage, itemsPerPage: 10 },
  })

  expect(carts.data).toEqual(carts.carts)
  expect((await staffAsks('orders')).pagination).toMatchObject(onePage)

  expect(await staffAsks('transactions')).toMatchObject({
    success: true,
    data: { transactions: [{ orderId, attention: null, reason: null }], pagination: onePage },
  })

  expect(await staffAsks('deliveries')).toMatchObject({
    deliveries: [
      {
        id,
        _id: id,
        customer: { name: 'Ana Souza' },
        product: { ...ids(drawing), name: 'Desenho' },
        paidAt: moment,
      },
    ],
    counts: { stock: 0, keyauth: 0, manual: 1, held: 0 },
  })

  expect(await staffAsks('licenses')).toMatchObject({ success: true, total: 1 })
})

it('coupons, stock and the numbers of products answer staff every field they had [L006]', async () => {
  const staffAsks = (path: string) => ask(`GET /api/admin/${path}`, { as: staff })
  const { success, cupons } = await staffAsks('cupons')
  expect(success).toBe(true)

  expect(cupons.find(({ code }: { code: string }) => code === 'DEZ')).toMatchObject({
    id,
    _id: id,
    type: 'percentage',
    value: 10,
    minPurchase: 0,
    maxDiscount: 0,
    usageCount: 0,
    usageLimit: 0,
    startDate: moment,
    endDate: moment,
    active: true,
    status: 'active',
    products: [],
    createdAt: moment,
    updatedAt: moment,
  })

  const numbers = {
    totalProducts: 5,
    activeProducts: 4,
    maintenanceProducts: 0,
    discontinuedProducts: 0,
    inactiveProducts: 1,
    featuredProducts: 1,
    totalCategories: 1,
  }

  const stats = await staffAsks('product/stats')
  expect(stats).toMatchObject({ success: true, ...numbers, data: numbers })
  expect(await staffAsks('stock/products')).toMatchObject({ success: true })

  expect(
    await ask(`PUT /api/admin/stock/products/${safe.id}/threshold`, {
      as: staff,
      body: { threshold: 2 },
    }),
  ).toMatchObject({
    success: true,
    product: {
      ...ids(safe),
      name: 'Cofre',
      available: 0,
      waiting: 0,
      threshold: 2,
      awaited: 0,
      lowSince: null,
      soldIn30Days: 0,
      daysLeft: null,
    },
  })

  const { licenses, ...keys } = await staffAsks(`stock?productId=${antivirus.id}`)
  expect(keys).toMatchObject({ success: true, totalPages: 1 })
  expect(licenses[0].product).toMatchObject({ ...ids(antivirus), name: 'Antivírus' })
})

it('a product answers staff every field it had, after each of their acts [L006]', async () => {
  const base = '/api/admin/product'

  const ownFields = {
    id,
    _id: id,
    currency: 'BRL',
    provider: 'stock',
    status: 'active',
    category: categoryForStaff,
    discordRoleId: null,
    isFeatured: false,
    image: null,
    metadata: validity,
    maxPerOrder: 10,
    version: 1,
    createdAt: moment,
    updatedAt: moment,
  }

  const grid = { ...ownFields, name: 'Grade', description: 'Uma grade', price: 9.9 }
  const twice = (shown: object) => ({ success: true, product: shown, data: shown })

  const card = {
    ...ownFields,
    ...ids(antivirus),
    name: 'Antivírus',
    description: 'Licença de Antivírus',
    price: 49.9,
    discordRoleId: '1300000000000000204',
    isFeatured: true,
  }

  expect(await ask(`GET ${base}/${antivirus.id}`, { as: staff })).toMatchObject(twice(card))
  const { products } = await ask(`GET ${base}?sort=name`, { as: staff })

  expect(products).toMatchObject([
    card,
    { name: 'Cofre' },
    { name: 'Desenho', provider: 'manual' },
    { name: 'Editor', currency: 'USD' },
    { name: 'Fora', status: 'inactive' },
  ])

  const csv = String(await ask(`GET ${base}/export.csv`, { as: staff }))
  const [head, line] = csv
    .split('\r\n')
    .map((row) => row.slice(row.indexOf('"') + 1, -1).split('","'))

  expect(Object.fromEntries(head!.map((name, at) => [name, line![at]]))).toMatchObject({
    id: antivirus.id,
    name: 'Antivírus',
    description: 'Licença de Antivírus',
    price: '49.9',
    currency: 'BRL',
    category: 'general',
    provider: 'stock',
    status: 'active',
    isFeatured: 'true',
    discordRoleId: '1300000000000000204',
    image: '',
    sellerType: 'multiloader',
    level: '1',
    expiration: '30',
    maxPerOrder: '10',
    createdAt: moment,
    updatedAt: moment,
  })

  const created = await ask(`POST ${base}`, {
    as: staff,
    body: { name: 'Grade', description: 'Uma grade', price: 9.9 },
  })

  const oneDay = { ...validity, expiration: 1 }
  expect(created).toMatchObject({ ...twice({ ...grid, metadata: oneDay }), roleWarning: null })
  const path = `${base}/${created.product.id}`
  const put = (body: object) => ask(`PUT ${path}`, { as: staff, body })
  const metadata = { sellerType: 'multiloader', level: 7, expiration: 90 }
  const news = { price: 12.34, provider: 'keyauth', maxPerOrder: 4, metadata }
  const changed = { ...grid, ...ids(created.product), ...news, version: 2 }

  expect(await put({ ...news, metadata: { expiration: 90, level: 7 }, version: 1 })).toMatchObject({
    ...twice(changed),
    roleWarning: null,
  })

  const meanwhile =
    'Outra pessoa alterou este produto enquanto você o editava. Confira os dados atuais e salve de novo.'

  expect(await put({ price: 1, version: 1 })).toMatchObject({
    success: false,
    error: meanwhile,
    message: meanwhile,
    product: changed,
    current: changed,
  })

  const wrong = 'Confira o que foi informado: validade.'

  expect(await put({ metadata: { expiration: 0 } })).toMatchObject({
    success: false,
    error: wrong,
    message: wrong,
  })

  const off = { ...changed, status: 'inactive', version: 3 }
  expect(
    await ask(`PATCH ${path}/status`, { as: staff, body: { status: 'inactive' } }),
  ).toMatchObject(twice(off))
  expect(await ask(`PATCH ${path}/toggle`, { as: staff })).toMatchObject(
    twice({ ...off, isFeatured: true, version: 4 }),
  )
  await ask(`DELETE ${path}`, { as: staff })
})
