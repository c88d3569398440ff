import type { Role } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { sessions, users } from './db/tables/index.ts'
import { codeTo, mailsTo } from './testing/mailed.ts'
import { person, type Person } from './testing/make.ts'
import { buyerOf, eventually, look, payPix, send, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'
import { trailOf, type Line } from './testing/trail.ts'

// Actions of customers: the result, and the audit entry with author, action and target.
// staff-acts.test.ts tests the actions of staff.

let testShop: TestShop
let trail: ReturnType<typeof trailOf>

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  trail = trailOf(testShop)
})

afterAll(() => testShop?.close())

type Step = readonly [act: string, run: () => Promise<unknown>, lines: () => readonly Line[]]

/** Runs the acts in order; each must write exactly these audit entries. */
async function walk(steps: readonly Step[]): Promise<void> {
  for (const [act, run, lines] of steps) {
    await trail()
    await run()
    expect([act, await trail()]).toEqual([act, lines()])
  }
}

const password = 'Muito-Secreta-7'
const another = 'Outra-Secreta-8'

it('a person who registers, logs in, changes their login and resets their password', async () => {
  const [name, email] = ['Bia Prado', 'conta@exemplo.test']
  const post = (path: string, payload: object) =>
    testShop.http.inject({ method: 'POST', url: `/api/users/${path}`, payload })
  const registration = await post('register', { name, email, password, termsAccepted: true })
  const userId: string = registration.json().data.user.id
  const me: Person = { userId, name, email, ...bearer(registration.json()) }
  const first = await sessionOf(userId)
  const by = (action: string, details = ''): Line => [action, me.userId, 'user', userId, details]
  const unknown = (action: string) => (): Line[] => [[action, null, 'user', userId, '']]
  let secret = ''
  const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate(totpTime())
  const totpTime = () => ({ timestamp: testShop.clock.now().getTime() })
  const enter = async (given: string) =>
    Object.assign(me, bearer((await post('login', { email, password: given })).json()))

  const ask = async (call: `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`, body?: object) => {
    const answer = await send(testShop, call, { as: me, body })
    expect([call, answer.status, answer.body.code]).toEqual([call, 200, undefined])

    return answer.body
  }

  const factor = '/api/users/two-factor'
  const setRole = (role: Role) => () =>
    testShop.app.db.update(users).set({ role }).where(eq(users.id, userId))
  const changed = { currentPassword: password, newPassword: another }

  const resetByLink = async () => {
    const mails = await mailsTo(testShop, email)
    const [, token] = mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text) ?? [])
    const reply = await post('reset-password', { token, newPassword: password })
    expect(reply.statusCode).toBe(200)
  }

  const newMail = { email: 'nova@exemplo.test' }

  expect(await trail()).toEqual([by('register')])

  await walk([
    ['a wrong password', () => post('login', { email, password: 'x' }), unknown('login.failed')],
    ['a login', () => enter(password), () => [by('login')]],
    ['a code', () => post('login/code', { email }), unknown('login.code_sent')],
    ['a name', () => ask('PATCH /api/users/profile', { name }), () => [by('user.renamed')]],
    [
      'a proof',
      () => ask('POST /api/users/step-up', { password }),
      () => [by('session.step_up', 'by')],
    ],
    [
      'the end of another session',
      () => ask(`DELETE /api/users/sessions/${first}`),
      () => [by('session.ended', 'sessionId')],
    ],
    ['a place in the staff', setRole('developer'), () => []],
    [
      'a factor asked for',
      async () => ({ secret } = await ask(`POST ${factor}/setup`, { password })),
      () => [],
    ],
    [
      'a factor',
      () => ask(`POST ${factor}/confirm`, { code: code() }),
      () => [by('two_factor.enabled')],
    ],
    [
      'new recovery codes',
      () => ask(`POST ${factor}/recovery-codes`, { password }),
      () => [by('two_factor.codes_renewed')],
    ],
    [
      'no factor any more',
      () => ask(`POST ${factor}/disable`, { password }),
      () => [by('two_factor.disabled')],
    ],
    ['a customer again', setRole('client'), () => []],
    [
      'a code to a new mail',
      () => ask('POST /api/users/profile/email/code', newMail),
      () => [by('user.code_sent', 'for to')],
    ],
    ['a password', () => ask('PUT /api/users/password', changed), () => [by('password.changed')]],
    ['a login after that', () => enter(another), () => [by('login')]],
    ['a forgotten password', () => post('forgot-password', { email }), unknown('password.forgot')],
    ['a logout', () => ask('POST /api/users/logout'), () => [by('logout')]],
    ['a password by the link', resetByLink, () => [by('password.reset')]],
  ])
})

const bearer = (body: any) => {
  const token: string = body.data.tokens.accessToken
  return { token, headers: { authorization: `Bearer ${token}` } }
}

const sessionOf = async (userId: string): Promise<string> =>
  (await testShop.app.db.select().from(sessions).where(eq(sessions.userId, userId)))[0]!.id

it('a customer without a password who proves their identity by a code', async () => {
  const customer = await person(testShop.app)
  await testShop.app.db
    .update(users)
    .set({ passwordHash: null })
    .where(eq(users.id, customer.userId))
  const ask = (path: string, body: object) =>
    send(testShop, `POST /api/users/${path}`, { as: customer, body })
  const by = (action: string, details: string) => (): Line[] => [
    [action, customer.userId, 'user', customer.userId, details],
  ]

  await walk([
    ['a code', () => ask('step-up/code', { for: 'proof' }), by('user.code_sent', 'for')],
    [
      'a proof',
      async () => ask('step-up', { mailCode: await codeTo(testShop, customer.email) }),
      by('session.step_up', 'by'),
    ],
  ])
})

it('a purchase, a ticket about it and its refund', async () => {
  const { who: customer, cartId } = await buyerOf(testShop)
  const staff = await person(testShop.app, { role: 'admin' })
  const me = customer.userId
  const paid = { paymentId: '', txid: '', orderId: '' }
  let ticketId = ''

  const isNow = (status: string) =>
    eventually(testShop, async () =>
      expect((await look(testShop, customer, paid.paymentId)).body.status).toBe(status),
    )

  const start = async () => {
    Object.assign(paid, (await startPix(testShop, customer, cartId)).body)
    const query = 'select order_id from payments where id = $1'
    paid.orderId = (await testShop.app.pool.query(query, [paid.paymentId])).rows[0].order_id
  }

  const pay = async () => {
    await payPix(testShop, paid.txid)
    await isNow('completed')
  }

  const askForHelp = async () => {
    const body = { clientId: randomUUID(), subject: 'Chave', text: 'Não ativa.' }
    ticketId = (await send(testShop, 'POST /api/users/tickets', { as: customer, body })).body.ticket
      .id
  }

  const withdraw = () =>
    send(testShop, `POST /api/users/orders/${paid.orderId}/withdrawal`, {
      as: customer,
      body: { reason: 'engano' },
    })

  const close = () =>
    send(testShop, `PATCH /api/users/tickets/${ticketId}/status`, {
      as: customer,
      body: { status: 'closed' },
    })

  const refund = async () => {
    const body = { status: 'refunded', reason: 'desistência' }
    const call = `PATCH /api/admin/transactions/${paid.paymentId}/status` as const
    expect((await send(testShop, call, { as: staff, body })).status).toBe(200)
    await isNow('refunded')
  }

  const onOrder = (action: string, by: string | null, details: string): Line => [
    action,
    by,
    'order',
    paid.orderId,
    details,
  ]

  const onPayment = (action: string, by: string | null, details: string): Line => [
    action,
    by,
    'payment',
    paid.paymentId,
    details,
  ]

  await walk([
    ['a payment', start, () => [onPayment('payment.created', me, 'amountCents method orderId')]],
    [
      'its money',
      pay,
      () => [
        onPayment('payment.completed', null, 'attention note orderId receivedCents source'),
        onOrder('order.receipt_sent', null, 'source to waiting'),
      ],
    ],
    [
      'a ticket',
      askForHelp,
      () => [['ticket.opened', me, 'ticket', ticketId, 'messages source ticketId']],
    ],
    ['its end', close, () => [['ticket.closed', me, 'ticket', ticketId, 'after before']]],
    [
      'a withdrawal',
      withdraw,
      () => [
        onOrder('order.withdrawal_asked', me, 'reason'),
        onOrder('order.suspended', null, 'licences reason source'),
      ],
    ],
    [
      'a refund',
      refund,
      () => [
        onPayment(
          'payment.refund_requested',
          staff.userId,
          'after amountCents before reason reference',
        ),
        onPayment('refund.opened', null, 'amountCents reason refundId'),
        onPayment('refund.succeeded', null, 'failure refundId'),
        onPayment('payment.refunded', null, 'after before licencesRevoked orderId orderRefunded'),
      ],
    ],
  ])
})

it('a payment that expires', async () => {
  const { who: customer, cartId } = await buyerOf(testShop)
  const { paymentId } = (await startPix(testShop, customer, cartId)).body

  const wait = async () => {
    await testShop.advance(86_400)
    await testShop.sweep()
  }

  const failed: Line = ['payment.failed', null, 'payment', paymentId, 'attention reason source']
  await walk([['a day', wait, () => [failed]]])
})
