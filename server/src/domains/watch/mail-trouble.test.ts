import { afterAll, beforeAll, expect, it } from 'vitest'

import { MailError } from '../../adapters/smtp/smtp.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { troubleOfError } from './mail-trouble.queries.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(() => testShop?.close())

it.each([
  [{ code: 'ECONNREFUSED', command: 'CONN' }, 'unreachable'],
  [{ code: 'ETIMEDOUT' }, 'unreachable'],
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, 'login'],
  [{ code: 'ETLS', command: 'CONN' }, 'tls'],
  [{ code: 'EMESSAGE', responseCode: 451, command: 'DATA' }, 'refused'],
  [{}, 'other'],
])('what the mail server said, %o, is told as %s', (error, trouble) => {
  expect(troubleOfError(new MailError(error).message)).toBe(trouble)
})

it('the system page counts a waiting mail and names the reason of its last failure', async () => {
  const mails = async () =>
    (await send(testShop, 'GET /api/admin/system/figures', { as: staff })).body.mails
  await testShop.drain()
  expect(await mails()).toEqual({ waiting: 0, oldestSeconds: 0 })

  await enqueue(testShop.app, 'mail.welcome', { userId: staff.userId })

  await testShop.app.pool.query(
    `update graphile_worker._private_jobs set attempts = 3, run_at = now() + interval '2 hours',
      last_error = 'the mail server did not take it (ECONNREFUSED, CONN)'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail.welcome')`,
  )

  expect(await mails()).toMatchObject({ waiting: 1, lastError: 'unreachable' })
})
