import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { databaseBefore } from '../testing/database-before.ts'

// A shop that stands is brought to a trail by months while copies of the version before go on.

let shop: Awaited<ReturnType<typeof databaseBefore>>

beforeAll(async () => {
  shop = await databaseBefore('0082')
})

afterAll(async () => {
  await shop?.drop()
})

const ask = async (text: string) => (await shop.client.query(text)).rows
const ana = '01890000-0000-7000-8000-000000000001'
const seen = '01890000-0000-7000-8000-000000000002'

it('a copy of the version before writes and reads the trail through the change, by statements that it prepared before [P541]', async () => {
  await ask(`insert into audit_log (id, action, actor_id, actor_name, created_at)
    select gen_random_uuid(), 'login', '${ana}', 'Ana', now() - g * interval '1 day'
      from generate_series(1, 900) g`)
  const copy = new pg.Client({ connectionString: shop.url })
  await copy.connect()

  const insert = (id: string, action: string, details: object) =>
    copy.query({
      name: 'insert',
      text: 'insert into "audit_log" ("id", "action", "details", "created_at") values ($1, $2, $3, $4)',
      values: [id, action, details, new Date()],
    })

  const more = (keys: number) =>
    copy.query({
      name: 'more',
      text: `update "audit_log" set "details" = jsonb_set("audit_log"."details", '{keys}', to_jsonb($1::int))
        where "audit_log"."id" = $2 and ("audit_log"."details" ->> 'keys')::int < $1`,
      values: [keys, seen],
    })

  const count = async () =>
    (await copy.query({ name: 'count', text: 'select count(*)::int as n from "audit_log"' }))
      .rows[0].n
  await insert(seen, 'keys.seen', { section: 'stock', keys: 1 })
  expect((await more(2)).rowCount).toBe(1)
  expect(await count()).toBe(901)
  const before = await ask(`select pg_relation_filenode('audit_log') as file`)

  await shop.upgrade()

  await insert('01890000-0000-7000-8000-000000000003', 'order.created', {})
  expect((await more(3)).rowCount).toBe(1)
  expect(await count()).toBe(902)
  expect(await ask(`select details from audit_log where id = '${seen}'`)).toEqual([
    { details: { section: 'stock', keys: 3 } },
  ])
  // No line was copied: the table of before is the first partition.
  expect(await ask(`select pg_relation_filenode('audit_log_first') as file`)).toEqual(before)
  await copy.end()
})

it('the trail stays as it was written: only a name may go and seen keys may grow [P541]', async () => {
  const refused = (text: string) =>
    ask(text).then(
      () => 'done',
      (error: Error) => error.message,
    )

  const line = `where id = '${seen}'`
  expect(await refused(`update audit_log set action = 'x' ${line}`)).toBe(
    'audit_log is append-only',
  )
  expect(await refused(`update audit_log set details = '{"keys": 1}' ${line}`)).toBe(
    'audit_log is append-only',
  )
  expect(await refused(`update audit_log set details = details || '{"keys": 2}' ${line}`)).toBe(
    'audit_log is append-only',
  )
  expect(await refused(`delete from audit_log ${line}`)).toBe('audit_log is append-only')
  expect(await refused(`update audit_log set actor_name = 'Bia' where actor_id = '${ana}'`)).toBe(
    'audit_log is append-only',
  )
  expect(await refused(`update audit_log set actor_name = null where actor_id = '${ana}'`)).toBe(
    'done',
  )
  expect(await refused(`delete from audit_log_first ${line}`)).toBe('audit_log is append-only')
})

it('a line of a time for which no month stands is kept all the same [P541]', async () => {
  await ask(`insert into audit_log (id, action, created_at)
    values (gen_random_uuid(), 'order.created', '2199-05-05Z')`)

  expect(
    await ask(
      `select tableoid::regclass::text as at from audit_log where created_at > '2190-01-01'`,
    ),
  ).toEqual([{ at: 'audit_log_other' }])
})
