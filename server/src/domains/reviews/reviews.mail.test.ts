import type { Language } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { orderUnits, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { byClock } from '../../testing/clock.ts'
import { cartOf, person, product, type Person } from '../../testing/make.ts'
import { buy, chooseMode, owner, payAll, refund, say } from '../../testing/reviews.ts'
import { accepted, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// Mails as they arrive in the sandbox's mailbox.

let testShop: TestShop
let other: App
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  other = await testShop.another()
  staff = await person(testShop.app, { role: 'admin' })
  await payAll(testShop)
})

afterAll(async () => {
  await testShop?.close()
})

const day = 86_400
type Arrived = { id: string; subject: string; text: string; html: string }

const mailsTo = async (who: Person, about: RegExp): Promise<Arrived[]> => {
  await testShop.drain()
  const all: Arrived[] = await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)

  return all.filter(({ subject }) => about.test(subject))
}

const headersOf = async (mail: Arrived): Promise<Record<string, string>> => {
  const { headers } = await testShop.sandbox!.call('GET', `/sandbox/api/mail/${mail.id}`)
  return Object.fromEntries(
    (headers as { name: string; value: string }[]).map(({ name, value }) => [
      name.toLowerCase(),
      value,
    ]),
  )
}

const speak = (who: Person, language: Language) =>
  testShop.app.db.update(users).set({ language }).where(eq(users.id, who.userId))

describe('the invitation to review', () => {
  const look = async () => {
    await Promise.all([
      byClock(testShop.app, 'invite reviewers'),
      byClock(other, 'invite reviewers'),
    ])
    await testShop.drain()
  }

  const invitations = (who: Person) => mailsTo(who, /achou|think of/)
  const turn = (reviewInvites: boolean) => chooseMode(testShop, staff, 'before', { reviewInvites })

  /** A buyer of several products in one order. */
  const buyAll = async (...names: string[]) => {
    const who = await person(testShop.app, { name: 'Ana Souza' })
    // Create the products one after the other, so that ids and order lines are in this order.
    const made: { id: string }[] = []
    for (const name of names) made.push(await product(testShop.app, { name, keys: 1 }))

    const cartId = await cartOf(
      testShop.app,
      who.userId,
      made.map(({ id: productId }) => ({ productId, quantity: 1 })),
    )

    const { body } = await startPix(testShop, who, cartId, { coupon: 'TUDO' })
    expect(body.status).toBe('completed')

    return { who, ids: made.map(({ id }) => id) }
  }

  it('is mailed once an order, seven days after delivery, if the owner wants it [L070]', async () => {
    const [one, several] = [await buyAll('Neblina'), await buyAll('Quimera', 'Basalto', 'Farol')]
    await speak(several.who, 'en-US')
    await look()
    await testShop.advance(8 * day)
    await look()
    expect(await invitations(one.who)).toEqual([])
    await turn(true)
    const fresh = await buyAll('Recente')
    await look()
    await look()
    const [mail, ...more] = await invitations(one.who)
    expect(more).toEqual([])

    expect(mail).toMatchObject({
      subject: 'O que você achou de Neblina?',
      text: expect.stringContaining('http://localhost:3000/dashboard/products'),
      html: expect.stringContaining('Olá, Ana Souza.'),
    })

    expect(await headersOf(mail!)).toMatchObject({
      'list-id': '<review-invite.localhost>',
      'list-unsubscribe': '<mailto:contato@loja.example?subject=unsubscribe%20review-invite>',
      'auto-submitted': 'auto-generated',
    })

    expect(await invitations(several.who)).toMatchObject([
      {
        subject: 'What do you think of Quimera and 2 more products?',
        text: expect.stringMatching(/Quimera[\s\S]*Basalto[\s\S]*Farol/),
      },
    ])

    await testShop.advance(6 * day)
    await look()
    expect(await invitations(fresh.who)).toEqual([])
    await testShop.advance(2 * day)
    await look()
    expect(await invitations(fresh.who)).toHaveLength(1)
    await testShop.advance(100 * day)
    await look()
    expect(await invitations(one.who)).toHaveLength(1)
    await turn(false)
  })

  it('skips what is reviewed or refunded, buyers who left or want no news, old orders [L070, S113]', async () => {
    const half = await buyAll('Feito', 'Aberto')
    const done = await buyAll('Pronto')
    const back = await buyAll('Devolvido')
    const banned = await buyAll('Banido')
    const old = await buyAll('Antigo')
    const unwilling = await buyAll('Sem notícias')
    const body = { email: false, chat: true, updates: true }
    const path = 'PUT /api/users/notifications/preferences'
    accepted(await send(testShop, path, { as: unwilling.who, body }))
    await say(testShop, half.who, half.ids[0]!)
    await say(testShop, done.who, done.ids[0]!)
    const { rows } = await testShop.app.pool.query('select id from orders where user_id = $1', [
      back.who.userId,
    ])
    await refund(testShop, rows[0].id)
    await testShop.app.db
      .update(users)
      .set({ isBanned: true })
      .where(eq(users.id, banned.who.userId))

    const { rows: earlier } = await testShop.app.pool.query(
      'select id from orders where user_id = $1',
      [old.who.userId],
    )

    await testShop.app.db
      .update(orderUnits)
      .set({ deliveredAt: new Date(testShop.clock.now().getTime() - 8 * day * 1000) })
      .where(eq(orderUnits.orderId, earlier[0].id))

    await turn(true)
    await testShop.advance(7.5 * day)
    await look()
    expect((await invitations(half.who)).map(({ subject }) => subject)).toEqual([
      'O que você achou de Aberto?',
    ])
    for (const { who } of [done, back, banned, old, unwilling])
      expect(await invitations(who)).toEqual([])
    await turn(false)
  })

  it('that is still queued is not sent after the owner switches invitations off [L070]', async () => {
    const { who } = await buyAll('Tarde')
    await turn(true)
    await testShop.advance(7.5 * day)
    await byClock(testShop.app, 'invite reviewers')
    await turn(false)
    expect(await invitations(who)).toEqual([])
  })
})

describe('a reply to a review', () => {
  const replies = (who: Person) => mailsTo(who, /respondeu|replied/)
  const answer = (id: string, text: string) =>
    send(testShop, `PUT /api/admin/reviews/${id}/reply`, { as: staff, body: { text } })
  const move = (id: string, status: string) =>
    send(testShop, `PATCH /api/admin/reviews/${id}/status`, { as: staff, body: { status } })

  it('is mailed once a review, when both are visible, whatever comes after [L068]', async () => {
    const { id, name } = await product(testShop.app, { keys: 1, name: 'Farol <b>' })
    const who = await owner(testShop, id)
    const { id: reviewId } = (await say(testShop, who, id)).body.review
    await answer(reviewId, 'Obrigada & <i>volte</i>')
    expect(await replies(who)).toEqual([])
    await move(reviewId, 'published')
    const [mail, ...more] = await replies(who)
    expect(more).toEqual([])

    expect(mail).toMatchObject({
      subject: 'Chaveiro respondeu à sua avaliação',
      text: expect.stringContaining('Obrigada & <i>volte</i>'),
      html: expect.stringContaining('Obrigada &amp; &lt;i&gt;volte&lt;/i&gt;'),
    })

    expect(mail!.text).toContain(name)
    expect((await headersOf(mail!))['list-id']).toBe('<review-reply.localhost>')
    await answer(reviewId, '')
    await answer(reviewId, 'De novo')
    await move(reviewId, 'rejected')
    await testShop.advance(120 * day)
    await byClock(testShop.app, 'clear what is due')
    await move(reviewId, 'published')
    expect(await replies(who)).toHaveLength(1)
  })

  it('that was removed before its mail is not mailed; nor is one to an erased author [L068]', async () => {
    const { id } = await product(testShop.app, { keys: 2 })
    const [who, left] = [await owner(testShop, id), await owner(testShop, id)]

    for (const one of [who, left]) {
      const { id: reviewId } = (await say(testShop, one, id)).body.review
      await move(reviewId, 'published')
      await answer(reviewId, 'Oi')
      if (one === who) await answer(reviewId, '')
    }

    await testShop.app.db.update(users).set({ isBanned: true }).where(eq(users.id, left.userId))
    expect(await replies(who)).toEqual([])
    expect(await replies(left)).toEqual([])
    await enqueue(testShop.app, 'mail.review-reply', { reviewId: staff.userId })
    await testShop.drain()
  })

  it('is mailed in the language of its reader [L068]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const who = await person(testShop.app)
    await speak(who, 'en-US')
    await buy(testShop, who, id)
    const { id: reviewId } = (await say(testShop, who, id)).body.review
    await move(reviewId, 'published')
    await answer(reviewId, 'Thanks!')
    expect(await replies(who)).toMatchObject([{ subject: 'Chaveiro replied to your review' }])
  })
})
