import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  notificationPreferences,
  notifications,
  users,
  viewedNotifications,
} from '../../db/tables/index.ts'
import { byClock } from '../../testing/clock.ts'
import { person, type Person } from '../../testing/make.ts'
import { roundTripsOf } from '../../testing/round-trips.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { hashPassword } from '../accounts/password/password-hash.ts'
import { chooseNews, markViewed } from './own.service.ts'

const password = 'Demo-Store-2026'
const day = 86_400
let testShop: TestShop
let staff: Person
let ana: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.app.db.delete(notifications)
  testShop.clock.advance(1)
  ana = await person(testShop.app)
})

const home = '/api/users/notifications'

type Kept = {
  viewed: { id: string; sentAt: string }[]
  preferences: { email: boolean; chat: boolean; updates: boolean } | null
}

const read = async (as: Person): Promise<Kept> =>
  (await send(testShop, `GET ${home}`, { as })).body as Kept

const mark = (as: Person, ids: unknown[]) =>
  send(testShop, `PUT ${home}/viewed`, { as, body: { ids } })

const choose = (as: Person, body: object) => send(testShop, `PUT ${home}/preferences`, { as, body })
const seenBy = async (as: Person) => (await read(as)).viewed.map(({ id }) => id)

const rowsOf = (who: Person) =>
  testShop.app.db
    .select()
    .from(viewedNotifications)
    .where(eq(viewedNotifications.userId, who.userId))

/** A notification that was published this many seconds ago, or has another state. */
async function notice(secondsAgo = 0, publication: 'sent' | 'pending' | 'revoked' = 'sent') {
  const at = new Date(testShop.clock.now().getTime() - secondsAgo * 1000)
  const id = randomUUID()

  await testShop.app.db.insert(notifications).values({
    id,
    type: 'update',
    content: 'Nota',
    authorId: staff.userId,
    authorName: 'Dora',
    publication,
    delivery: 'sent',
    sentAt: publication === 'pending' ? null : at,
    createdAt: at,
    updatedAt: at,
  })

  return { id, sentAt: at.toISOString() }
}

describe('seen notifications', () => {
  it("marked on one device are read on the account's others, newest first, by nobody else [P210]", async () => {
    const bia = await person(testShop.app)
    const [old, fresh] = [await notice(7200), await notice(60)]
    expect(await read(ana)).toEqual({ success: true, viewed: [], preferences: null })

    expect(await mark(ana, [old.id, fresh.id])).toMatchObject({
      status: 200,
      body: { success: true, viewed: [fresh, old], preferences: null },
    })

    expect((await read(ana)).viewed).toEqual([fresh, old])
    expect(await seenBy(bia)).toEqual([])
    expect((await send(testShop, `GET ${home}`)).status).toBe(401)
    expect((await send(testShop, `PUT ${home}/viewed`, { body: { ids: [] } })).status).toBe(401)
  })

  it('marked twice, by two devices at once and in another order, are marked once [P211]', async () => {
    const made = [await notice(), await notice(10), await notice(20)]
    const ids = made.map(({ id }) => id)
    const [first] = ids
    await mark(ana, [first])
    const [before] = await rowsOf(ana)
    testShop.clock.advance(60)

    const answers = await Promise.all([
      mark(ana, ids),
      mark(ana, ids.toReversed()),
      mark(ana, [first, first, ids[2]]),
      mark(ana, ids),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await seenBy(ana)).toEqual(ids)
    const rows = await rowsOf(ana)
    expect(rows).toHaveLength(3)
    expect(rows.find(({ notificationId }) => notificationId === first)).toEqual(before)
  })

  it('hidden, unknown and invalid ids are skipped with the same answer, so nobody can probe [P212]', async () => {
    const [pending, revoked] = [await notice(0, 'pending'), await notice(0, 'revoked')]
    const shown = await notice()
    const nothing = await mark(ana, [randomUUID()])
    for (const ids of [[pending.id], [revoked.id], ['x'], ['__proto__', "' or 1=1"], []])
      expect((await mark(ana, ids)).body, String(ids)).toEqual(nothing.body)
    expect(await rowsOf(ana)).toEqual([])
    await mark(ana, [pending.id, 'x', shown.id, randomUUID()])
    expect(await seenBy(ana)).toEqual([shown.id])
    for (const body of [{}, { ids: 'x' }, { ids: [7] }, { ids: ['x'.repeat(65)] }])
      expect((await send(testShop, `PUT ${home}/viewed`, { as: ana, body })).status).toBe(400)
    expect((await mark(ana, Array(201).fill(shown.id))).status).toBe(400)
  })

  it('stay seen while staff unpublish a notification, and are deleted with it [P211]', async () => {
    const one = await notice()
    await mark(ana, [one.id])

    const state = (status: string) =>
      send(testShop, `PATCH /api/admin/notifications/${one.id}/status`, {
        as: staff,
        body: { status },
      })

    expect((await state('revoked')).status).toBe(200)
    expect(await seenBy(ana)).toEqual([one.id])
    expect((await state('sent')).status).toBe(200)
    expect(await seenBy(ana)).toEqual([one.id])
    const gone = send(testShop, `DELETE /api/admin/notifications/${one.id}`, { as: staff })

    const [deleted, ...marked] = await Promise.all([
      gone,
      ...Array(4)
        .fill(0)
        .map(() => mark(ana, [one.id])),
    ])

    expect([deleted, ...marked].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await rowsOf(ana)).toEqual([])
  })

  it('of thousands the newest two hundred are read in one round trip; marking takes one more [P213]', async () => {
    const now = testShop.clock.now().getTime()

    const many = Array.from({ length: 3000 }, (_, n) => ({
      id: randomUUID(),
      type: 'update' as const,
      content: `Nota ${n}`,
      authorId: staff.userId,
      authorName: 'Dora',
      publication: 'sent' as const,
      delivery: 'sent' as const,
      sentAt: new Date(now - n * 60_000),
      createdAt: new Date(now),
      updatedAt: new Date(now),
    }))

    await testShop.app.db.insert(notifications).values(many)
    const newest = many.map(({ id }) => id)
    for (let from = 0; from < 3000; from += 200)
      expect((await mark(ana, newest.slice(from, from + 200))).status).toBe(200)
    expect(await rowsOf(ana)).toHaveLength(3000)
    expect(await seenBy(ana)).toEqual(newest.slice(0, 200))
    const reading = await roundTripsOf(() => read(ana))
    expect(reading.trips, reading.statements.join('\n')).toBe(1)
    const marking = await roundTripsOf(() => mark(ana, newest.slice(0, 200)))
    expect(marking.trips, marking.statements.join('\n')).toBe(2)
  })

  it('older than thirty days are not stored, and later deleted, twice at once without harm [P213]', async () => {
    const [old, young] = [await notice(30 * day + 60), await notice(29 * day)]
    await mark(ana, [old.id, young.id])
    expect(await seenBy(ana)).toEqual([young.id])
    expect(await rowsOf(ana)).toHaveLength(1)
    const fresh = await notice()
    await mark(ana, [fresh.id])
    testShop.clock.advance(2 * day)
    const later = { ...ana }
    const forget = () => byClock(testShop.app, 'forget viewed notifications')
    await Promise.all([forget(), forget()])
    expect((await rowsOf(later)).map(({ notificationId }) => notificationId)).toEqual([fresh.id])
  })
})

describe('the choice of news', () => {
  const none = { email: false, chat: false, updates: false }

  it('is the account’s on every device; the last choice wins [P214]', async () => {
    const bia = await person(testShop.app)
    const first = { email: true, chat: false, updates: true }

    expect((await choose(ana, first)).body).toEqual({
      success: true,
      viewed: [],
      preferences: first,
    })

    expect((await choose(ana, first)).status).toBe(200)
    expect((await choose(ana, none)).body.preferences).toEqual(none)
    expect((await read(ana)).preferences).toEqual(none)
    expect((await read(bia)).preferences).toBeNull()
    const trips = await roundTripsOf(() => choose(ana, first))
    expect(trips.trips, trips.statements.join('\n')).toBe(2)
  })

  it('made offline and arriving late does not undo a later choice [P214]', async () => {
    const [early, late] = [
      { email: true, chat: true, updates: false },
      { email: false, chat: true, updates: true },
    ]

    await choose(ana, { ...late, secondsAgo: 60 })
    expect((await choose(ana, { ...early, secondsAgo: 3600 })).body.preferences).toEqual(late)
    expect((await choose(ana, { ...early, secondsAgo: 5 })).body.preferences).toEqual(early)

    const [row] = await testShop.app.db
      .select()
      .from(notificationPreferences)
      .where(eq(notificationPreferences.userId, ana.userId))

    const ago = testShop.clock.now().getTime() - row!.chosenAt.getTime()
    expect(ago).toBeGreaterThanOrEqual(5000)
    expect(ago).toBeLessThan(15_000)
  })

  it('refuses an invalid choice, and a visitor [P214]', async () => {
    for (const body of [
      {},
      { email: true, chat: true },
      { ...none, email: 'yes' },
      { ...none, secondsAgo: -1 },
      { ...none, secondsAgo: 31 * day },
      { ...none, secondsAgo: 1.5 },
    ])
      expect((await choose(ana, body)).status, JSON.stringify(body)).toBe(400)

    expect((await send(testShop, `PUT ${home}/preferences`, { body: none })).status).toBe(401)
    expect((await read(ana)).preferences).toBeNull()
  })
})

describe('an account', () => {
  it("has both in its export, and nobody else's [P216, P136]", async () => {
    const bia = await person(testShop.app)
    const [one, other] = [await notice(120), await notice(60)]
    await mark(ana, [one.id])
    await mark(bia, [other.id])
    await choose(ana, { email: false, chat: true, updates: true })

    const answer = await testShop.http.inject({
      url: '/api/users/profile/data.json',
      headers: ana.headers,
    })

    const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

    expect(answer.json()).toMatchObject({
      viewedNotifications: [{ title: null, content: 'Nota', sentAt: one.sentAt, viewedAt: now }],
      notificationPreferences: { email: false, chat: true, updates: true, chosenAt: now },
    })

    expect(answer.json().viewedNotifications).toHaveLength(1)
  })

  it('deleted by its owner or staff leaves neither behind, even when it marks meanwhile [P217]', async () => {
    const one = await notice()
    const passwordHash = await hashPassword(password)
    const own = await person(testShop.app)
    await testShop.app.db.update(users).set({ passwordHash }).where(eq(users.id, own.userId))
    const byItself = (who: Person) =>
      send(testShop, 'POST /api/users/profile/removal', { as: who, body: { password } })
    const byStaff = (who: Person) =>
      send(testShop, `DELETE /api/admin/users/${who.userId}`, { as: staff })
    const bia = await person(testShop.app)

    for (const [who, remove] of [
      [own, byItself],
      [bia, byStaff],
    ] as const) {
      await mark(who, [one.id])
      await choose(who, { email: true, chat: true, updates: true })

      const [gone, ...meanwhile] = await Promise.all([
        remove(who),
        mark(who, [one.id]),
        choose(who, { email: false, chat: true, updates: true }),
        mark(who, [one.id]),
      ])

      expect(gone.status).toBe(200)
      expect(meanwhile.every(({ status }) => [200, 401].includes(status))).toBe(true)
      // A request that was authorised before the deletion, and writes after it.
      await markViewed(testShop.app, who.userId, [one.id])

      await chooseNews(testShop.app, who.userId, {
        email: true,
        chat: true,
        updates: true,
        secondsAgo: 0,
      })

      expect(await rowsOf(who)).toEqual([])

      const choices = await testShop.app.db
        .select()
        .from(notificationPreferences)
        .where(eq(notificationPreferences.userId, who.userId))

      expect(choices).toEqual([])
    }
  })
})
