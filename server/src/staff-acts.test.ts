import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { customerNotes, savedViews } from './db/tables/index.ts'
import { person, type Person } from './testing/make.ts'
import { addressIn, bodyIn } from './testing/sample-calls.ts'
import { everyCall, openSampleData, type Call, type SampleData } from './testing/sample-data.ts'
import { staffActs } from './testing/staff-acts.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'
import { trailOf, type Line } from './testing/trail.ts'

// Runs every staff call that changes something, and compares its audit entries with
// testing/staff-acts.ts.

let testShop: TestShop
let staff: Person
let trail: ReturnType<typeof trailOf>

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin', name: 'Dora Equipe' })
  trail = trailOf(testShop)
})

afterAll(() => testShop?.close())

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const calls = new Map<string, Call>()

for (const call of everyCall)
  if (call.route.access === 'staff' && call.method !== 'GET' && !calls.has(call.name))
    calls.set(call.name, call)

/**
 * Ids of targets that the sample does not contain: a query reads each id by another id of the
 * sample.
 */
const others: Record<string, readonly [by: string, query: string]> = {
  unitOrderId: ['unitId', 'select order_id as id from order_units where id::text = $1'],
  mintedOrderId: ['mintedUnitId', 'select order_id as id from order_units where id::text = $1'],
  waitingOrderId: ['waitingPaymentId', 'select order_id as id from payments where id = $1'],
  paidPaymentId: ['paidOrderId', 'select id from payments where order_id::text = $1'],
  licenceKeyId: ['licenceId', 'select stock_key_id as id from licences where id::text = $1'],
  roleHolderId: ['roleGrantId', 'select user_id as id from role_grants where id::text = $1'],
}

/**
 * Creates sample data, and a map from each id to its name. The saved view and the note get this
 * staff member as owner, since only the owner may change them.
 */
async function openSample(): Promise<{ sample: SampleData; names: Map<string, string> }> {
  const sample = await openSampleData(testShop)
  const { ids } = sample
  const { db, pool } = testShop.app
  const staffOwner = { userId: staff.userId }
  await db.update(savedViews).set(staffOwner).where(eq(savedViews.id, ids.savedViewId!))
  const author = { authorId: staff.userId }
  await db.update(customerNotes).set(author).where(eq(customerNotes.id, ids.noteId!))
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))

  for (const [name, [idName, query]] of Object.entries(others)) {
    const { rows } = await pool.query(query, [ids[idName]])
    names.set(String(rows[0].id), name)
  }

  return { sample, names }
}

/** Other bodies, for calls that would change nothing with the sample's body. */
const bodies: Record<string, () => object> = {
  'admin.supportDesk.assign': () => ({ assigneeId: staff.userId }),
}

/** Calls that need built pages, which the test shop does not have. */
const refused = ['admin.preview.home']

async function act(call: Call, sample: SampleData): Promise<string> {
  const body = bodies[call.name]?.() ?? bodyIn(call, sample)
  const { headers } = staff

  const reply = await testShop.http.inject({
    method: call.method,
    url: addressIn(call, sample),
    ...(call.route.bytesIn
      ? { payload: picture, headers: { ...headers, 'content-type': 'image/png' } }
      : { headers, ...(body && { payload: body }) }),
  })

  if (!refused.includes(call.name)) expect([call.name, reply.statusCode]).toEqual([call.name, 200])

  return reply.payload
}

function written([action, actorId, type, id, details]: Line, target: (id: string) => string) {
  const actors = new Map([
    [null, 'shop'],
    [staff.userId, 'staff'],
  ])
  return `${actors.get(actorId) ?? actorId} ${action} ${type}:${target(id ?? '-')}${details && ` (${details})`}`
}

it('every call with which staff change something is in the table', () => {
  const listed = staffActs.flatMap((group) => Object.keys(group))
  expect(listed.toSorted()).toEqual([...calls.keys()].toSorted())
})

describe.each(staffActs.map((group, place) => [place, group] as const))('group %i', (_, group) => {
  let sample: SampleData
  let names: Map<string, string>
  beforeAll(async () => {
    ;({ sample, names } = await openSample())
  })

  it.each(Object.entries(group))('%s', async (name, lines) => {
    const call = calls.get(name)!

    // A licence in use must be revoked before it is removed from the list.
    if (name === 'admin.licences.remove') {
      const revoke = calls.get('admin.licences.status')!
      const url = addressIn(revoke, sample)
      const payload = { status: 'revoked' }
      await testShop.http.inject({ method: revoke.method, url, headers: staff.headers, payload })
    }

    await trail()
    const answer = await act(call, sample)

    const target = (id: string): string => {
      if (/^[a-z_-]{1,20}$/.test(id)) return id
      return names.get(id) ?? (answer.includes(id) ? 'new' : 'something else')
    }

    // Left out: keys.seen, one entry that counts the keys viewed in ten minutes
    // (staff-keys.test.ts).
    const auditLines = (await trail()).filter(([action]) => action !== 'keys.seen')
    expect(auditLines.map((line) => written(line, target))).toEqual(
      typeof lines === 'string' ? [] : lines,
    )
  })
})
