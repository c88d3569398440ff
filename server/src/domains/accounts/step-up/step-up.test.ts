import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLog, twoFactors, users } from '../../../db/tables/index.ts'
import { createHttp } from '../../../http/server.ts'
import { person, type Person } from '../../../testing/make.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { hashPassword } from '../password/password-hash.ts'

let testShop: TestShop
let second: FastifyInstance
let admin: Person
const password = 'Frase-Da-Equipe-12'

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { RATE_ACCOUNT: '5', RATE_LOGIN: '20' } })
  second = await createHttp(await testShop.another())
})

afterAll(async () => {
  await second?.close()
  await testShop?.close()
})

beforeEach(async () => {
  admin = await staff('admin', 'Dora Equipe')
})

async function staff(role: 'admin' | 'developer', name: string): Promise<Person> {
  const who = await person(testShop.app, { role, name })

  await testShop.app.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, who.userId))

  await forgetProof(who)

  return who
}

const forgetProof = (who: Person) =>
  testShop.app.pool.query('update sessions set proven_at = null where user_id = $1', [who.userId])

const ask = async (who: Person, call: string, payload?: object, http = testShop.http) => {
  const [method, url] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]

  const reply = await http.inject({
    method,
    url,
    headers: who.headers,
    ...(payload ? { payload } : {}),
  })

  return {
    status: reply.statusCode,
    code: reply.json().code as string | undefined,
    body: reply.json(),
  }
}

const prove = (who: Person, body: object = { password }, http = testShop.http) =>
  ask(who, 'POST /api/users/step-up', body, http)

const setRole = (who: Person, userId: string, role = 'developer', http = testShop.http) =>
  ask(who, `PUT /api/admin/users/${userId}/role`, { role }, http)

const roleOf = async (userId: string) =>
  (await testShop.app.db.select().from(users).where(eq(users.id, userId)))[0]!.role

describe('an act of power', () => {
  it('is refused without a fresh proof, changes nothing, and works after the password [Q113, F141]', async () => {
    const customer = await person(testShop.app, { name: 'Cliente' })
    const at = `/api/admin/users/${customer.userId}`

    const refused = [
      await setRole(admin, customer.userId),
      await ask(admin, `PATCH ${at}/role`, { role: 'admin' }),
      await ask(admin, `PUT ${at}`, { email: 'novo@exemplo.test' }),
      await ask(admin, `DELETE ${at}/two-factor`),
      await ask(admin, `DELETE ${at}`),
    ]

    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array(5).fill([403, 'auth.step_up']),
    )
    expect(refused[0]!.body.message).toBe(
      'Confirme que é você: informe a sua senha ou um código da verificação em duas etapas.',
    )
    expect(await roleOf(customer.userId)).toBe('client')
    // Changing a name needs no proof of identity.
    expect((await ask(admin, `PUT ${at}`, { name: 'Outro Nome' })).status).toBe(200)
    expect((await ask(admin, `GET ${at}`)).status).toBe(200)
    expect((await prove(admin, { password: 'errada' })).code).toBe('account.password_wrong')
    expect((await setRole(admin, customer.userId)).code).toBe('auth.step_up')
    const proven = await prove(admin)
    expect(proven.status).toBe(200)
    expect(Date.parse(proven.body.until) - testShop.clock.now().getTime()).toBeGreaterThan(590_000)
    expect((await setRole(admin, customer.userId)).status).toBe(200)
    expect(await roleOf(customer.userId)).toBe('developer')
    expect((await ask(admin, `PUT ${at}`, { email: 'outro@exemplo.test' })).status).toBe(200)
    expect((await ask(admin, `DELETE ${at}`)).status).toBe(200)
  })

  it('is open for ten minutes in every process, in one session, and not after a clock reset [decision Q113]', async () => {
    const [one, two] = [await person(testShop.app), await person(testShop.app)]
    await testShop.clock.still(async () => {
      await prove(admin)
      expect((await setRole(admin, one.userId, 'developer', second)).status).toBe(200)

      const elsewhere = await testShop.http.inject({
        method: 'POST',
        url: '/api/users/login',
        payload: { email: admin.email, password },
      })

      const other: Person = {
        ...admin,
        headers: { authorization: `Bearer ${elsewhere.json().data.tokens.accessToken}` },
      }

      // A login by password is itself a proof of identity.
      expect((await setRole(other, one.userId, 'client')).status).toBe(200)
      testShop.clock.advance(599)
      expect((await setRole(admin, two.userId)).status).toBe(200)
      testShop.clock.advance(2)
      for (const who of [admin, other])
        expect((await setRole(who, two.userId, 'client')).code).toBe('auth.step_up')
      await prove(admin)
      testShop.clock.advance(-3_600)
      expect((await setRole(admin, two.userId, 'client')).code).toBe('auth.step_up')
      testShop.clock.advance(3_600)
      expect((await setRole(other, two.userId, 'client')).code).toBe('auth.step_up')
    })
  })

  it('is open to a code of the second factor, once a code, within five tries [decision Q113]', async () => {
    const customer = await person(testShop.app)
    expect((await prove(admin, { code: '123456' })).code).toBe('two_factor.not_enabled')
    const secret = new Secret({ size: 20 })

    await testShop.app.db.insert(twoFactors).values({
      userId: admin.userId,
      secretCipher: testShop.app.vault.seal(secret.base32, 'two_factors', admin.userId),
      confirmedAt: testShop.app.clock.now(),
      createdAt: testShop.app.clock.now(),
    })

    const code = new TOTP({ secret }).generate({ timestamp: testShop.clock.now().getTime() })
    expect((await prove(admin, { code })).status).toBe(200)
    expect((await setRole(admin, customer.userId)).status).toBe(200)
    await forgetProof(admin)
    expect((await prove(admin, { code })).code).toBe('two_factor.code_wrong')

    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        prove(admin, { code: String(i).padStart(6, '0') }, i % 2 ? testShop.http : second),
      ),
    )

    expect(replies.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(4)
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(46)
    expect((await setRole(admin, customer.userId, 'client')).code).toBe('auth.step_up')
    for (const body of [{}, { password: '' }, { code: '' }, { password: 7 }])
      expect((await prove(admin, body)).status).toBe(400)
  })

  it('needs a proof from developers as from admins; no one changes their own role [decision Q15, Q113, Q127]', async () => {
    const developer = await staff('developer', 'Davi')
    const customer = await person(testShop.app)
    expect((await setRole(developer, customer.userId)).code).toBe('auth.step_up')
    await prove(developer)
    expect((await setRole(developer, customer.userId, 'admin')).status).toBe(200)
    await prove(developer)
    expect((await setRole(developer, customer.userId)).status).toBe(200)
    await prove(admin)
    expect((await setRole(admin, admin.userId, 'client')).code).toBe('account.self')
    // A customer's proof of identity gives no staff rights.
    const buyer = await person(testShop.app)
    expect((await setRole(buyer, customer.userId)).code).toBe('auth.forbidden')
  })

  it('is in the trail with its proof, and every admin gets one mail without whole addresses [decision Q113]', async () => {
    await testShop.drain()
    await testShop.sandbox!.call('DELETE', '/sandbox/api/mail')
    const customer = await person(testShop.app, { name: 'Bruna Lima', email: 'bruna@exemplo.test' })
    await prove(admin)
    await setRole(admin, customer.userId)
    await ask(admin, `PUT /api/admin/users/${customer.userId}`, { email: 'bia@exemplo.test' })
    await ask(admin, `PUT /api/admin/users/${customer.userId}`, { name: 'Bia Lima' })
    await ask(admin, `DELETE /api/admin/users/${customer.userId}`)

    const proofs = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, admin.userId), eq(auditLog.action, 'session.step_up')))

    expect(proofs.map(({ details }) => details)).toEqual([{ by: 'password' }])
    await testShop.drain()

    const mails = (await testShop.sandbox!.call(
      'GET',
      `/sandbox/api/mail?to=${encodeURIComponent(admin.email)}`,
    )) as { subject: string; text: string }[]

    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'E-mail de um usuário alterado',
      'Função de um usuário alterada',
      'Usuário excluído',
    ])

    const role = mails.find(({ subject }) => subject.startsWith('Função'))!
    expect(role.text).toContain('Bruna Lima (b…@exemplo.test): client → developer')
    expect(role.text).toContain('Por: Dora Equipe')
    expect(mails.map(({ text }) => text).join()).not.toMatch(/bruna@|bia@/)
    await testShop.drain()
    expect(
      await testShop.sandbox!.call(
        'GET',
        `/sandbox/api/mail?to=${encodeURIComponent(admin.email)}`,
      ),
    ).toHaveLength(3)
  })

  it('is closed to a login by a mailed code only [decision Q113, Q117]', async () => {
    const customer = await person(testShop.app, { email: 'porcodigo@exemplo.test' })

    await testShop.http
      .inject({
        method: 'POST',
        url: '/api/users/login/code',
        payload: { email: customer.email },
      })
      .then(async (reply) => {
        await testShop.drain()
        const [mail] = await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${customer.email}`)

        const entered = await testShop.http.inject({
          method: 'POST',
          url: '/api/users/login/code/enter',
          cookies: { loginCode: reply.cookies[0]!.value },
          payload: { code: /Código: (\d{6})/.exec(mail.text)![1] },
        })

        expect(entered.statusCode).toBe(200)
      })

    const { rows } = await testShop.app.pool.query(
      'select proven_at from sessions where user_id = $1 order by created_at desc limit 1',
      [customer.userId],
    )

    expect(rows).toEqual([{ proven_at: null }])
  })
})

type Act = [call: string, body: object | undefined, subject: string]

const actsOfPower: Act[] = [
  ['PUT /role', { role: 'developer' }, 'Função de um usuário alterada'],
  ['PATCH /role', { role: 'admin' }, 'Função de um usuário alterada'],
  ['PUT ', { email: 'put@exemplo.test' }, 'E-mail de um usuário alterado'],
  ['PATCH ', { email: 'patch@exemplo.test' }, 'E-mail de um usuário alterado'],
  ['DELETE /two-factor', undefined, 'Verificação em duas etapas de um usuário removida'],
  ['DELETE ', undefined, 'Usuário excluído'],
]

it.each(actsOfPower)(
  '%s of /api/admin/users/:id demands a recent proof (403 auth.step_up) and is then mailed [Q113, F141]',
  async (call, body, subject) => {
    const target = await person(testShop.app, { name: 'Bruna Lima' })

    await testShop.app.db.insert(twoFactors).values({
      userId: target.userId,
      secretCipher: testShop.app.vault.seal('JBSWY3DPEHPK3PXP', 'two_factors', target.userId),
      confirmedAt: testShop.app.clock.now(),
      createdAt: testShop.app.clock.now(),
    })

    const [method, rest] = call.split(' ') as ['PUT', string]
    const act = () => ask(admin, `${method} /api/admin/users/${target.userId}${rest}`, body)

    const subjects = async () => {
      await testShop.drain()

      const mails = (await testShop.sandbox!.call(
        'GET',
        `/sandbox/api/mail?to=${encodeURIComponent(admin.email)}`,
      )) as { subject: string }[]

      return mails.map((mail) => mail.subject)
    }

    const stale = await act()
    expect([stale.status, stale.code]).toEqual([403, 'auth.step_up'])
    expect(await subjects()).toEqual([])
    expect((await prove(admin)).status).toBe(200)
    expect((await act()).status).toBe(200)
    expect(await subjects()).toEqual([subject])
  },
)

it('the marked calls are those of the table above, of the own mail and of providers [decision Q113]', async () => {
  const document = (await testShop.http.inject('/api/openapi.json')).json()
  const paths = document.paths as Record<string, Record<string, { 'x-step-up'?: unknown }>>

  const marked = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-step-up'])
      .map(([method, operation]) => [`${method} ${path}`, operation['x-step-up']]),
  )

  expect(Object.fromEntries(marked)).toEqual({
    'post /api/users/profile/email/code': true,
    'post /api/admin/providers/{name}/try': true,
    'put /api/admin/providers/{name}': true,
    'delete /api/admin/providers/{name}': true,
    'put /api/admin/users/{id}': ['email'],
    'patch /api/admin/users/{id}': ['email'],
    'delete /api/admin/users/{id}': true,
    'put /api/admin/users/{id}/role': true,
    'patch /api/admin/users/{id}/role': true,
    'delete /api/admin/users/{id}/two-factor': true,
  })
})
