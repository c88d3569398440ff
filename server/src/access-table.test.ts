import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { twoFactors, users } from './db/tables/index.ts'
import { builtWebRoot } from './public-pages/serve-web.ts'
import { expectedAccess, type Expected } from './testing/access-table.ts'
import { cartOf, person, product, validCpf, type Person } from './testing/make.ts'
import { send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Compares the access rules of every call in testing/access-table.ts, a table written by hand, with
// the running shop.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

/**
 * The table leaves out files of the web app and pages of the sandbox, which are public. HEAD has
 * the access of GET.
 */
const isCounted = (call: string): boolean => {
  const [method, path] = call.split(' ') as [string, string]
  return (
    method !== 'HEAD' &&
    !/^\/sandbox(\/|$)/.test(path) &&
    !(method === 'GET' && path !== '/' && existsSync(join(builtWebRoot, path)))
  )
}

it('the table of access holds every call of the server and no other [F162]', () => {
  const mounted = new Set(testShop.http.mounted.filter(isCounted))
  const [missingLine, unknownCall] = ['has no line', 'is no call'].map(
    (problem) => `what ${problem} in server/src/testing/access-table.ts or access-table.staff.ts`,
  )

  expect(
    [...mounted].filter((call) => !expectedAccess.has(call)),
    missingLine,
  ).toEqual([])

  expect(
    [...expectedAccess.keys()].filter((call) => !mounted.has(call)),
    unknownCall,
  ).toEqual([])
})

type Asker = 'nobody' | 'banned' | 'owner' | 'stranger' | 'developer' | 'admin'

/**
 * The expected answer for each caller. 'in': the call itself answered, with any status; the others
 * are refusals by status.
 */
const answers: Record<Expected, Record<Asker, string>> = {
  anybody: {
    nobody: 'in',
    banned: 'in',
    owner: 'in',
    stranger: 'in',
    developer: 'in',
    admin: 'in',
  },

  customers: {
    nobody: '401',
    banned: '403',
    owner: 'in',
    stranger: 'in',
    developer: 'in',
    admin: 'in',
  },

  owners: {
    nobody: '401',
    banned: '403',
    owner: 'in',
    stranger: 'not theirs',
    developer: 'any',
    admin: 'any',
  },

  staff: {
    nobody: '401',
    banned: '403',
    owner: '403',
    stranger: '403',
    developer: 'in',
    admin: 'in',
  },

  signed: { nobody: 'no', banned: 'no', owner: 'no', stranger: 'no', developer: 'no', admin: 'no' },
}

it('every call answers each kind of caller exactly as the table of access says [S209, S229, S240, B179, B185, B186] [F162]', async () => {
  const owner = await person(testShop.app, { name: 'Dona' })

  const people: Record<Asker, Person | null> = {
    nobody: null,
    banned: await person(testShop.app),
    owner,
    stranger: await person(testShop.app),
    developer: await person(testShop.app, { role: 'developer' }),
    admin: await person(testShop.app, { role: 'admin' }),
  }

  await testShop.app.db
    .update(users)
    .set({ isBanned: true, banReason: 'fraude' })
    .where(eq(users.id, people.banned!.userId))

  const { id: productId } = await product(testShop.app, { keys: 5 })
  const cartId = await cartOf(testShop.app, owner.userId, [{ productId, quantity: 1 }])
  await startPix(testShop, owner, cartId)
  const { rows } = await testShop.app.pool.query('select id from orders where user_id = $1', [
    owner.userId,
  ])

  const { rows: sessions } = await testShop.app.pool.query(
    'select id from sessions where user_id = $1',
    [owner.userId],
  )

  const bodyOf = (path: string) => {
    const id = '00000000-0000-7000-8000-000000000000'
    if (path.includes('/tickets'))
      return { clientId: id, messageId: id, text: 'oi', subject: 'oi', status: 'closed' }

    return /checkout$|validate$/.test(path)
      ? { cartId, termsAccepted: true, cryptoType: 'USDT', customer: { cpf: validCpf } }
      : { productId, quantity: 1, localCartItems: [] }
  }

  const requestFor = (call: string): InjectOptions => {
    const [method, path] = call.split(' ') as [InjectOptions['method'], string]
    const ids: Record<string, string> = { userId: owner.userId, productId, id: owner.userId }
    if (path.includes('/orders/')) ids.id = rows[0].id
    if (path.includes('/sessions/')) ids.id = sessions[0].id
    const id = '00000000-0000-7000-8000-000000000000'
    // A staff call gets unknown ids, so that it deletes no data that a later call needs.
    const isStaff = expectedAccess.get(call) === 'staff'
    const url = path
      .replace('*', 'x')
      .replace(/:(\w+)/g, (_, name: string) => (isStaff ? id : (ids[name] ?? 'x')))

    return { method, url, ...(method === 'GET' || isStaff ? {} : { payload: bodyOf(path) }) }
  }

  const refusals = ['auth.required', 'auth.forbidden', 'auth.banned', 'auth.ip_banned']

  const answerFor = async (call: string, asker: Asker): Promise<[number, string]> => {
    const request = requestFor(call)

    const answer = await testShop.http.inject({
      ...request,
      remoteAddress: '203.0.113.5',
      headers: people[asker]?.headers ?? {},
    })

    const isJson = String(answer.headers['content-type']).includes('json')

    return [answer.statusCode, isJson ? String(answer.json().code ?? '') : '']
  }

  const describeAnswer = (expected: string, [status, code]: [number, string]): string => {
    if (expected === 'any') return 'any'
    if (expected === 'in')
      return refusals.includes(code) || status >= 500 ? `${status} ${code}` : 'in'
    if (expected === 'no') return status >= 400 && status < 500 ? 'no' : `${status} ${code}`

    if (expected === 'not theirs')
      return [403, 404].includes(status) && code !== 'request.not_found'
        ? 'not theirs'
        : `${status} ${code}`

    return refusals.includes(code) ? String(status) : `${status} ${code}`
  }

  // The owner's calls come last, because one of them ends the owner's session.
  const order: readonly Asker[] = ['nobody', 'banned', 'stranger', 'developer', 'admin', 'owner']
  const mismatches: unknown[] = []

  for (const asker of order) {
    // No worker runs here, and readyz fails while jobs wait.
    await testShop.drain()
    for (const [call, access] of [...expectedAccess].toSorted(
      ([a], [b]) => callsToEnd(a) - callsToEnd(b),
    )) {
      const expected = answers[access][asker]
      const actual = describeAnswer(expected, await answerFor(call, asker))
      if (actual !== expected) mismatches.push([call, asker, `expected ${expected}`, actual])
    }
  }

  expect(mismatches).toEqual([])
})

it('where staff need a second factor, staff without one see no more than any customer [F162]', async () => {
  const shop = await openTestShop({ sandbox: true, env: { STAFF_TWO_FACTOR: 'required' } })
  try {
    const owner = await person(shop.app, { name: 'Dona Maria' })
    const admin = await person(shop.app, { role: 'admin' })
    const { id: productId } = await product(shop.app, { keys: 5 })
    const cartId = await cartOf(shop.app, owner.userId, [{ productId, quantity: 1 }])
    const { paymentId } = (await startPix(shop, owner, cartId)).body
    const { rows } = await shop.app.pool.query('select id from orders where user_id = $1', [
      owner.userId,
    ])

    const readAccess = async () => {
      const statusAndCode = async (path: string) => {
        const { status, body } = await send(shop, `GET ${path}`, { as: admin })
        return [status, body.code ?? null]
      }

      const { body } = await send(shop, `GET /api/payment/efybank/status/${paymentId}`, {
        as: admin,
      })

      return {
        cart: await statusAndCode(`/api/product/cart/${owner.userId}`),
        history: await statusAndCode(`/api/users/${owner.userId}/history`),
        invoice: await statusAndCode(`/api/users/orders/${rows[0].id}/invoice`),
        cartOfPayment: body.payment.cartId,
        own: await statusAndCode(`/api/product/cart/${admin.userId}`),
        ownHistory: await statusAndCode(`/api/users/${admin.userId}/history`),
      }
    }

    expect(await readAccess()).toEqual({
      cart: [403, 'two_factor.setup_required'],
      history: [403, 'two_factor.setup_required'],
      invoice: [404, 'order.not_found'],
      cartOfPayment: null,
      own: [200, null],
      ownHistory: [200, null],
    })

    await shop.app.db.insert(twoFactors).values({
      userId: admin.userId,
      secretCipher: shop.app.vault.seal('JBSWY3DPEHPK3PXP', 'two_factors', admin.userId),
      createdAt: shop.clock.now(),
      confirmedAt: shop.clock.now(),
    })

    await expect.poll(readAccess, { timeout: 5000 }).toEqual({
      cart: [200, null],
      history: [200, null],
      invoice: [200, null],
      cartOfPayment: cartId,
      own: [200, null],
      ownHistory: [200, null],
    })
  } finally {
    await shop.close()
  }
})

const callsToEnd = (call: string): number =>
  ['/sessions/:id', '/logout'].findIndex((ending) => call.endsWith(ending))
