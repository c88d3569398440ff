import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog, reviewReports, reviews, reviewTotals } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { chooseMode, heard, owner, payAll, say } from '../../testing/reviews.ts'
import { expectSound, send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { setReviewStatus } from './reviews.admin.service.ts'
import { editReview } from './reviews.service.ts'

let testShop: TestShop
let other: App
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  other = await testShop.another()
  staff = await person(testShop.app, { role: 'developer', name: 'Dora Equipe' })
  await payAll(testShop)
})

afterAll(async () => {
  await testShop?.close()
})

const act = (call: 'PATCH status' | 'PUT reply' | 'DELETE', id: string, body?: object) => {
  const [method, end] = call.split(' ') as ['PATCH' | 'PUT' | 'DELETE', string | undefined]
  return send(testShop, `${method} /api/admin/reviews/${id}${end ? `/${end}` : ''}`, {
    as: staff,
    body,
  })
}

const list = async (query = '') =>
  (await send(testShop, `GET /api/admin/reviews${query}`, { as: staff })).body

const trail = (targetId: string) =>
  testShop.app.db
    .select({ action: auditLog.action, actor: auditLog.actorName, details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'review'), eq(auditLog.targetId, targetId)))
    .orderBy(asc(auditLog.createdAt))

const shows = (productId: string, expected: object) =>
  expect
    .poll(async () => (await heard(testShop, productId)).body, { timeout: 3000 })
    .toMatchObject(expected)

/** A review that some buyer wrote, with its author. */
const written = async (text: object = {}, name?: string) => {
  const { id: productId, name: productName } = await product(testShop.app, { keys: 1 })
  const who = await owner(testShop, productId, name)
  const { id } = (await say(testShop, who, productId, text)).body.review

  return { id: id as string, productId, productName, who }
}

const mine = async (who: Person) =>
  (await send(testShop, 'GET /api/users/reviews', { as: who })).body.reviews[0]

it('staff publish, reject or hold back; the author reads the reason, the trail names staff [L068]', async () => {
  const { id, productId, productName, who } = await written(
    { rating: 2, body: 'Fraco.', showName: true },
    'Eva Luz',
  )

  const published = await act('PATCH status', id, { status: 'published' })

  expect(published.body.review).toEqual({
    id,
    _id: id,
    productId,
    productName,
    userId: who.userId,
    userName: 'Eva Luz',
    authorName: 'Eva L.',
    rating: 2,
    body: 'Fraco.',
    language: 'pt-BR',
    status: 'published',
    counts: true,
    rejectReason: null,
    reply: null,
    createdAt: expect.any(String),
    editedAt: null,
    publishedAt: expect.any(String),
    reports: [],
  })

  expect(published.body.data).toEqual(published.body.review)
  await shows(productId, { total: 1, rating: { average: 2, count: 1 } })
  const rejected = await act('PATCH status', id, { status: 'rejected', reason: ' Fala de outro. ' })

  expect(rejected.body.review).toMatchObject({
    status: 'rejected',
    rejectReason: 'Fala de outro.',
    publishedAt: null,
  })

  await shows(productId, { total: 0, rating: null })

  expect(await mine(who)).toMatchObject({
    status: 'rejected',
    rejectReason: 'Fala de outro.',
    isShown: false,
  })

  expect((await act('PATCH status', id, { status: 'rejected' })).body.review.rejectReason).toBe(
    'Fala de outro.',
  )
  const waits = await act('PATCH status', id, { status: 'pending' })
  expect(waits.body.review).toMatchObject({ status: 'pending', rejectReason: null })

  expect(await trail(id)).toMatchObject([
    {
      action: 'review.published',
      actor: 'Dora Equipe',
      details: { before: { status: 'pending' }, after: { status: 'published' } },
    },
    {
      action: 'review.rejected',
      details: {
        before: { status: 'published', rejectReason: null },
        after: { status: 'rejected', rejectReason: 'Fala de outro.' },
      },
    },
    { action: 'review.pending', details: { after: { status: 'pending', rejectReason: null } } },
  ])

  await expectSound(testShop)
})

it('a text that its author changed since staff read it is not published: 409 state.illegal [L069]', async () => {
  const { id, productId, who } = await written({ body: 'Bom.' })
  await say(testShop, who, productId, { method: 'PUT', body: 'Compre em outro lugar' })
  const late = await act('PATCH status', id, { status: 'published', editedAt: null })
  expect([late.status, late.body.code]).toEqual([409, 'state.illegal'])
  const [first] = (await list()).reviews
  expect(first).toMatchObject({ id, body: 'Compre em outro lugar', editedAt: expect.any(String) })
  await say(testShop, who, productId, { method: 'PUT', body: 'E mais barato' })
  const again = await act('PATCH status', id, { status: 'published', editedAt: first.editedAt })
  expect([again.status, again.body.code]).toEqual([409, 'state.illegal'])
  const [second] = (await list()).reviews
  const read = await act('PATCH status', id, { status: 'published', editedAt: second.editedAt })
  expect([read.status, read.body.review.status]).toEqual([200, 'published'])
})

it('concurrent edit and publishing never publish a text that staff did not read [L069]', async () => {
  const { id, productId, who } = await written({ body: 'Texto 0' })
  const actor = { actorId: staff.userId, actorName: 'Dora', ip: null }

  for (let round = 1; round <= 4; round++) {
    const [read] = (await list()).reviews

    await Promise.allSettled([
      setReviewStatus(
        testShop.app,
        id,
        { status: round % 2 ? 'published' : 'rejected', editedAt: read.editedAt },
        actor,
      ),
      editReview(
        other,
        { userId: who.userId, productId, language: 'pt-BR' },
        { rating: 5, body: `Texto ${round}`, showName: false },
      ),
    ])

    const [row] = await testShop.app.db.select().from(reviews).where(eq(reviews.id, id))
    expect([row!.body, row!.status]).toEqual([`Texto ${round}`, 'pending'])
  }

  await expectSound(testShop)
})

it('a reply is public, survives an edit of the review, and an empty text removes it [L067, L068]', async () => {
  const { id, productId, who } = await written({ body: 'Bom.' })
  await act('PATCH status', id, { status: 'published' })
  const reply = { text: 'Obrigada!', repliedAt: expect.any(String) }
  expect((await act('PUT reply', id, { text: ' Obrigada! ' })).body.review.reply).toEqual(reply)
  await shows(productId, { reviews: [{ reply }] })
  await say(testShop, who, productId, { method: 'PUT', body: 'Muito bom.' })
  expect(await mine(who)).toMatchObject({ status: 'pending', reply })
  expect((await act('PUT reply', id, { text: 'x'.repeat(1001) })).status).toBe(400)
  expect((await act('PUT reply', id, { text: '' })).body.review.reply).toBe(null)
  expect((await act('PUT reply', id, { text: '' })).status).toBe(200)

  expect((await trail(id)).filter(({ action }) => action === 'review.replied')).toMatchObject([
    { details: { before: { reply: null }, after: { reply: 'Obrigada!' } } },
    { details: { before: { reply: 'Obrigada!' }, after: { reply: null } } },
  ])
})

it('the list filters by status, stars, product and reports, and counts the waiting [L068]', async () => {
  await testShop.app.db.delete(reviews)
  await testShop.app.db.delete(reviewTotals)
  const [one, two] = [await written({ rating: 1 }), await written({ rating: 5 })]
  await act('PATCH status', two.id, { status: 'published' })

  await testShop.app.db.insert(reviewReports).values({
    reviewId: two.id,
    userId: one.who.userId,
    reason: 'Nunca usou',
    createdAt: new Date('2026-02-03T12:00:00Z'),
  })

  const ids = async (query: string) =>
    (await list(query)).reviews.map((review: { id: string }) => review.id)

  const told = {
    '': [two.id, one.id],
    '?status=pending': [one.id],
    '?status=rejected': [],
    '?rating=5': [two.id],
    [`?product=${one.productId}`]: [one.id],
    '?reported=true': [two.id],
    '?reported=false': [one.id],
    '?status=all&rating=&product=&reported=': [two.id, one.id],
    '?limit=1&page=2': [one.id],
  }

  for (const [query, expected] of Object.entries(told))
    expect([query, await ids(query)]).toEqual([query, expected])

  expect(await list('?reported=true')).toMatchObject({
    total: 1,
    totalPages: 1,
    waiting: 1,
    reviews: [{ reports: [{ reason: 'Nunca usou', createdAt: '2026-02-03T12:00:00.000Z' }] }],
  })

  for (const query of ['?rating=6', '?status=open', '?product=x', '?reported=maybe'])
    expect((await send(testShop, `GET /api/admin/reviews${query}`, { as: staff })).status).toBe(400)
})

it('each review of the list has its own reports, the oldest first [L068]', async () => {
  const reviewed = await written()
  const reportedTwice = await written()
  const reportedLater = await written()
  const lastInList = await written()

  const report = async ({ id }: { id: string }, reason: string, day: number) =>
    testShop.app.db.insert(reviewReports).values({
      reviewId: id,
      userId: (await person(testShop.app)).userId,
      reason,
      createdAt: new Date(Date.UTC(2026, 1, day, 12)),
    })

  await report(reportedTwice, 'Vende contatos', 6)
  await report(reportedTwice, 'Nunca usou', 4)
  await report(reportedLater, 'Ofende a equipe', 5)

  type Listed = { id: string; reports: { reason: string }[] }
  const listed = (await list()).reviews as Listed[]

  expect(
    listed.slice(0, 4).map(({ id, reports }) => [id, reports.map(({ reason }) => reason)]),
  ).toEqual([
    [lastInList.id, []],
    [reportedLater.id, ['Ofende a equipe']],
    [reportedTwice.id, ['Nunca usou', 'Vende contatos']],
    [reviewed.id, []],
  ])
})

it('a deleted review goes with its reports and totals; the trail does not keep its text [L068, L065]', async () => {
  const { id, productId, who } = await written({ rating: 5, body: 'Segredo meu.' })
  await act('PATCH status', id, { status: 'published' })
  await shows(productId, { total: 1 })

  await send(testShop, `POST /api/product/reviews/${id}/report`, {
    as: await person(testShop.app),
    body: { reason: 'Falso' },
  })

  expect((await act('DELETE', id)).body).toEqual({ success: true, message: 'Avaliação excluída.' })
  await shows(productId, { total: 0, rating: null })

  for (const answer of [
    await act('DELETE', id),
    await act('PATCH status', id, { status: 'published' }),
    await act('PUT reply', id, { text: 'Oi' }),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'review.not_found'])

  const told = await trail(id)

  expect(told.at(-1)).toMatchObject({
    action: 'review.deleted',
    details: { before: { productId, rating: 5, status: 'published' } },
  })

  expect(JSON.stringify(told)).not.toContain('Segredo')
  expect((await say(testShop, who, productId)).status).toBe(200)
  await expectSound(testShop)
})

it('staff still answer in mode off, where the shop shows nothing [L063]', async () => {
  const { id } = await written()
  await chooseMode(testShop, staff, 'off')
  expect((await list()).reviews[0].id).toBe(id)
  expect((await act('DELETE', id)).status).toBe(200)
  await chooseMode(testShop, staff, 'before')
})
