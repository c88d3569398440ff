import { eq, like } from 'drizzle-orm'
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import {
  chatInteractions,
  notifications,
  orders,
  payments,
  rateLimits,
  users,
} from '../../db/tables/index.ts'
import { createHttp } from '../../http/server.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import {
  product,
  person,
  coupon,
  keysOf,
  validCpf,
  variant,
  type Person,
} from '../../testing/make.ts'
import {
  eventually,
  expectSound,
  fill,
  look,
  payPix,
  paymentRow,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { readCart } from '../cart/cart.queries.ts'
import { registerCommands } from './chat.commands.ts'

const people = {
  ana: '1300000000000000501',
  bruno: '1300000000000000502',
  staff: '1300000000000000504',
}

let testShop: TestShop
let ana: Person
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  ana = await person(testShop.app, { name: 'Ana Souza' })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
  await link(ana, people.ana)
  await link(staff, people.staff)
  await registerCommands(testShop.app)
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.app.db.update(users).set({ isBanned: false })
})

const link = (who: Person, discordId: string | null) =>
  testShop.app.db.update(users).set({ discordId }).where(eq(users.id, who.userId))

type Seen = {
  interactionId: string
  status: string
  failure: string | null
  httpStatus: number
  ms: number
  responseType: number
  messages: any[]
  modal: any
  choices: any[] | null
}

const act = (body: object): Promise<Seen> =>
  testShop.sandbox!.call('POST', '/sandbox/api/discord/interaction', { waitMs: 0, ...body })

const command = (user: string, name: string, options: object = {}, more: object = {}) =>
  act({ kind: 'command', user, name, options, ...more })

const press = (user: string, customId: string, more: object = {}) =>
  act({ kind: 'button', user, customId, ...more })

const choose = (user: string, customId: string, value: string) =>
  act({ kind: 'select', user, customId, values: [value] })

const submit = (user: string, interactionId: string, values: object, more: object = {}) =>
  act({ kind: 'modal', user, interactionId, values, ...more })

const chat = (): Promise<any> => testShop.sandbox!.call('GET', '/sandbox/api/discord')
const messageOf = async (id: string) => (await chat()).messages.find((one: any) => one.id === id)

const paymentsOf = (who: Person) =>
  testShop.app.db
    .select()
    .from(payments)
    .where(eq(payments.userId, who.userId))
    .orderBy(payments.createdAt)

const textOf = (message: any): string =>
  JSON.stringify([message.content, message.embeds]).replaceAll('\u00a0', ' ')

/** Run a purchase from the command to the submitted form. */
async function buy(
  user: string,
  productId: string,
  { quantity = 1, cpf = validCpf, coupon: code = '', copies = 1 } = {},
) {
  const offered = await command(user, 'comprar', { produto: productId, quantidade: quantity })
  const message = offered.messages[0]
  const asked = await press(user, `pay:${productId}:${quantity}`, { message: message.id })

  return {
    messageId: message.id as string,
    sent: await submit(user, asked.interactionId, { cpf, coupon: code }, { copies }),
  }
}

describe('the endpoint', () => {
  const post = (body: string, headers: Record<string, string>) =>
    testShop.http.inject({
      method: 'POST',
      url: '/api/webhooks/discord',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('refuses a request without a current signature of the chat service, with 401 [S181]', async () => {
    for (const forge of ['signature', 'timestamp', 'body', 'unsigned'])
      expect(await command('ana', 'ticket', {}, { forge }), forge).toMatchObject({
        status: 'failed',
        httpStatus: 401,
      })

    const { privateKey } = generateKeyPairSync('ed25519')
    const body = JSON.stringify({ type: 1 })
    const now = String(Math.floor(testShop.clock.now().getTime() / 1000))

    for (const headers of [
      {},
      { 'x-signature-timestamp': now },
      { 'x-signature-timestamp': 'now', 'x-signature-ed25519': '0'.repeat(128) },
      { 'x-signature-timestamp': now, 'x-signature-ed25519': 'zz' },
      {
        'x-signature-timestamp': now,
        'x-signature-ed25519': sign(
          null,
          Buffer.from(now + body),
          createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
        ).toString('hex'),
      },
    ] as Record<string, string>[]) {
      expect((await post(body, headers)).statusCode).toBe(401)
    }

    expect(await testShop.app.db.select().from(chatInteractions)).toEqual([])
  })

  it('limits the interactions of each person separately', async () => {
    await testShop.app.db.delete(rateLimits).where(like(rateLimits.key, 'chat:%'))
    for (const user of ['ana', 'bruno', 'ana']) await command(user, 'ticket')
    expect(await testShop.app.db.$count(rateLimits, like(rateLimits.key, 'chat:%'))).toBe(2)
  })

  it('answers 404 in a shop without a chat, and its site works', async () => {
    const bare = await openTestShop()

    const reply = await bare.http.inject({
      method: 'POST',
      url: '/api/webhooks/discord',
      payload: '{}',
      headers: { 'content-type': 'application/json' },
    })

    expect([reply.statusCode, reply.json().code]).toEqual([404, 'chat.off'])
    expect((await bare.http.inject('/api/server/notifications/guild-id')).json()).toMatchObject({
      guildId: 'default',
    })
    await bare.close()
  })

  it('refuses a signed body that is no interaction, without a server error', async () => {
    expect(
      (await command('ana', 'comprar', { produto: `${'x'.repeat(99)}<` })).messages[0].content,
    ).toMatch(/Não encontrei/)
    expect(
      (await command('bruno', 'comprar', { produto: 'x', quantidade: 99 })).messages[0].content,
    ).toMatch(/ligue primeiro sua conta/)
  })
})

describe('buying in the chat', () => {
  it('goes from the command by form and PIX to a paid order of origin Discord, without its key [S180, S181, S235, B132]', async () => {
    const thing = await product(testShop.app, {
      name: 'Escudo *Pro*',
      priceCents: 2590,
      keys: ['CHAVE-SECRETA-1', 'CHAVE-SECRETA-2'],
    })

    const siteCart = await fill(testShop, ana, (await product(testShop.app, { keys: 1 })).id)

    const typed = await act({
      kind: 'autocomplete',
      user: 'ana',
      name: 'comprar',
      options: { produto: 'escud' },
      focused: 'produto',
    })

    expect(typed.choices).toEqual([{ name: 'Escudo *Pro* · R$\u00a025,90', value: thing.id }])
    const offered = await command('ana', 'comprar', { produto: thing.id, quantidade: 2 })

    expect(offered).toMatchObject({
      status: 'answered',
      messages: [{ ephemeral: true, visibleTo: people.ana }],
    })

    expect(textOf(offered.messages[0])).toMatch(/Escudo.*R\$ 25,90.*R\$ 51,80/)
    expect(offered.messages[0].embeds[0].title).toBe(String.raw`Escudo \*Pro\*`)
    const { messageId, sent } = await buy('ana', thing.id, { quantity: 2 })
    expect(sent).toMatchObject({ status: 'answered', responseType: 7 })
    await testShop.drain()
    const [payment] = (await paymentsOf(ana)).slice(-1)

    expect(payment).toMatchObject({
      method: 'pix',
      status: 'pending',
      amountCents: 5180,
      discordId: people.ana,
      discordMessageId: messageId,
      discordChannelId: expect.any(String),
      language: 'pt-BR',
    })

    const [order] = await testShop.app.db
      .select()
      .from(orders)
      .where(eq(orders.id, payment!.orderId))
    expect(order).toMatchObject({ origin: 'discord', totalCents: 5180 })
    expect(payment!.cartId).not.toBe(siteCart)
    const shown = await messageOf(messageId)
    const code = (payment!.charge as { code: string }).code
    expect(textOf(shown)).toContain(code)
    expect(shown.components[0].components[0].url).toBe(
      `http://localhost:3000/success?payment_id=${payment!.id}`,
    )
    const image = await testShop.http.inject(new URL(shown.embeds[0].image.url).pathname)

    expect([
      image.statusCode,
      image.headers['content-type'],
      image.rawPayload.subarray(1, 4).toString(),
    ]).toEqual([200, 'image/png', 'PNG'])

    expect(
      (await testShop.http.inject(`/api/payment/pix-image/${payment!.id}/${'a'.repeat(32)}`))
        .statusCode,
    ).toBe(404)

    // Strangers see that the purchase was made in the chat, but not the ids of message and channel;
    // the owner sees both.
    expect((await look(testShop, null, payment!.id)).body.payment).toMatchObject({
      origin: 'discord',
      discordMessageId: null,
      discordChannelId: null,
    })

    expect((await look(testShop, ana, payment!.id)).body.payment).toMatchObject({
      origin: 'discord',
      discordMessageId: messageId,
    })

    const [waiting] = await testShop.app.db
      .select()
      .from(chatInteractions)
      .where(eq(chatInteractions.paymentId, payment!.id))

    expect(testShop.app.vault.open(waiting!.sealed!, 'chat_interactions', waiting!.id)).not.toMatch(
      /529|coupon/,
    )
    await payPix(testShop, payment!.providerReference!)
    await eventually(testShop, async () => {
      expect(textOf(await messageOf(messageId))).toContain('Pagamento confirmado')
    })

    expect(await keysOf(testShop.app, thing.id)).toMatchObject([
      { status: 'used' },
      { status: 'used' },
    ])

    expect(JSON.stringify(await chat())).not.toContain('CHAVE-SECRETA')

    expect(await readCart(testShop.app, ana.userId)).toMatchObject({
      cart: { id: siteCart, status: 'active' },
      lines: [{ quantity: 1 }],
    })

    const [act1] = await testShop.app.db
      .select()
      .from(chatInteractions)
      .where(eq(chatInteractions.paymentId, payment!.id))

    expect(act1).toMatchObject({ sealed: null, doneAt: expect.any(Date) })
    await expectSound(testShop)
  })

  it('makes one payment of the same form sent five times, to two processes at once', async () => {
    const thing = await product(testShop.app, { keys: 5 })
    const second = await testShop.another()
    const http = await createHttp(second)
    const address = await http.listen({ port: 0, host: '127.0.0.1' })
    await testShop.sandbox!.call('POST', '/sandbox/api/store', {
      origins: [testShop.origin, address],
    })
    const { sent } = await buy('ana', thing.id, { copies: 5 })
    expect(sent.status).toBe('answered')
    await Promise.all([testShop.drain(), testShop.drain()])
    expect((await paymentsOf(ana)).filter((one) => one.status === 'pending')).toHaveLength(1)
    expect(
      (await keysOf(testShop.app, thing.id)).filter((key) => key.status === 'reserved'),
    ).toHaveLength(1)
    // The same purchase from a second message uses the same payment.
    await buy('ana', thing.id)
    await testShop.drain()
    expect((await paymentsOf(ana)).filter((one) => one.status === 'pending')).toHaveLength(1)
    await testShop.sandbox!.call('POST', '/sandbox/api/store', { origins: [testShop.origin] })
    await http.close()
    await expectSound(testShop)
  })

  it('replaces an unpaid purchase by another one and says so in the first message', async () => {
    const [first, other] = [
      await product(testShop.app, { keys: 1 }),
      await product(testShop.app, { keys: 1 }),
    ]

    const { messageId } = await buy('ana', first.id)
    await testShop.drain()
    await buy('ana', other.id)
    await eventually(testShop, async () => {
      expect(textOf(await messageOf(messageId))).toContain('trocado por outro mais novo')
    })
    expect((await keysOf(testShop.app, first.id))[0]!.status).toBe('available')
    expect((await paymentsOf(ana)).filter((one) => one.status === 'pending')).toHaveLength(1)
  })

  it('explains an obstacle in the message: sold out, a wrong CPF, an unknown coupon', async () => {
    const thing = await product(testShop.app, { name: 'Último', keys: 1 })
    const offered = await command('ana', 'comprar', { produto: 'Último' })
    const asked = await press('ana', `pay:${thing.id}:1`, { message: offered.messages[0].id })
    const refused = await submit('ana', asked.interactionId, { cpf: '111.111.111-11' })
    expect(refused.messages.at(-1).content).toMatch(/CPF não é válido/)
    const bob = await person(testShop.app)
    expect((await startPix(testShop, bob, await fill(testShop, bob, thing.id))).status).toBe(200)
    const again = await press('ana', `pay:${thing.id}:1`, { message: offered.messages[0].id })
    await submit('ana', again.interactionId, { cpf: validCpf })
    await testShop.drain()
    expect((await messageOf(offered.messages[0].id)).content).toMatch(/Último/)
    expect((await paymentsOf(ana)).filter((one) => one.productName === 'Último')).toEqual([])
    expect((await command('ana', 'comprar', { produto: thing.id })).messages[0].content).toMatch(
      /esgotado/,
    )
    const fine = await product(testShop.app, { keys: 1 })
    const { messageId } = await buy('ana', fine.id, { coupon: 'NADA' })
    await testShop.drain()
    expect((await messageOf(messageId)).content).toMatch(/[Cc]upom/)
    await expectSound(testShop)
  })

  it('offers each option of a product with both names and its price, and sells the chosen one [L014]', async () => {
    const thing = await product(testShop.app, { name: 'Sortido', priceCents: 1000, keys: 2 })
    const other = await variant(testShop.app, thing.id, {
      name: 'Anual',
      priceCents: 7700,
      keys: 2,
    })
    await testShop.app.pool.query('update product_variants set position = -1 where id = $1', [
      other,
    ])
    await emptyPublicCache(testShop.app.db)
    const offered = await command('ana', 'comprar', { produto: thing.id, quantidade: 1 })
    expect(textOf(offered.messages[0])).toContain('Sortido · Primeira')
    expect(textOf(offered.messages[0])).toContain('R$ 10,00')
    await coupon(testShop.app, { code: 'SORTE', value: 10_000 })
    await buy('ana', other, { coupon: 'sorte' })

    await eventually(testShop, async () => {
      expect(
        (await keysOf(testShop.app, other)).filter((key) => key.status === 'used'),
      ).toHaveLength(1)
    })

    expect((await keysOf(testShop.app, thing.id)).every((key) => key.status === 'available')).toBe(
      true,
    )
  })

  it('takes coupons, completes free orders at once, and has lists for product and quantity', async () => {
    const thing = await product(testShop.app, {
      name: 'Brinde',
      priceCents: 1000,
      keys: 3,
      featured: true,
    })

    await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
    const { messageId } = await buy('ana', thing.id, { coupon: 'tudo' })
    await eventually(testShop, async () => {
      expect(textOf(await messageOf(messageId))).toContain('Pagamento confirmado')
    })
    await command('equipe', 'painel', { tipo: 'shop' }, { channel: 'suporte' })

    await eventually(testShop, async () => {
      expect(
        (await chat()).messages.some(
          (one: any) => !one.ephemeral && one.embeds[0]?.title === 'Loja',
        ),
      ).toBe(true)
    })

    const browsed = await press('ana', 'shop:browse')
    expect(browsed.messages[0]).toMatchObject({ ephemeral: true })
    expect(textOf((await choose('ana', 'shop:product:1', thing.id)).messages[0])).toContain(
      'R$ 10,00',
    )
    expect(textOf((await choose('ana', `shop:quantity:${thing.id}`, '3')).messages[0])).toContain(
      'R$ 30,00',
    )
  })

  it('refuses a banned person with the reason, and links an unlinked one to the settings page', async () => {
    const thing = await product(testShop.app, { keys: 1 })
    await testShop.app.db.update(users).set({ isBanned: true }).where(eq(users.id, ana.userId))
    expect((await command('ana', 'comprar', { produto: thing.id })).messages[0].content).toMatch(
      /banida/,
    )
    const stranger = (await command('bruno', 'comprar', { produto: thing.id })).messages[0]
    expect(stranger.components[0].components[0]).toMatchObject({
      url: 'http://localhost:3000/dashboard/settings',
    })
    expect(stranger.ephemeral).toBe(true)
  })

  it('sends a direct message when the answer cannot change any more; a refused one does no harm [S011]', async () => {
    const thing = await product(testShop.app, { keys: 2 })

    for (const open of [true, false]) {
      await testShop.sandbox!.call('POST', '/sandbox/api/discord/member', {
        action: 'dm',
        user: 'ana',
        open,
      })

      const { messageId } = await buy('ana', thing.id)
      await testShop.drain()
      const payment = (await paymentsOf(ana)).find((one) => one.discordMessageId === messageId)!
      await testShop.advance(16 * 60)
      await payPix(testShop, payment.providerReference!)
      await eventually(testShop, async () => {
        expect((await paymentRow(testShop, payment.id)).status).toBe('completed')
      })
      await testShop.drain()
      const direct = (await chat()).messages.filter(
        (one: any) => JSON.stringify(one.components).includes(payment.id) && !one.ephemeral,
      )
      expect(direct).toHaveLength(open ? 1 : 0)
    }

    await testShop.sandbox!.call('POST', '/sandbox/api/discord/member', {
      action: 'dm',
      user: 'ana',
      open: true,
    })

    await expectSound(testShop)
  })

  it('keeps selling while the chat answers with faults: the message comes when it can', async () => {
    const thing = await product(testShop.app, { keys: 2 })
    for (const fault of ['status:503', 'status:429', 'timeout', 'commit-then-reset']) {
      await testShop.sandbox!.call('POST', '/sandbox/api/faults', {
        provider: 'discord',
        method: 'PATCH',
        path: '*/messages/@original',
        do: fault,
        times: 1,
      })

      const { messageId } = await buy('ana', thing.id)
      await testShop.drain()
      const payment = (await paymentsOf(ana)).find((one) => one.status === 'pending')!
      expect(payment.charge?.kind, fault).toBe('pix')

      await eventually(testShop, async () => {
        await testShop.app.db.execute(`update graphile_worker._private_jobs set run_at = now()`)
        await testShop.drain()
        expect(textOf(await messageOf(messageId)), fault).toContain('PIX de')
      })

      expect(
        (await paymentsOf(ana)).filter((one) => one.status === 'pending'),
        fault,
      ).toHaveLength(1)
    }
  })
})

describe('staff in the chat', () => {
  it("publish a notification by /notify, once; nobody else can, whatever the chat's rights are [S143, B145]", async () => {
    const given = { tipo: 'alert', titulo: 'Aviso do chat', mensagem: 'Loja *aberta* @everyone' }
    await command('equipe', 'notify', given, { copies: 3 })

    await eventually(testShop, async () => {
      expect(
        await testShop.app.db
          .select()
          .from(notifications)
          .where(eq(notifications.title, 'Aviso do chat')),
      ).toHaveLength(1)
    })

    const [stored] = await testShop.app.db
      .select()
      .from(notifications)
      .where(eq(notifications.title, 'Aviso do chat'))

    expect(stored).toMatchObject({
      authorId: staff.userId,
      content: 'Loja *aberta* @everyone',
      type: 'alert',
      priority: 'urgent',
    })

    // The notification is posted in the guild once, visible to all members, and mentions nobody.
    const posted = async () =>
      (await chat()).messages.filter(
        (one: any) =>
          one.channelId === '1300000000000000302' && textOf(one).includes('Aviso do chat'),
      )

    await eventually(testShop, async () => {
      expect(await posted()).toHaveLength(1)
    })
    expect((await posted())[0]).toMatchObject({ mentionEveryone: false, mentions: [] })
    await link(staff, null)
    expect((await command('equipe', 'notify', given)).messages[0].content).toMatch(/Só a equipe/)
    await link(staff, people.staff)
    await testShop.app.db.update(users).set({ role: 'client' }).where(eq(users.id, staff.userId))
    expect((await command('equipe', 'painel', { tipo: 'shop' })).messages[0].content).toMatch(
      /Só a equipe/,
    )
    await testShop.app.db.update(users).set({ role: 'admin' }).where(eq(users.id, staff.userId))

    expect(
      await testShop.app.db
        .select()
        .from(notifications)
        .where(eq(notifications.title, 'Aviso do chat')),
    ).toHaveLength(1)
  })

  it('the community panel shows the public widget, cached; off or out of reach it is refused [S048]', async () => {
    const guild = testShop.app.config.discordGuildId
    const asked = async (id = guild) =>
      (await testShop.http.inject(`/api/server/guild/${id}/widget`)).json()

    expect(await asked()).toMatchObject({
      success: true,
      widget: {
        name: 'Loja Demo',
        online: expect.any(Number),
        invite: expect.stringMatching(/^https:/),
      },
    })

    await testShop.sandbox!.call('POST', '/sandbox/api/discord/settings', { widget: false })
    expect((await asked()).success).toBe(true)
    const fresh = await createHttp(await testShop.another())

    expect((await fresh.inject(`/api/server/guild/${guild}/widget`)).json()).toMatchObject({
      success: false,
      code: 'chat.unreachable',
    })

    expect(await asked('default')).toMatchObject({ success: false, code: 'chat.off' })
    await fresh.close()
    await testShop.sandbox!.call('POST', '/sandbox/api/discord/settings', { widget: true })
  })

  it('registers the commands once and again only when they changed', async () => {
    const versions = async () => (await chat()).commands.map((one: any) => one.name).sort()
    expect(await versions()).toEqual(['comprar', 'notify', 'painel', 'ticket'])
    await testShop.app.providers.chat!.setCommands([{ type: 1, name: 'velho', description: 'x' }])
    await registerCommands(testShop.app)
    expect(await versions()).toEqual(['comprar', 'notify', 'painel', 'ticket'])
  })
})
