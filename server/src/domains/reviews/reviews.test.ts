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

let world: TestShop
let second: FastifyInstance
let staff: Person

beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
  second = await createHttp(await world.another())
  staff = await person(world.app, { role: 'admin' })
  await payAll(world)
})

afterAll(async () => {
  await second?.close()
  await world?.close()
})

const mine = async (who: Person) => (await send(world, 'GET /api/users/reviews', { as: who })).body

const rowsOf = (productId: string) =>
  world.app.db.select().from(reviews).where(eq(reviews.productId, productId))

/** The reviews that visitors see after all processes emptied their cache. */
const shows = (productId: string, expected: object, query = '', language = 'pt-BR') =>
  expect
    .poll(async () => (await heard(world, productId, query, language)).body, { timeout: 3000 })
    .toMatchObject(expected)

describe('who may review a product', () => {
  it('is a buyer with a delivered unit; the refusal names the reason [L061]', async () => {
    const { id } = await product(world.app, { keys: 2 })
    const waiting = await product(world.app, { provider: 'manual' })
    const who = await owner(world, id)
    await buy(world, who, waiting.id)
    expect((await say(world, null, id)).body.code).toBe('auth.required')
    const refused = await say(world, await person(world.app), id)

    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({
        code: 'review.not_buyer',
        error: 'Só quem comprou pode avaliar este produto.',
      }),
    ])

    expect((await say(world, who, waiting.id)).body.code).toBe('review.not_buyer')
    const unknown = await say(world, who, staff.userId)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'product.not_found'])
    expect((await mine(who)).products).toEqual([
      expect.objectContaining({ id, _id: id, image: null, boughtAt: expect.any(String) }),
    ])
    expect((await say(world, who, id)).status).toBe(200)
    expect((await mine(who)).products).toEqual([])
  })

  it('has one review: of twenty concurrent ones a single one is stored, nineteen are refused [L062]', async () => {
    const { id } = await product(world.app, { keys: 1 })
    const who = await owner(world, id)

    const post = (door: FastifyInstance) =>
      door.inject({
        method: 'POST',
        url: `/api/product/${id}/reviews`,
        headers: who.headers,
        payload: { rating: 4 },
      })

    const answers = await together(
      world,
      (tx) => tx.db.execute(sql`select 1 from users where id = ${who.userId} for update`),
      Array.from({ length: 20 }, (_, at) => () => post(at % 2 ? second : world.http)),
    )

    const codes = answers.map((one) =>
      one.status === 'fulfilled'
        ? `${one.value.statusCode} ${one.value.json().code ?? 'kept'}`
        : String(one.reason),
    )

    expect(codes.toSorted()).toEqual(['200 kept', ...Array(19).fill('409 review.exists')])
    expect(await rowsOf(id)).toHaveLength(1)
    const again = await say(world, who, id)
    expect(again.body.error).toBe('Você já avaliou este produto. Edite a sua avaliação.')
    await expectSound(world)
  })

  it('edits and deletes it; without one this is refused, and the same text changes nothing [L062]', async () => {
    const { id, name } = await product(world.app, { keys: 1 })
    const who = await owner(world, id, 'Rui Lima')
    expect((await say(world, who, id, { method: 'PUT' })).body.code).toBe('review.not_found')
    await say(world, who, id, { rating: 2, body: '  Trava.\nNem abre. ', showName: true })
    const edited = await say(world, who, id, { method: 'PUT', rating: 4, body: 'Agora abre.' })

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

    const same = await say(world, who, id, { method: 'PUT', rating: 4, body: 'Agora abre.' })
    expect(same.body.review).toEqual(edited.body.review)
    expect((await mine(who)).reviews).toEqual([edited.body.review])
    const gone = await send(world, `DELETE /api/product/${id}/reviews`, { as: who })
    expect(gone.body).toEqual({ success: true })
    const none = await send(world, `DELETE /api/product/${id}/reviews`, { as: who })
    expect([none.status, none.body.code]).toEqual([404, 'review.not_found'])
    expect((await mine(who)).reviews).toEqual([])
  })
})

describe('what may be written', () => {
  it('is one to five whole stars and plain text of 2,000 characters [L071]', async () => {
    const { id } = await product(world.app, { keys: 1 })
    const who = await owner(world, id)

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
      const { status, body } = await say(world, who, id, wrong)
      expect([status, body.code, body.fields], JSON.stringify(wrong)).toEqual([
        400,
        'request.invalid',
        [Object.keys(wrong)[0]],
      ])
    }

    expect(await rowsOf(id)).toEqual([])
    const body = `${'é'.repeat(1997)}\n<b`
    expect((await say(world, who, id, { rating: 1, body })).body.review.body).toBe(body)
  })

  it('is five writes in 24 hours, also under concurrency; a refused write does not count [L071]', async () => {
    const { id } = await product(world.app, { keys: 1 })
    const who = await owner(world, id)
    await say(world, who, id)
    for (let n = 0; n < 6; n++) expect((await say(world, who, id)).body.code).toBe('review.exists')
    const put = (body: string) => say(world, who, id, { method: 'PUT', body })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => put(`Texto ${n}`)))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array(4).fill(200),
      ...Array(8).fill(429),
    ])

    const late = await send(world, `DELETE /api/product/${id}/reviews`, { as: who })
    expect([late.status, late.body.code]).toEqual([429, 'rate.limited'])
    await world.advance(86_400 - 60)
    expect((await put('Quase')).status).toBe(429)
    await world.advance(120)
    expect((await put('Outro dia')).status).toBe(200)
  })
})

describe('what visitors see', () => {
  it('is short name or verified customer, stars, text and dates, and nothing of the account [L067]', async () => {
    const { id } = await product(world.app, { keys: 2 })
    const [ana, bia] = [await owner(world, id, 'Ana Souza'), await owner(world, id, 'Bia Reis')]
    await chooseMode(world, staff, 'after')
    await say(world, ana, id, { rating: 5, body: 'Ótimo.', showName: true })
    await say(world, bia, id, { rating: 4, body: 'Bom.' })

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
    const { body } = await heard(world, id)

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

    const english = await heard(world, id, '', 'en-US')

    expect(english.body.reviews.map((review: any) => review.authorName)).toEqual([
      'Verified customer',
      'Ana S.',
    ])

    for (const secret of [ana.userId, ana.email, 'Souza', bia.userId, bia.email, 'Bia', 'Reis'])
      expect(JSON.stringify([body, english.body])).not.toContain(secret)
    await chooseMode(world, staff, 'before')
  })

  it('comes in pages: newest, highest or lowest first; an unknown product is not found [L067]', async () => {
    const { id } = await product(world.app, { keys: 5 })
    await shows(id, { reviews: [], rating: null, total: 0 })
    await chooseMode(world, staff, 'after')
    for (const rating of [3, 5, 1, 5])
      await say(world, await owner(world, id), id, { rating, body: `Nota ${rating}` })
    const stars = async (query: string) =>
      (await heard(world, id, query)).body.reviews.map((review: any) => review.rating)
    await shows(id, { total: 4, rating: { average: 3.5, count: 4 } })
    expect(await stars('')).toEqual([5, 1, 5, 3])
    expect(await stars('?sort=highest')).toEqual([5, 5, 3, 1])
    expect(await stars('?sort=lowest&limit=3')).toEqual([1, 3, 5])
    expect(await stars('?sort=lowest&limit=3&page=2')).toEqual([5])
    expect(await stars('?page=9')).toEqual([])
    expect((await heard(world, id, '?sort=best')).status).toBe(400)
    const unknown = await heard(world, staff.userId)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'product.not_found'])
    await chooseMode(world, staff, 'before')
  })
})

describe('the owner chooses', () => {
  it('before: new and edited reviews wait for staff [L063]', async () => {
    const { id } = await product(world.app, { keys: 1 })
    const who = await owner(world, id)
    expect((await say(world, who, id)).body.review).toMatchObject({ status: 'pending' })
    const [row] = await rowsOf(id)

    await send(world, `PATCH /api/admin/reviews/${row!.id}/status`, {
      as: staff,
      body: { status: 'published' },
    })

    await shows(id, { total: 1, rating: { average: 5, count: 1 } })
    const edited = await say(world, who, id, { method: 'PUT', rating: 1 })
    expect(edited.body.review).toMatchObject({ status: 'pending', isShown: false })
    await shows(id, { total: 0, rating: null })
    await expectSound(world)
  })

  it('after: they show at once, unless they were rejected or hold a link or a blocked word [L063]', async () => {
    const { id } = await product(world.app, { keys: 3 })
    const [who, other] = [await owner(world, id), await owner(world, id)]
    await chooseMode(world, staff, 'after', { reviewsBlocked: 'golpe, não presta' })
    const put = async (body: string) =>
      (await say(world, who, id, { method: 'PUT', body })).body.review.status

    expect((await say(world, who, id, { body: 'Gostei.' })).body.review).toMatchObject({
      status: 'published',
      isShown: true,
    })

    await shows(id, { total: 1 })
    expect(await put('Veja golpista.example')).toBe('pending')
    await shows(id, { total: 0 })
    expect([await put('Gostei muito.'), await put('Nao presta')]).toEqual(['published', 'pending'])
    await say(world, other, id, { body: 'Ruim.' })
    const row = (await rowsOf(id)).find(({ userId }) => userId === other.userId)!

    await send(world, `PATCH /api/admin/reviews/${row.id}/status`, {
      as: staff,
      body: { status: 'rejected', reason: 'Ofende' },
    })

    const again = await say(world, other, id, { method: 'PUT', body: 'Ruim!' })
    expect(again.body.review).toMatchObject({ status: 'pending', rejectReason: null })
    await chooseMode(world, staff, 'before', { reviewsBlocked: '' })
    await expectSound(world)
  })

  it('off: every call of the shop answers 404; the reviews return with another mode [L063]', async () => {
    const { id } = await product(world.app, { keys: 2 })
    const [who, other] = [await owner(world, id), await owner(world, id)]
    await chooseMode(world, staff, 'after')
    const { id: reviewId } = (await say(world, who, id)).body.review
    await shows(id, { total: 1 })
    await chooseMode(world, staff, 'off')
    await expect.poll(async () => (await heard(world, id)).status, { timeout: 3000 }).toBe(404)

    for (const [call, body] of [
      [`GET /api/product/${id}/reviews`],
      [`POST /api/product/${id}/reviews`, { rating: 5 }],
      [`PUT /api/product/${id}/reviews`, { rating: 5 }],
      [`DELETE /api/product/${id}/reviews`],
      ['GET /api/users/reviews'],
      [`POST /api/product/reviews/${reviewId}/report`, { reason: 'Falso' }],
    ] as const) {
      const answer = await send(world, call, { as: other, body })
      expect([call, answer.status, answer.body.code]).toEqual([call, 404, 'review.not_found'])
    }

    await chooseMode(world, staff, 'before')
    await shows(id, { total: 1 })
  })
})

describe('a review that is shown', () => {
  it('is reported once a person; a hidden one cannot be found [L068]', async () => {
    const { id } = await product(world.app, { keys: 1 })
    const [who, reader] = [await owner(world, id), await person(world.app)]
    const { id: reviewId } = (await say(world, who, id)).body.review
    const report = (reason: string, as: Person | null = reader) =>
      send(world, `POST /api/product/reviews/${reviewId}/report`, { as, body: { reason } })
    expect((await report('Falso')).body.code).toBe('review.not_found')

    await send(world, `PATCH /api/admin/reviews/${reviewId}/status`, {
      as: staff,
      body: { status: 'published' },
    })

    expect((await report('Falso', null)).status).toBe(401)
    for (const reason of ['', '   ', 'x'.repeat(301)])
      expect((await report(reason)).status, reason).toBe(400)
    const answers = await Promise.all(['Falso', 'Falso', 'Ofende'].map((reason) => report(reason)))
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill({ success: true }))

    const kept = await world.app.db
      .select()
      .from(reviewReports)
      .where(eq(reviewReports.reviewId, reviewId))

    expect(kept).toHaveLength(1)
  })
})
