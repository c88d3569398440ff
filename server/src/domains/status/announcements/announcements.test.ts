import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, statusAnnouncements } from '../../../db/tables/index.ts'
import { byClock } from '../../../testing/clock.ts'
import { person, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin', name: 'Ana Dona' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/announcements'

const from = (minutes: number) =>
  new Date(testShop.clock.now().getTime() + minutes * 60_000).toISOString()

const texts = {
  'pt-BR': { title: 'PIX lento', text: 'O banco demora.\nEstamos vendo.' },
  'en-US': { title: 'PIX is slow', text: 'The bank takes long.\nWe are on it.' },
}

const fresh = (change: object = {}) => ({
  part: 'pix',
  kind: 'incident',
  texts,
  startedAt: from(-30),
  ...change,
})

const create = (change: object = {}) =>
  send(testShop, `POST ${base}`, { as: admin, body: fresh(change) })

const shown = async () => {
  const reply = await testShop.http.inject('/api/server/status/history')
  return reply.json().announcements as Record<string, unknown>[]
}

describe('an announcement on the status page', () => {
  it('has two languages; is changed, ended and deleted with audit entries; is shown at once [P281]', async () => {
    const startedAt = from(-30)
    const made = await create({ startedAt })
    expect(made).toMatchObject({ status: 200, body: { success: true } })
    const { id } = made.body.announcement as { id: string }
    const said = { id, part: 'pix', kind: 'incident', texts, startedAt, endedAt: null }
    await expect.poll(shown).toEqual([said])
    expect((await send(testShop, `GET ${base}`, { as: admin })).body.announcements).toMatchObject([
      said,
    ])
    const endedAt = from(-1)
    const ended = await send(testShop, `PATCH ${base}/${id}`, { as: admin, body: { endedAt } })
    expect(ended.body.announcement).toMatchObject({ ...said, endedAt })
    await expect.poll(shown).toEqual([{ ...said, endedAt }])
    const gone = await send(testShop, `DELETE ${base}/${id}`, { as: admin })
    expect(gone.body).toEqual({ success: true, message: 'Aviso excluído.' })
    await expect.poll(shown).toEqual([])
    expect((await send(testShop, `DELETE ${base}/${id}`, { as: admin })).status).toBe(404)
    const trail = await testShop.app.db.select().from(auditLog).where(eq(auditLog.targetId, id))

    expect(trail.map((line) => [line.action, line.actorName, line.targetType]).toSorted()).toEqual([
      ['announcement.created', 'Ana Dona', 'announcement'],
      ['announcement.deleted', 'Ana Dona', 'announcement'],
      ['announcement.updated', 'Ana Dona', 'announcement'],
    ])

    expect(trail.find(({ action }) => action === 'announcement.updated')!.details).toMatchObject({
      before: { endedAt: null },
      after: { endedAt },
    })
  })

  it('is refused when it ends before it starts, is a future incident, or lacks a language [P281]', async () => {
    const refused = async (change: object, language = 'pt-BR') => {
      const { status, body } = await send(testShop, `POST ${base}`, {
        as: admin,
        body: fresh(change),
        headers: { 'accept-language': language },
      })
      return [status, body.code, body.message]
    }

    const backwards = { startedAt: from(-5), endedAt: from(-6) }

    expect(await refused(backwards)).toEqual([
      400,
      'announcement.dates',
      'O fim não pode ser antes do início.',
    ])

    expect(await refused(backwards, 'en-US')).toEqual([
      400,
      'announcement.dates',
      'The end must not be before the start.',
    ])

    expect(await refused({ startedAt: from(60) })).toEqual([
      400,
      'announcement.ahead',
      'Uma ocorrência já começou: só uma manutenção pode ser marcada para depois.',
    ])

    expect(await refused({ startedAt: from(60) }, 'en-US')).toEqual([
      400,
      'announcement.ahead',
      'An incident has begun already: only maintenance can be planned for later.',
    ])

    const blank = { title: 'x', text: '  ' }

    for (const change of [
      { texts: { 'pt-BR': texts['pt-BR'] } },
      { texts: { ...texts, 'en-US': blank } },
      { part: 'moon' },
      { kind: 'party' },
      { startedAt: '0000-01-01T00:00:00Z' },
    ])
      expect((await refused(change))[0]).toBe(400)

    expect(await testShop.app.db.select().from(statusAnnouncements)).toEqual([])
  })

  it('may be future maintenance, and is shown for ninety days after its end [P281, P196]', async () => {
    await create({ kind: 'maintenance', part: 'shop', startedAt: from(600), endedAt: from(660) })
    const days = (count: number) => from(-count * 1440)
    for (const ago of [89, 91, 101]) await create({ startedAt: days(ago + 1), endedAt: days(ago) })
    const kinds = async () => (await shown()).map(({ kind, endedAt }) => [kind, endedAt])

    await expect.poll(kinds).toEqual([
      ['maintenance', expect.any(String)],
      ['incident', expect.any(String)],
    ])

    const { body } = await send(testShop, `GET ${base}`, { as: admin })
    const today = testShop.clock.now().getTime() / 86_400_000
    const starts = body.announcements.map(({ startedAt }: { startedAt: string }) =>
      Math.round(Date.parse(startedAt) / 86_400_000 - today),
    )
    expect(starts.map(Math.abs)).toEqual([0, 90, 92, 102])
    await byClock(testShop.app, 'forget old states')
    expect(await testShop.app.db.select().from(statusAnnouncements)).toHaveLength(3)
  })
})
