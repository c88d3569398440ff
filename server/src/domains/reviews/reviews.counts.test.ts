import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { reviewReports, reviews, reviewTotals, reviewWrites } from '../../db/tables/index.ts'
import { createDraw } from '../../demo/random.ts'
import type { App } from '../../platform/app.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { together } from '../../testing/race.ts'
import {
  buy,
  chooseMode,
  heard,
  owner,
  payAll,
  refund,
  say,
  undoRefund,
} from '../../testing/reviews.ts'
import { eventually, expectSound, fill, payPix, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { recheckReviews } from './recheck.service.ts'
import { postReview } from './reviews.service.ts'

// A review counts in the totals exactly while visitors see the review. Refunds, disputes and
// changes of the author's account can hide it.

let testShop: TestShop
let other: App
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  other = await testShop.another()
  staff = await person(testShop.app, { role: 'admin' })
  await payAll(testShop)
  await chooseMode(testShop, staff, 'after')
})

afterAll(async () => {
  await testShop?.close()
})

const total = async (productId: string) => {
  const [row] = await testShop.app.db
    .select({ n: reviewTotals.n, stars: reviewTotals.stars })
    .from(reviewTotals)
    .where(eq(reviewTotals.productId, productId))
  return row
}

const mine = async (who: Person) =>
  (await send(testShop, 'GET /api/users/reviews', { as: who })).body.reviews[0]

describe('the rating of a product', () => {
  it('is shown in lists, details, search and its page, to one decimal, while reviews are on [L065]', async () => {
    const { id, name } = await product(testShop.app, {
      keys: 4,
      featured: true,
      category: 'estrelas',
    })

    const shown = async () => {
      const asked = await Promise.all(
        [
          'list-featured-products',
          'list-by-category/estrelas',
          `detail/${id}`,
          `search?q=${encodeURIComponent(name)}`,
          `page/${name.toLowerCase().replace(' ', '-')}`,
        ].map((path) => send(testShop, `GET /api/product/${path}`)),
      )

      return asked.map(({ body }) => {
        const found = [body.products ?? body.product ?? body].flat()
        return found.find((one: { id: string }) => one.id === id).rating
      })
    }

    const all = (rating: object | null) => Array<object | null>(5).fill(rating)
    const later = { timeout: 3000 }
    expect(await shown()).toEqual(all(null))
    for (const rating of [5, 4, 4]) await say(testShop, await owner(testShop, id), id, { rating })
    await expect.poll(shown, later).toEqual(all({ average: 4.3, count: 3 }))
    await chooseMode(testShop, staff, 'off')
    await expect.poll(shown, later).toEqual(all(null))
    await chooseMode(testShop, staff, 'after')
    await expect.poll(shown, later).toEqual(all({ average: 4.3, count: 3 }))
  })
})

describe('a refund', () => {
  it("of all units of a product hides the buyer's review; a failed refund shows it again [L064]", async () => {
    const { id } = await product(testShop.app, { keys: 3 })
    const [who, stays] = [await person(testShop.app), await owner(testShop, id)]
    const [first, last] = [await buy(testShop, who, id), await buy(testShop, who, id)]
    await say(testShop, who, id, { rating: 2 })
    await say(testShop, stays, id, { rating: 5 })
    await refund(testShop, first)
    await testShop.drain()
    expect(await total(id)).toEqual({ n: 2, stars: 7 })
    await refund(testShop, last)
    await testShop.drain()
    expect(await total(id)).toEqual({ n: 1, stars: 5 })
    expect(await mine(who)).toMatchObject({ status: 'published', isShown: false })

    await expect
      .poll(async () => (await heard(testShop, id)).body, { timeout: 3000 })
      .toMatchObject({
        reviews: [{ rating: 5 }],
        rating: { average: 5, count: 1 },
        counts: { 2: 0, 5: 1 },
        total: 1,
      })

    const edited = await say(testShop, who, id, { method: 'PUT', rating: 1 })
    expect([edited.status, edited.body.code]).toEqual([403, 'review.not_buyer'])
    await undoRefund(testShop, last)
    await testShop.drain()
    expect(await total(id)).toEqual({ n: 2, stars: 7 })
    await expect.poll(async () => (await heard(testShop, id)).body.total, { timeout: 3000 }).toBe(2)
    await expectSound(testShop)
  })

  it('by staff of a paid order does the same [L064]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await person(testShop.app)
    const { body } = await startPix(testShop, who, await fill(testShop, who, id))
    await payPix(testShop, body.txid)
    await eventually(testShop, async () => {
      expect((await say(testShop, who, id, { rating: 3 })).status).toBe(200)
    })
    expect(await total(id)).toEqual({ n: 1, stars: 3 })
    const { rows } = await testShop.app.pool.query('select id from orders where user_id = $1', [
      who.userId,
    ])

    const back = await send(testShop, `PATCH /api/admin/orders/${rows[0].id}/status`, {
      as: staff,
      body: { status: 'refunded', reason: 'Pediu' },
    })

    expect(back.status).toBe(200)

    await eventually(testShop, async () => {
      await testShop.sweep()
      expect(await total(id)).toEqual({ n: 0, stars: 0 })
    })

    await expectSound(testShop)
  })

  it('during a write: the review is refused or hidden, and never counts [L061, L064]', async () => {
    for (const refundFirst of [true, false]) {
      const { id } = await product(testShop.app, { keys: 1 })
      const who = await person(testShop.app)
      const orderId = await buy(testShop, who, id)

      const acts = [
        () => refund(testShop, orderId),
        () =>
          postReview(
            other,
            { userId: who.userId, productId: id, language: 'pt-BR' },
            { rating: 5, body: '', showName: false },
          ),
      ]

      const [, written] = await together<unknown>(
        testShop,
        (tx) =>
          tx.db.execute(sql`select 1 from order_units where order_id = ${orderId} for update`),
        refundFirst ? acts : acts.toReversed(),
      )

      await testShop.drain()

      expect((await total(id)) ?? { n: 0, stars: 0 }, String(written!.status)).toEqual({
        n: 0,
        stars: 0,
      })

      await expectSound(testShop)
    }
  })

  it('and its reversal, repeated by two processes, leave the review as the money ended [L064]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await person(testShop.app)
    const orderId = await buy(testShop, who, id)
    await say(testShop, who, id, { rating: 4 })

    for (let round = 0; round < 5; round++) {
      await Promise.all([
        refund(testShop, orderId).then(() => recheckReviews(testShop.app, orderId)),
        recheckReviews(other, orderId),
      ])

      await Promise.all([
        undoRefund(testShop, orderId).then(() => recheckReviews(other, orderId)),
        recheckReviews(testShop.app, orderId),
      ])

      expect(await total(id)).toEqual({ n: 1, stars: 4 })
    }

    await expectSound(testShop)
  })
})

describe('an account that is deleted', () => {
  it('leaves its texts as those of a verified customer without user id; its reports go [L066]', async () => {
    const { id } = await product(testShop.app, { keys: 2 })
    const [who, reader] = [await owner(testShop, id, 'Lia Saindo'), await owner(testShop, id)]
    const { id: reviewId } = (
      await say(testShop, who, id, { rating: 4, body: 'Serviu.', showName: true })
    ).body.review
    const { id: readersId } = (await say(testShop, reader, id, { rating: 5 })).body.review

    await send(testShop, `POST /api/product/reviews/${readersId}/report`, {
      as: who,
      body: { reason: 'Sou a Lia' },
    })

    await expect
      .poll(async () => JSON.stringify((await heard(testShop, id)).body), { timeout: 3000 })
      .toContain('Lia S.')
    const gone = await send(testShop, `DELETE /api/admin/users/${who.userId}`, {
      as: staff,
    })
    expect(gone.status).toBe(200)
    await expect
      .poll(async () => (await heard(testShop, id, '?sort=lowest')).body.reviews[0], {
        timeout: 3000,
      })
      .toMatchObject({ id: reviewId, authorName: 'Cliente verificado', body: 'Serviu.', rating: 4 })
    const [row] = await testShop.app.db.select().from(reviews).where(eq(reviews.id, reviewId))
    expect([row!.userId, row!.authorName]).toEqual([null, null])
    expect(await total(id)).toEqual({ n: 2, stars: 9 })

    for (const table of [reviewReports, reviewWrites])
      expect(
        await testShop.app.db.select().from(table).where(eq(table.userId, who.userId)),
      ).toEqual([])

    await expectSound(testShop)
  })

  it('while its person writes: no review keeps the name [L066]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id, 'Nome Próprio')
    const remove = () => send(testShop, `DELETE /api/admin/users/${who.userId}`, { as: staff })
    const write = () => say(testShop, who, id, { showName: true })

    await together<unknown>(
      testShop,
      (tx) => tx.db.execute(sql`select 1 from users where id = ${who.userId} for update`),
      [remove, write],
    )

    const rows = await testShop.app.db.select().from(reviews).where(eq(reviews.productId, id))
    expect(rows.filter(({ userId, authorName }) => userId !== null || authorName !== null)).toEqual(
      [],
    )
    await expectSound(testShop)
  })
})

it('after any sequence of concurrent acts the totals are those of the visible reviews [L065]', async () => {
  const draw = createDraw(65)
  const ids = await Promise.all(
    Array.from({ length: 2 }, async () => (await product(testShop.app, { keys: 8 })).id),
  )

  const authors = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const who = await person(testShop.app)
      const bought = new Map<string, string>()
      for (const id of ids) bought.set(id, await buy(testShop, who, id))

      return { who, bought }
    }),
  )

  const anyReview = async () =>
    draw.pick(await testShop.app.db.select({ id: reviews.id }).from(reviews))?.id

  const text = () => ({
    rating: draw.between(1, 5),
    body: draw.pick(['', 'Bom', 'veja golpe.example']),
  })

  const act = async () => {
    const { who, bought } = draw.pick(authors)
    const id = draw.pick(ids)
    const kind = draw.pick(['post', 'put', 'put', 'delete', 'move', 'move', 'drop', 'back', 'undo'])
    if (kind === 'post') await say(testShop, who, id, text())
    if (kind === 'put') await say(testShop, who, id, { method: 'PUT', ...text() })
    if (kind === 'delete') await send(testShop, `DELETE /api/product/${id}/reviews`, { as: who })
    if (kind === 'back') await refund(testShop, bought.get(id)!)
    if (kind === 'undo') await undoRefund(testShop, bought.get(id)!)
    const target = /move|drop/.test(kind) ? await anyReview() : undefined

    if (kind === 'move' && target)
      await send(testShop, `PATCH /api/admin/reviews/${target}/status`, {
        as: staff,
        body: { status: draw.pick(['published', 'pending', 'rejected']) },
      })

    if (kind === 'drop' && target)
      await send(testShop, `DELETE /api/admin/reviews/${target}`, { as: staff })
  }

  for (let round = 0; round < 30; round++) {
    await testShop.app.db.delete(reviewWrites)
    await Promise.all([act(), act(), act(), testShop.drain()])
    await testShop.drain()
    await expectSound(testShop)

    // Invariant I13 does not check this: a review counts exactly while its author owns a delivered
    // unit of the product.
    const { rows } = await testShop.app.pool.query(
      `select r.id from reviews r where r.user_id is not null and r.counts <> exists (
        select 1 from order_units u join orders o on o.id = u.order_id
        join product_variants v on v.id = u.variant_id
        where o.user_id = r.user_id and v.product_id = r.product_id and u.status = 'delivered')`,
    )

    expect(rows, `round ${round}`).toEqual([])
  }

  const shown = await testShop.app.db
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.status, 'published'), isNull(reviews.publishedAt)))

  expect(shown).toEqual([])
})
