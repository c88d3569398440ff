import { afterAll, beforeAll, expect, it } from 'vitest'

import { person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { spareDatabase } from '../../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { positionText, stateText } from '../database/replica.ts'

// Cases that need no streaming replica; replica.long.test.ts has the other cases.

let plain: TestShop
let mistaken: TestShop

beforeAll(async () => {
  plain = await openTestShop()
  const server = process.env.TEST_DATABASE_URL!
  mistaken = await openTestShop({ on: { primary: server, replica: server } })
})

afterAll(async () => {
  await plain?.close()
  await mistaken?.close()
})

const readyz = async ({ http }: TestShop) => {
  const { statusCode, payload } = await http.inject('/readyz')
  return { statusCode, body: JSON.parse(payload) as object }
}

const announce = { message: 'A', title: 'B', type: 'info' }

it('a shop without a replica reports no replica and sets no cookie [P600]', async () => {
  expect(await readyz(plain)).toEqual({
    statusCode: 200,
    body: { ok: true, failing: [], deadJobs: 0 },
  })

  const boss = await person(plain.app, { role: 'admin' })

  const answer = await plain.http.inject({
    method: 'POST',
    url: '/api/admin/notifications',
    headers: boss.headers,
    payload: announce,
  })

  expect(answer.headers['set-cookie']).toBeUndefined()
})

it('the queries to both servers need no rights beyond the shop’s [P600]', async () => {
  const spare = await spareDatabase()
  const position = await spare.ask<{ position: string; cluster: string }>(positionText)

  expect(position).toEqual([
    {
      position: expect.stringMatching(/^[0-9A-F]+\/[0-9A-F]+$/),
      cluster: expect.stringMatching(/^\d+$/),
    },
  ])

  const state = await spare.ask(stateText.replace('$1', `'0/0'`))
  expect(state).toEqual([{ follows: false, near: null, cluster: position[0]!.cluster }])
  await spare.drop()
})

it('a REPLICA_URL of the primary is reported, and the primary answers the reads [P602]', async () => {
  const boss = await person(mistaken.app, { role: 'admin', name: 'Berta Dona' })

  await expect
    .poll(() => readyz(mistaken), { timeout: 20_000 })
    .toEqual({
      statusCode: 200,
      body: { ok: true, failing: [], deadJobs: 0, replica: 'no replica' },
    })

  const { body } = await send(mistaken, 'GET /api/admin/users', { as: boss })
  expect(body.users.map(({ name }: { name: string }) => name)).toEqual(['Berta Dona'])
})
