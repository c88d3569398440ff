import type { Language } from '@chaveiro/contracts/limits'
import { eq, sql } from 'drizzle-orm'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  auditLog,
  licences,
  mailsSent,
  orders,
  payments,
  refunds,
  users,
} from '../../db/tables/index.ts'
import { clearDueRows } from '../../platform/database/clearing.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import {
  eventually,
  fill,
  payCard,
  payPix,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { notifyExpiring } from '../licences/licences.mail.ts'
import { oldMails, sendMail, sendToEach } from './mails.service.ts'

// Mails as they arrive, read from the mailbox that the shop's own SMTP adapter delivered to.

type Arrived = {
  id: string
  subject: string
  to: string
  text: string
  html: string
  messageId: string
  attachments: string[]
}

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin', name: 'Dora Equipe' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
})

const mailsTo = async (who: Person): Promise<Arrived[]> => {
  await testShop.drain()
  return testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)
}

const headersOf = async (mail: Arrived): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      (await testShop.sandbox!.call('GET', `/sandbox/api/mail/${mail.id}`)).headers as {
        name: string
        value: string
      }[]
    ).map((one) => [one.name.toLowerCase(), one.value]),
  )

const rawOf = async (mail: Arrived) =>
  (await fetch(`${testShop.sandbox!.origin}/sandbox/mail/${mail.id}/raw`)).text()

const speak = (who: Person, language: Language) =>
  testShop.app.db.update(users).set({ language }).where(eq(users.id, who.userId))

const orderOf = async (who: Person) =>
  (await testShop.app.db.select().from(orders).where(eq(orders.userId, who.userId)))[0]!

const setKeys = async (keysByMail: boolean) =>
  expect(
    (
      await send(testShop, 'PUT /api/admin/system/site-settings', {
        as: staff,
        body: { keysByMail },
      })
    ).body.settings.keysByMail,
  ).toBe(keysByMail)

async function buy(
  given: {
    keys?: string[]
    quantity?: number
    language?: Language
    days?: number
    name?: string
    title?: string
    named?: { name: string; email: string }
  } = {},
) {
  const who = await person(testShop.app, { name: given.name ?? 'Ana Souza' })
  if (given.language) await speak(who, given.language)

  const { id } = await product(testShop.app, {
    keys: given.keys ?? 2,
    maxPerOrder: 99,
    expirationDays: given.days ?? 30,
    ...(given.title ? { name: given.title } : {}),
  })

  expect(
    (
      await startPix(testShop, who, await fill(testShop, who, id, given.quantity ?? 1), {
        coupon: 'TUDO',
        ...(given.named ? { named: given.named } : {}),
      })
    ).body.status,
  ).toBe('completed')

  return { who, order: await orderOf(who) }
}

describe('the receipt', () => {
  it("goes to the account's address, whatever name and mail the checkout gave [decision Q126]", async () => {
    const named = { name: 'Padaria da Ana', email: 'nota@padaria.test' }
    const { who } = await buy({ named })
    const receipts = await mailsTo(who)
    expect(receipts).toHaveLength(1)
    expect(receipts[0]!.text + receipts[0]!.html).not.toMatch(/padaria/i)
    expect(await testShop.sandbox!.call('GET', '/sandbox/api/mail?to=nota@padaria.test')).toEqual(
      [],
    )
  })

  it("holds delivered keys only when the shop's settings allow it; no other mail holds any", async () => {
    const off = await buy({ keys: ['SEGREDO-A-0001'] })
    const [receipt, ...more] = await mailsTo(off.who)
    expect(more).toEqual([])

    expect(receipt).toMatchObject({
      subject: `Recibo do pedido ${off.order.number}`,
      attachments: [expect.stringMatching(/\.pdf$/)],
      text: expect.stringContaining('http://localhost:3000/dashboard/orders'),
    })

    expect(await rawOf(receipt!)).not.toContain('SEGREDO')
    expect(receipt!.text + receipt!.html).not.toMatch(/SEGREDO|Suas chaves/)
    await setKeys(true)

    try {
      const on = await buy({
        keys: ['SEGREDO-B-0001', 'SEGREDO-B-0002'],
        quantity: 2,
        language: 'en-US',
      })

      const [english] = await mailsTo(on.who)
      expect(english!.subject).toBe(`Receipt for order ${on.order.number}`)
      for (const part of [english!.text, english!.html])
        for (const key of ['SEGREDO-B-0001', 'SEGREDO-B-0002']) expect(part).toContain(key)
      expect(english!.subject).not.toContain('SEGREDO')
      expect(JSON.stringify(await testShop.app.db.select().from(auditLog))).not.toContain(
        'SEGREDO-B',
      )

      const many = await buy({
        keys: Array.from({ length: 51 }, (_, i) => `MUITAS-${1000 + i}`),
        quantity: 51,
      })

      const [long] = await mailsTo(many.who)
      expect(long!.text).toContain('As chaves estão na página do pedido.')
      expect(await rawOf(long!)).not.toContain('MUITAS-')
    } finally {
      await setKeys(false)
    }
  })

  it('is sent once though its job runs again, and again when staff ask for it', async () => {
    const { who, order } = await buy()
    expect(await mailsTo(who)).toHaveLength(1)

    for (const secondsLater of [0, 0, 300]) {
      await testShop.advance(secondsLater)
      await enqueue(testShop.app, 'order.receipt', { orderId: order.id })
      await testShop.drain()
    }

    expect(await mailsTo(who)).toHaveLength(1)
    expect(
      (await send(testShop, `POST /api/admin/orders/${order.id}/receipt`, { as: staff })).status,
    ).toBe(200)
    const two = await mailsTo(who)
    expect(two).toHaveLength(2)
    expect(new Set(two.map((mail) => mail.messageId)).size).toBe(2)

    expect(
      (
        await testShop.app.db
          .select()
          .from(auditLog)
          .where(eq(auditLog.action, 'order.receipt_sent'))
      ).filter((row) => row.targetId === order.id),
    ).toHaveLength(2)
  })
})

describe('a payment whose time ran out', () => {
  const lapse = async (language: Language = 'pt-BR') => {
    const who = await person(testShop.app)
    await speak(who, language)
    const { id } = await product(testShop.app, { keys: 3, name: `Prazo ${language} <b>` })
    const cartId = await fill(testShop, who, id)
    const { body } = await startPix(testShop, who, cartId)

    return { who, cartId, txid: body.txid as string, paymentId: body.paymentId as string }
  }

  it('is mailed once for an order, in the buyer’s language, and says that nothing was charged', async () => {
    const [pt, en] = [await lapse(), await lapse('en-US')]
    await testShop.advance(2 * 3600)

    await eventually(testShop, async () => {
      await testShop.sweep()
      for (const { who } of [pt, en]) expect(await mailsTo(who)).toHaveLength(1)
    })

    const { id, number } = await orderOf(pt.who)

    for (let n = 0; n < 2; n++) {
      await enqueue(testShop.app, 'mail.payment-expired', { orderId: id })
      await testShop.sweep()
    }

    const told = await mailsTo(pt.who)

    expect(told).toMatchObject([
      {
        subject: `O prazo do pedido ${number} terminou`,
        text: expect.stringContaining('Prazo pt-BR <b>'),
        messageId: `<payment-expired-${id}@localhost>`,
      },
    ])

    expect(told[0]!.html).toContain('Prazo pt-BR &lt;b&gt;')
    expect((await mailsTo(en.who))[0]!.subject).toBe(
      `The time to pay order ${(await orderOf(en.who)).number} ran out`,
    )
  })

  it('is not mailed when staff cancelled, the buyer retried, or money came', async () => {
    const [cancelled, again, partial] = [await lapse(), await lapse(), await lapse()]

    expect(
      (
        await send(
          testShop,
          `PATCH /api/admin/orders/${(await orderOf(cancelled.who)).id}/status`,
          {
            as: staff,
            body: { status: 'cancelled', reason: 'teste' },
          },
        )
      ).status,
    ).toBe(200)

    await payPix(testShop, partial.txid, '1.00')
    // The shop finds the partial payment by polling, so the test does not depend on the webhook's
    // arrival.
    await testShop.advance(20)
    await testShop.advance(2 * 3600)
    const { paymentId } = again
    expect(
      (await send(testShop, `GET /api/payment/efybank/status/${paymentId}`, { as: again.who }))
        .status,
    ).toBe(200)
    expect((await startPix(testShop, again.who, again.cartId)).body.paymentId).not.toBe(paymentId)
    await testShop.sweep()
    for (const { who } of [cancelled, again, partial]) expect(await mailsTo(who)).toEqual([])
  })
})

describe('a refund', () => {
  it('is mailed once the money went, with amount and way, once for each partial refund', async () => {
    const who = await person(testShop.app, { name: 'Bia <script>' })
    await speak(who, 'en-US')
    const { id } = await product(testShop.app, { keys: 2, priceCents: 5000 })
    const { body } = await startPix(testShop, who, await fill(testShop, who, id))
    await payPix(testShop, body.txid)
    await eventually(testShop, async () => {
      expect((await orderOf(who)).status).toBe('completed')
    })
    await mailsTo(who)
    await testShop.sandbox!.call('DELETE', '/sandbox/api/mail')

    const back = (amount: number, left: number) =>
      send(testShop, `POST /api/admin/desk/payments/${body.paymentId}/refund`, {
        as: staff,
        body: { reason: 'Combinado', amount, left },
      })

    const first = await back(12.34, 50)
    expect([first.status, first.body]).toEqual([200, expect.anything()])

    await eventually(testShop, async () => {
      await testShop.sweep()
      expect(await mailsTo(who)).toHaveLength(1)
    })

    const number = (await orderOf(who)).number

    expect((await mailsTo(who))[0]).toMatchObject({
      subject: `We refunded R$12.34 for order ${number}`,
      text: expect.stringContaining('PIX, to the account that paid'),
      html: expect.stringContaining('Bia &lt;script&gt;'),
    })

    expect((await back(37.66, 37.66)).status).toBe(200)

    await eventually(testShop, async () => {
      await testShop.sweep()
      expect(await mailsTo(who)).toHaveLength(2)
    })

    for (const row of await testShop.app.db
      .select()
      .from(refunds)
      .where(eq(refunds.paymentId, body.paymentId)))
      await enqueue(testShop.app, 'mail.refund', { refundId: row.id })

    expect((await mailsTo(who)).map((mail) => mail.subject).sort()).toEqual([
      `We refunded R$12.34 for order ${number}`,
      `We refunded R$37.66 for order ${number}`,
    ])
  })
})

describe('a refund that the shop did not send through its provider', () => {
  const told = async (who: Person) =>
    (await mailsTo(who)).filter((mail) => mail.subject.startsWith('Devolvemos'))

  const byCard = async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1, priceCents: 5000 })
    const { body } = await startCard(testShop, who, await fill(testShop, who, id))
    const row = (
      await testShop.app.db.select().from(payments).where(eq(payments.userId, who.userId))
    )[0]!
    expect(body.url).toEqual(expect.any(String))
    await payCard(testShop, row.providerReference!)
    await eventually(testShop, async () => {
      expect((await orderOf(who)).status).toBe('completed')
    })

    return { who, session: row.providerReference! }
  }

  it('from the provider’s dashboard is mailed once; money taken by a dispute is not', async () => {
    const [dashboard, disputed] = [await byCard(), await byCard()]
    await testShop.sandbox!.call('POST', `/sandbox/api/card/${dashboard.session}/refund`, {
      amount: '20.00',
    })

    await eventually(testShop, async () => {
      expect(await told(dashboard.who)).toMatchObject([
        {
          subject: expect.stringMatching(/^Devolvemos R\$\s20,00 do pedido/),
          text: expect.stringContaining('Cartão, na fatura de quem pagou'),
        },
      ])
    })

    await testShop.sandbox!.call('POST', `/sandbox/api/card/${disputed.session}/dispute`, {})
    await testShop.sandbox!.call('POST', `/sandbox/api/card/${disputed.session}/dispute`, {
      status: 'lost',
    })
    await eventually(testShop, async () => {
      expect((await orderOf(disputed.who)).status).toBe('refunded')
    })
    expect(await told(disputed.who)).toEqual([])
  })

  it('recorded by hand is mailed with its way', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1, priceCents: 5000 })
    const { body } = await startCrypto(testShop, who, await fill(testShop, who, id))

    expect(
      (
        await send(testShop, `POST /api/admin/desk/payments/${body.paymentId}/confirm`, {
          as: staff,
          body: { reason: 'Visto na carteira', reference: 'TX-ENTROU' },
        })
      ).status,
    ).toBe(200)

    expect(
      (
        await send(testShop, `POST /api/admin/desk/payments/${body.paymentId}/refund`, {
          as: staff,
          body: { reason: 'Devolvido', reference: 'TX-SAIU' },
        })
      ).status,
    ).toBe(200)

    expect(await told(who)).toMatchObject([
      { text: expect.stringMatching(/R\$\s50,00[\s\S]*Criptomoeda/) },
    ])
  })
})

describe('a replaced key', () => {
  it('is mailed with the reason as text, and without any key', async () => {
    const { who, order } = await buy({
      keys: ['TROCADA-AAAA-1111', 'TROCADA-BBBB-2222'],
      title: 'Jogo <img src=x>',
    })

    await mailsTo(who)

    const [licence] = await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.orderId, order.id))

    expect(
      (
        await send(testShop, `POST /api/admin/licenses/${licence!.id}/replace`, {
          as: staff,
          body: { reason: 'Já <b>ativada</b>' },
        })
      ).status,
    ).toBe(200)

    const told = (await mailsTo(who)).find((mail) => mail.subject.startsWith('Nova chave'))!

    expect(told).toMatchObject({
      subject: 'Nova chave de Jogo <img src=x>',
      text: expect.stringContaining('Motivo: Já <b>ativada</b>'),
      html: expect.stringContaining('Já &lt;b&gt;ativada&lt;/b&gt;'),
    })

    expect(told.text).toContain('1111')
    expect(await rawOf(told)).not.toContain('TROCADA')
    expect(told.html).toContain('Jogo &lt;img src=x&gt;')
    expect(told.html.match(/<img[^>]*? src="[^"]*"/g)).toEqual([
      expect.stringMatching(/ src="http:\/\/localhost:3000\/icons\/mark-16130a\.png"$/),
    ])
  })
})

describe('licences that end soon', () => {
  const day = 86_400

  const look = async () => {
    await Promise.all([notifyExpiring(testShop.app), notifyExpiring(testShop.app)])
    await testShop.drain()
  }

  const notices = async (who: Person) =>
    (await mailsTo(who)).filter((mail) => /vence|ends? (on|soon)/.test(mail.subject))

  it('are mailed once three days before the end, one mail an order; short or unusable ones never', async () => {
    const [two, english, short, suspended] = [
      await buy({ quantity: 2 }),
      await buy({ language: 'en-US' }),
      await buy({ days: 7 }),
      await buy(),
    ]

    await testShop.app.db
      .update(licences)
      .set({ suspendedAt: testShop.app.clock.now() })
      .where(eq(licences.orderId, suspended.order.id))

    await look()
    expect(await notices(two.who)).toEqual([])
    await testShop.advance(5 * day)
    await look()
    await testShop.advance(22.5 * day)

    // The job waits for a locked licence, so that its order gets one mail.
    const [first] = await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.orderId, two.order.id))
      .limit(1)

    let looked: Promise<void> | undefined

    await inTransaction(testShop.app, async (tx) => {
      await tx.db.execute(sql`select 1 from licences where id = ${first!.id} for update`)
      looked = notifyExpiring(testShop.app)
      await Promise.race([looked, sleep(300)])
    })

    await looked
    for (let n = 0; n < 3; n++) await look()
    for (const { who } of [short, suspended]) expect(await notices(who)).toEqual([])
    const told = await notices(two.who)

    expect(told).toMatchObject([
      {
        subject: `2 licenças do pedido ${two.order.number} vencem em breve`,
        text: expect.stringContaining('http://localhost:3000/dashboard/products'),
      },
    ])

    expect(await notices(english.who)).toMatchObject([
      { subject: expect.stringMatching(/ ends on \w+ \d+, \d{4}$/) },
    ])

    expect(await headersOf(told[0]!)).toMatchObject({
      'list-id': '<licence-expiring.localhost>',
      'list-unsubscribe': expect.stringMatching(/^<mailto:/),
      'auto-submitted': 'auto-generated',
    })

    // A changed expiry date causes another mail.
    const [row] = await testShop.app.db
      .select()
      .from(licences)
      .where(eq(licences.orderId, english.order.id))

    await testShop.app.db
      .update(licences)
      .set({ expiresAt: new Date(row!.expiresAt!.getTime() + day * 1000) })
      .where(eq(licences.id, row!.id))

    await testShop.advance(day)
    for (let n = 0; n < 2; n++) await look()
    expect(await notices(english.who)).toHaveLength(2)
    expect(await notices(two.who)).toHaveLength(1)
  })
})

describe('a closed ticket', () => {
  const tickets = (method: 'POST' | 'PATCH', path: string, body: object) =>
    send(testShop, `${method} /api/admin/tickets${path}`, { as: staff, body })

  it('is mailed to the account of its chat id, once a closing; not when reopened or unknown', async () => {
    const who = await person(testShop.app)

    await testShop.app.db
      .update(users)
      .set({ discordId: '223456789012345678' })
      .where(eq(users.id, who.userId))

    const { ticket } = (
      await tickets('POST', '', {
        userName: 'ana',
        userDiscordId: '223456789012345678',
        subject: 'Não <i>ativa</i>',
      })
    ).body

    await tickets('POST', '', { userName: 'zé', userDiscordId: '323456789012345678' }).then(
      ({ body }) => tickets('PATCH', `/${body.ticket.id}/status`, { status: 'closed' }),
    )
    const move = (status: string) => tickets('PATCH', `/${ticket.id}/status`, { status })
    await move('closed')
    await move('open')
    expect(await mailsTo(who)).toEqual([])
    await move('closed')
    const [told, ...more] = await mailsTo(who)
    expect(more).toEqual([])

    expect(told).toMatchObject({
      subject: `Atendimento ${ticket.ticketId} encerrado`,
      html: expect.stringContaining('Não &lt;i&gt;ativa&lt;/i&gt;'),
    })

    expect([...told!.html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'http://localhost:3000',
      'mailto:contato@loja.example',
      'http://localhost:3000',
    ])

    expect(Object.keys(await headersOf(told!))).not.toContain('list-id')
    await move('open')
    await move('closed')
    expect(await mailsTo(who)).toHaveLength(2)
  })
})

describe('sending', () => {
  const one = (who: Person, id: string) =>
    sendMail(testShop.app, 'welcome', {
      id,
      to: { name: who.name, email: who.email, language: 'pt-BR' },
      values: {},
    })

  const fault = (what: string) =>
    testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 1, do: what },
    ])

  it('a refusal frees the mail for a retry; twenty concurrent tries send one', async () => {
    const who = await person(testShop.app)
    await fault('status:451')
    await expect(one(who, 'tentativa-1')).rejects.toThrow()
    expect(await mailsTo(who)).toEqual([])
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => one(who, 'tentativa-1')),
    )
    expect(tries.filter((result) => result.status === 'fulfilled' && result.value)).toHaveLength(1)
    expect(await one(who, 'tentativa-1')).toBe(false)
    expect(await mailsTo(who)).toMatchObject([{ messageId: '<tentativa-1@localhost>' }])
  })

  it('a refused address delays no other, and gets its mail when the job runs again', async () => {
    const [first, second] = [await person(testShop.app), await person(testShop.app)]

    const each = () =>
      sendToEach(
        testShop.app,
        'stockLow',
        [first, second].map((who) => ({
          id: who.userId,
          name: who.name,
          email: who.email,
          language: 'pt-BR',
        })),
        { id: 'todos-1', values: { product: 'Jogo', left: 1 } },
      )

    await fault('status:451')
    await expect(each()).rejects.toThrow()
    expect([(await mailsTo(first)).length, (await mailsTo(second)).length]).toEqual([0, 1])
    await each()
    expect([(await mailsTo(first)).length, (await mailsTo(second)).length]).toEqual([1, 1])
  })

  it('a server that dies before it confirms a mail gets the same Message-ID again', async () => {
    const who = await person(testShop.app)
    await fault('commit-then-reset')
    await expect(one(who, 'perdida-1')).rejects.toThrow()
    expect(await one(who, 'perdida-1')).toBe(true)

    expect((await mailsTo(who)).map((mail) => mail.messageId)).toEqual([
      '<perdida-1@localhost>',
      '<perdida-1@localhost>',
    ])
  })

  it("a dead process's mail is taken over after two minutes; old records are deleted", async () => {
    const who = await person(testShop.app)
    const now = testShop.app.clock.now()

    await testShop.app.db.insert(mailsSent).values({
      id: 'morta-1',
      template: 'welcome',
      token: '00000000-0000-4000-8000-000000000000',
      claimedAt: new Date(now.getTime() - 60_000),
    })

    await expect(one(who, 'morta-1')).rejects.toThrow('another process')
    await testShop.advance(90)
    expect(await one(who, 'morta-1')).toBe(true)
    expect(await mailsTo(who)).toHaveLength(1)
    const kept = async () =>
      (await testShop.app.db.select().from(mailsSent).where(eq(mailsSent.id, 'morta-1'))).length
    await testShop.advance(89 * 86_400)
    await clearDueRows(testShop.app, oldMails)
    expect(await kept()).toBe(1)
    await testShop.advance(2 * 86_400)
    await clearDueRows(testShop.app, oldMails)
    expect(await kept()).toBe(0)
  })

  it('a name cannot add a header or receiver; without a mail server nothing is sent or fails', async () => {
    const who = await person(testShop.app, { name: 'Ana\r\nBcc: todos@exemplo.test' })

    await sendMail(testShop.app, 'stockBack', {
      id: 'quebra-1',
      to: { name: who.name, email: who.email, language: 'pt-BR' },
      values: { product: 'Jogo\r\nBcc: todos@exemplo.test\r\n\r\noi' },
    })

    const [mail] = await mailsTo(who)
    expect([mail!.to, mail!.subject]).toEqual([who.email, 'Jogo Bcc: todos@exemplo.test oi voltou'])
    expect(Object.keys(await headersOf(mail!))).not.toContain('bcc')
    const mute = { ...testShop.app, providers: { ...testShop.app.providers, mail: null } }

    expect(
      await sendMail(mute, 'welcome', {
        id: 'muda-1',
        to: { name: who.name, email: who.email, language: 'pt-BR' },
        values: {},
      }),
    ).toBe(false)
  })
})
