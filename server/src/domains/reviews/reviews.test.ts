import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { reviews, reviewReports } from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { together } from '../../testing/race.ts'
import { buy, chooseMode, heard, owner, payAll, say } from '../../testing/reviews.ts'
import { expectSound, send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let second: FastifyInstance
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  second = await createHttp(await testShop.another())
  staff = await person(testShop.app, { role: 'admin' })
  await payAll(testShop)
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

const mine = async (who: Person) =>
  (await send(testShop, 'GET /api/users/reviews', { as: who })).body

const rowsOf = (productId: string) =>
  testShop.app.db.select().from(reviews).where(eq(reviews.productId, productId))

/** The reviews that visitors see after all processes emptied their cache. */
const shows = (productId: string, expected: object, query = '', language = 'pt-BR') =>
  expect
    .poll(async () => (await heard(testShop, productId, query, language)).body, { timeout: 3000 })
    .toMatchObject(expected)

describe('who may review a product', () => {
  it('is a buyer with a delivered unit; the refusal names the reason [L061]', async () => {
    const { id } = await product(testShop.app, { keys: 2 })
    const waiting = await product(testShop.app, { provider: 'manual' })
    const who = await owner(testShop, id)
    await buy(testShop, who, waiting.id)
    expect((await say(testShop, null, id)).body.code).toBe('auth.required')
    const refused = await say(testShop, await person(testShop.app), id)

    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({
        code: 'review.not_buyer',
        error: 'Só quem comprou pode avaliar este produto.',
      }),
    ])

    expect((await say(testShop, who, waiting.id)).body.code).toBe('review.not_buyer')
    const unknown = await say(testShop, who, staff.userId)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'product.not_found'])
    expect((await mine(who)).products).toEqual([
      expect.objectContaining({ id, _id: id, image: null, boughtAt: expect.any(String) }),
    ])
    expect((await say(testShop, who, id)).status).toBe(200)
    expect((await mine(who)).products).toEqual([])
  })

  it('has one review: of twenty concurrent ones a single one is stored, nineteen are refused [L062]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id)

    const post = (door: FastifyInstance) =>
      door.inject({
        method: 'POST',
        url: `/api/product/${id}/reviews`,
        headers: who.headers,
        payload: { rating: 4 },
      })

    const answers = await together(
      testShop,
      (tx) => tx.db.execute(sql`select 1 from users where id = ${who.userId} for update`),
      Array.from({ length: 20 }, (_, at) => () => post(at % 2 ? second : testShop.http)),
    )

    const codes = answers.map((one) =>
      one.status === 'fulfilled'
        ? `${one.value.statusCode} ${one.value.json().code ?? 'kept'}`
        : String(one.reason),
    )

    expect(codes.toSorted()).toEqual(['200 kept', ...Array(19).fill('409 review.exists')])
    expect(await rowsOf(id)).toHaveLength(1)
    const again = await say(testShop, who, id)
    expect(again.body.error).toBe('Você já avaliou este produto. Edite a sua avaliação.')
    await expectSound(testShop)
  })

  it('edits and deletes their review; without a review both fail; equal text changes nothing [L062]', async () => {
    const { id, name } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id, 'Rui Lima')
    expect((await say(testShop, who, id, { method: 'PUT' })).body.code).toBe('review.not_found')
    await say(testShop, who, id, { rating: 2, body: '  Trava.\nNem abre. ', showName: true })
    const edited = await say(testShop, who, id, { method: 'PUT', rating: 4, body: 'Agora abre.' })

    expect(edited.body.review).toMatchObject({
      productId: id,
      productName: name,
      rating: 4,
      body: 'Agora abre.',
      authorName: 'Cliente verificado',
      showName: false,
      status: 'pending',
      rejectReason: null,
      isShown: false,
      reply: null,
      language: 'pt-BR',
      editedAt: expect.any(String),
    })

    const same = await say(testShop, who, id, { method: 'PUT', rating: 4, body: 'Agora abre.' })
    expect(same.body.review).toEqual(edited.body.review)
    expect((await mine(who)).reviews).toEqual([edited.body.review])
    const gone = await send(testShop, `DELETE /api/product/${id}/reviews`, { as: who })
    expect(gone.body).toEqual({ success: true })
    const none = await send(testShop, `DELETE /api/product/${id}/reviews`, { as: who })
    expect([none.status, none.body.code]).toEqual([404, 'review.not_found'])
    expect((await mine(who)).reviews).toEqual([])
  })
})

describe('what may be written', () => {
  it('is one to five whole stars and plain text of 2,000 characters [L071]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id)

    for (const wrong of [
      { rating: 0 },
      { rating: 6 },
      { rating: 4.5 },
      { rating: '5' },
      { rating: null },
      { body: 'x'.repeat(2001) },
      { body: 'sino \u0007' },
      { body: 7 },
      { showName: 'sim' },
    ]) {
      const { status, body } = await say(testShop, who, id, wrong)
      expect([status, body.code, body.fields], JSON.stringify(wrong)).toEqual([
        400,
        'request.invalid',
        [Object.keys(wrong)[0]],
      ])
    }

    expect(await rowsOf(id)).toEqual([])
    const body = `${'é'.repeat(1997)}\n<b`
    expect((await say(testShop, who, id, { rating: 1, body })).body.review.body).toBe(body)
  })

  it('is five writes in 24 hours, also under concurrency; a refused write does not count [L071]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id)
    await say(testShop, who, id)
    for (let n = 0; n < 6; n++)
      expect((await say(testShop, who, id)).body.code).toBe('review.exists')
    const put = (body: string) => say(testShop, who, id, { method: 'PUT', body })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => put(`Texto ${n}`)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(4).fill(200),
      ...Array(8).fill(429),
    ])

    const late = await send(testShop, `DELETE /api/product/${id}/reviews`, { as: who })
    expect([late.status, late.body.code]).toEqual([429, 'rate.limited'])
    await testShop.advance(86_400 - 60)
    expect((await put('Quase')).status).toBe(429)
    await testShop.advance(120)
    expect((await put('Outro dia')).status).toBe(200)
  })
})

describe('what visitors see', () => {
  it('is short name or verified customer, stars, text and dates, and nothing of the account [L067]', async () => {
    const { id } = await product(testShop.app, { keys: 2 })
    const [ana, bia] = [
      await owner(testShop, id, 'Ana Souza'),
      await owner(testShop, id, 'Bia Reis'),
    ]
    await chooseMode(testShop, staff, 'after')
    await say(testShop, ana, id, { rating: 5, body: 'Ótimo.', showName: true })
    await say(testShop, bia, id, { rating: 4, body: 'Bom.' })

    const one = (authorName: string, rating: number, body: string) => ({
      id: expect.any(String),
      _id: expect.any(String),
      authorName,
      rating,
      body,
      language: 'pt-BR',
      reply: null,
      createdAt: expect.any(String),
      editedAt: null,
    })

    await shows(id, { total: 2 })
    const { body } = await heard(testShop, id)

    expect(body).toEqual({
      success: true,
      reviews: [one('Cliente verificado', 4, 'Bom.'), one('Ana S.', 5, 'Ótimo.')],
      rating: { average: 4.5, count: 2 },
      counts: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
      total: 2,
      pagination: {
        currentPage: 1,
        totalPages: 1,
        totalItems: 2,
        itemsPerPage: 10,
        hasNextPage: false,
        hasPrevPage: false,
      },
    })

    const english = await heard(testShop, id, '', 'en-US')

    expect(english.body.reviews.map((review: any) => review.authorName)).toEqual([
      'Verified customer',
      'Ana S.',
    ])

    for (const secret of [ana.userId, ana.email, 'Souza', bia.userId, bia.email, 'Bia', 'Reis'])
      expect(JSON.stringify([body, english.body])).not.toContain(secret)
    await chooseMode(testShop, staff, 'before')
  })

  it('comes in pages: newest, highest or lowest first; an unknown product is not found [L067]', async () => {
    const { id } = await product(testShop.app, { keys: 5 })
    await shows(id, { reviews: [], rating: null, total: 0 })
    await chooseMode(testShop, staff, 'after')
    for (const rating of [3, 5, 1, 5])
      await say(testShop, await owner(testShop, id), id, { rating, body: `Nota ${rating}` })
    const stars = async (query: string) =>
      (await heard(testShop, id, query)).body.reviews.map((review: any) => review.rating)
    await shows(id, { total: 4, rating: { average: 3.5, count: 4 } })
    expect(await stars('')).toEqual([5, 1, 5, 3])
    expect(await stars('?sort=highest')).toEqual([5, 5, 3, 1])
    expect(await stars('?sort=lowest&limit=3')).toEqual([1, 3, 5])
    expect(await stars('?sort=lowest&limit=3&page=2')).toEqual([5])
    expect(await stars('?page=9')).toEqual([])
    expect((await heard(testShop, id, '?sort=best')).status).toBe(400)
    const unknown = await heard(testShop, staff.userId)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'product.not_found'])
    await chooseMode(testShop, staff, 'before')
  })
})

describe('the owner chooses', () => {
  it('before: new and edited reviews wait for staff [L063]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await owner(testShop, id)
    expect((await say(testShop, who, id)).body.review).toMatchObject({ status: 'pending' })
    const [row] = await rowsOf(id)

    await send(testShop, `PATCH /api/admin/reviews/${row!.id}/status`, {
      as: staff,
      body: { status: 'published' },
    })

    await shows(id, { total: 1, rating: { average: 5, count: 1 } })
    const edited = await say(testShop, who, id, { method: 'PUT', rating: 1 })
    expect(edited.body.review).toMatchObject({ status: 'pending', isShown: false })
    await shows(id, { total: 0, rating: null })
    await expectSound(testShop)
  })

  it('after: they show at once, unless they were rejected or hold a link or a blocked word [L063]', async () => {
    const { id } = await product(testShop.app, { keys: 3 })
    const [who, other] = [await owner(testShop, id), await owner(testShop, id)]
    await chooseMode(testShop, staff, 'after', { reviewsBlocked: 'golpe, não presta' })
    const put = async (body: string) =>
      (await say(testShop, who, id, { method: 'PUT', body })).body.review.status

    expect((await say(testShop, who, id, { body: 'Gostei.' })).body.review).toMatchObject({
      status: 'published',
      isShown: true,
    })

    await shows(id, { total: 1 })
    expect(await put('Veja golpista.example')).toBe('pending')
    await shows(id, { total: 0 })
    expect([await put('Gostei muito.'), await put('Nao presta')]).toEqual(['published', 'pending'])
    await say(testShop, other, id, { body: 'Ruim.' })
    const row = (await rowsOf(id)).find(({ userId }) => userId === other.userId)!

    await send(testShop, `PATCH /api/admin/reviews/${row.id}/status`, {
      as: staff,
      body: { status: 'rejected', reason: 'Ofende' },
    })

    const again = await say(testShop, other, id, { method: 'PUT', body: 'Ruim!' })
    expect(again.body.review).toMatchObject({ status: 'pending', rejectReason: null })
    await chooseMode(testShop, staff, 'before', { reviewsBlocked: '' })
    await expectSound(testShop)
  })

  it('off: every call of the shop answers 404; the reviews return with another mode [L063]', async () => {
    const { id } = await product(testShop.app, { keys: 2 })
    const [who, other] = [await owner(testShop, id), await owner(testShop, id)]
    await chooseMode(testShop, staff, 'after')
    const { id: reviewId } = (await say(testShop, who, id)).body.review
    await shows(id, { total: 1 })
    await chooseMode(testShop, staff, 'off')
    await expect.poll(async () => (await heard(testShop, id)).status, { timeout: 3000 }).toBe(404)

    for (const [call, body] of [
      [`GET /api/product/${id}/reviews`],
      [`POST /api/product/${id}/reviews`, { rating: 5 }],
      [`PUT /api/product/${id}/reviews`, { rating: 5 }],
      [`DELETE /api/product/${id}/reviews`],
      ['GET /api/users/reviews'],
      [`POST /api/product/reviews/${reviewId}/report`, { reason: 'Falso' }],
    ] as const) {
      const answer = await send(testShop, call, { as: other, body })
      expect([call, answer.status, answer.body.code]).toEqual([call, 404, 'review.not_found'])
    }

    await chooseMode(testShop, staff, 'before')
    await shows(id, { total: 1 })
  })
})

describe('a review that is shown', () => {
  it('is reported once a person; a hidden one cannot be found [L068]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const [who, reader] = [await owner(testShop, id), await person(testShop.app)]
    const { id: reviewId } = (await say(testShop, who, id)).body.review
    const report = (reason: string, as: Person | null = reader) =>
      send(testShop, `POST /api/product/reviews/${reviewId}/report`, { as, body: { reason } })
    expect((await report('Falso')).body.code).toBe('review.not_found')

    await send(testShop, `PATCH /api/admin/reviews/${reviewId}/status`, {
      as: staff,
      body: { status: 'published' },
    })

    expect((await report('Falso', null)).status).toBe(401)
    for (const reason of ['', '   ', 'x'.repeat(301)])
      expect((await report(reason)).status, reason).toBe(400)
    const answers = await Promise.all(['Falso', 'Falso', 'Ofende'].map((reason) => report(reason)))
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ success: true }))

    const kept = await testShop.app.db
      .select()
      .from(reviewReports)
      .where(eq(reviewReports.reviewId, reviewId))

    expect(kept).toHaveLength(1)
  })
})
