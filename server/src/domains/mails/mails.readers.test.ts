import { eq, inArray } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { mailsSent, orders, payments, users } from '../../db/tables/index.ts'
import { tellCustomer, tellStaff } from '../../testing/mail-sample.ts'
import { codeTo } from '../../testing/mailed.ts'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { templates } from './templates/index.ts'

// Each mail is caused by its real event, for a reader of Portuguese, a reader of English, and
// banned and deleted people.

type Subjects = readonly [portuguese: string, english: string]

/** The subject of each mail to a customer; # is the customer's tag. */
const toCustomers: Record<string, Subjects> = {
  welcome: ['Boas-vindas à Loja da Bia', 'Welcome to Loja da Bia'],
  receipt: ['Recibo do pedido ORD-#', 'Receipt for order ORD-#'],
  paymentExpired: [
    'O prazo do pedido ORD-#-NAO terminou',
    'The time to pay order ORD-#-NAO ran out',
  ],
  refund: ['Devolvemos R$ 10,00 do pedido ORD-#', 'We refunded R$10.00 for order ORD-#'],
  withdrawalAsked: [
    'Desistência do pedido ORD-#: o valor volta para você',
    'Withdrawal from order ORD-#: your money comes back',
  ],
  withdrawalDeclined: [
    'Sobre a sua desistência do pedido ORD-#',
    'About your withdrawal from order ORD-#',
  ],
  keyReplaced: ['Nova chave de Licença #', 'New key for Licença #'],
  licenceExpiring: ['Licença # vence em 3 de junho de 2031', 'Licença # ends on June 3, 2031'],
  ticketClosed: ['Atendimento TICKET-#-closed encerrado', 'Ticket TICKET-#-closed is closed'],
  ticketAnswer: [
    'Resposta ao seu ticket TICKET-#-closed: #',
    'Answer to your ticket TICKET-#-closed: #',
  ],
  stockBack: ['Avaliado # voltou', 'Avaliado # is back'],
  reviewInvite: [
    'O que você achou de Produto # completed?',
    'What do you think of Produto # completed?',
  ],
  reviewReply: ['Loja da Bia respondeu à sua avaliação', 'Loja da Bia replied to your review'],
}

/** Mails that a banned person no longer gets; a deleted person gets none. */
const notToBanned = ['licenceExpiring', 'stockBack', 'reviewInvite', 'reviewReply']

/** Mails about the login and the email of an account. */
const aboutAccount: Record<string, Subjects> = {
  recovery: ['Recuperação de senha', 'Password recovery'],
  loginCode: ['Seu código de acesso', 'Your login code'],
  firstCode: ['Seu código de acesso', 'Your login code'],
  passwordDropped: [
    'A senha da sua conta foi removida',
    'The password of your account was removed',
  ],
  proofCode: ['Confirme que é você', 'Confirm that it is you'],
  removalCode: ['Código para excluir a sua conta', 'Code to delete your account'],
  newMailCode: ['Confirme o seu novo e-mail', 'Confirm your new email'],
  mailChanged: ['O e-mail da sua conta foi trocado', 'The email of your account was changed'],
  mailChangedByShop: [
    'A loja trocou o e-mail da sua conta',
    'The shop changed the email of your account',
  ],
  chatLinked: [
    'Uma conta do Discord foi conectada à sua conta',
    'A Discord account was linked to your account',
  ],
  twoFactorChanged: ['A verificação em duas etapas foi ativada', 'Two-factor login was turned on'],
}

const toStaff: Record<string, Subjects> = {
  stockLow: ['Estoque baixo: Acabando', 'Low stock: Acabando'],
  deliveryFailing: ['Entrega parada: Produto # completed', 'Delivery stuck: Produto # completed'],
  ticketNew: ['Novo ticket TICKET-#-open: #', 'New ticket TICKET-#-open: #'],
  shopAlert: ['Atenção: O disco está cheio', 'Attention: The disk is full'],
  withdrawalToStaff: ['Desistência do pedido ORD-#', 'Withdrawal from order ORD-#'],
  powerAct: ['Função de um usuário alterada', 'User’s role changed'],
}

const languages = ['pt-BR', 'en-US'] as const
let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  testShop.clock.advance((Date.parse('2031-06-02T15:00:00Z') - Date.now()) / 1000)
  const owner = await person(testShop.app, { role: 'admin' })
  const body = { siteName: 'Loja da Bia', reviewInvites: true }
  const saved = await send(testShop, 'PUT /api/admin/system/site-settings', { as: owner, body })
  expect(saved.status).toBe(200)

  await testShop.app.db
    .delete(users)
    .where(eq(users.id, owner.userId))
    .catch(() => {})

  await set(owner, { role: 'client' })
})

afterAll(() => testShop?.close())

const set = ({ userId }: Person, given: Partial<typeof users.$inferInsert>) =>
  testShop.app.db.update(users).set(given).where(eq(users.id, userId))

/**
 * The subjects that arrived at some addresses, by template. Each subject begins with the language
 * of its HTML part.
 */
async function arrivedAt(...addresses: string[]): Promise<Record<string, string>> {
  const mails: { subject: string; messageId: string; html: string }[] = []

  for (const address of addresses) {
    const at = `/sandbox/api/mail?to=${encodeURIComponent(address)}`
    mails.push(...(await testShop.sandbox!.call('GET', at)))
  }

  const idOf = ({ messageId }: { messageId: string }) => messageId.replace(/^<|@.*$/g, '')

  const sent = mails.length
    ? await testShop.app.db
        .select()
        .from(mailsSent)
        .where(inArray(mailsSent.id, mails.map(idOf)))
    : []

  const nameOf = new Map(sent.map(({ id, template }) => [id, template]))

  return Object.fromEntries(
    mails.map((mail) => [
      nameOf.get(idOf(mail)),
      `${/ lang="([^"]*)"/.exec(mail.html)![1]}: ${mail.subject.replaceAll('\u00A0', ' ')}`,
    ]),
  )
}

/** The expected subjects for a reader of a language, without the templates in `without`. */
const expected = (
  subjects: Record<string, Subjects>,
  { place, tag, without = [] }: { place: number; tag: string; without?: readonly string[] },
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(subjects)
      .filter(([name]) => !without.includes(name))
      .map(([name, both]) => [name, `${languages[place]}: ${both[place]!.replaceAll('#', tag)}`]),
  )

it('this test lists the subjects of every mail of the shop', () => {
  const all = Object.keys({ ...toCustomers, ...aboutAccount, ...toStaff })
  expect(all.sort()).toEqual(Object.keys(templates).sort())
})

it('a customer gets mails in their language; a banned one gets fewer, a deleted one none', async () => {
  const gone = { deletedAt: testShop.clock.now() }

  const customers = [
    { tag: 'ANA', given: { language: 'pt-BR' }, place: 0, without: [] },
    { tag: 'EVA', given: { language: 'en-US' }, place: 1, without: [] },
    { tag: 'BIA', given: { language: 'pt-BR', isBanned: true }, place: 0, without: notToBanned },
    { tag: 'BEA', given: { language: 'en-US', isBanned: true }, place: 1, without: notToBanned },
    { tag: 'DUDA', given: gone, place: 0, without: Object.keys(toCustomers) },
  ] as const

  const addresses: string[] = []

  for (const { tag, given } of customers) {
    const who = await person(testShop.app)
    addresses.push(who.email)
    await set(who, given)
    await tellCustomer(testShop.app, { who, tag })
  }

  await testShop.drain()

  for (const [at, customer] of customers.entries())
    expect(await arrivedAt(addresses[at]!)).toEqual(expected(toCustomers, customer))

  // Dora Equipe wrote the answers; customers do not see her family name.
  const all: { subject: string; text: string; html: string }[] = await testShop.sandbox!.call(
    'GET',
    '/sandbox/api/mail',
  )

  const naming = (name: string) =>
    all.filter(({ text, html }) => text.includes(name) || html.includes(name))
  expect(naming('Dora')).toHaveLength(4)
  expect(naming('Equipe').map(({ subject }) => subject)).toEqual([])
})

it('mails about a sale in dollars say its amounts in dollars, in both languages', async () => {
  for (const { language, tag, refunded } of [
    { language: 'pt-BR', tag: 'DOLAR', refunded: 'Devolvemos US$ 10,00 do pedido ORD-DOLAR' },
    { language: 'en-US', tag: 'DOLLAR', refunded: 'We refunded $10.00 for order ORD-DOLLAR' },
  ] as const) {
    const who = await person(testShop.app)
    await set(who, { language })
    await tellCustomer(testShop.app, { who, tag })
    const inDollars = { currency: 'USD' } as const
    await testShop.app.db.update(orders).set(inDollars).where(eq(orders.userId, who.userId))

    await testShop.app.db
      .update(payments)
      .set({ ...inDollars, usdRate: '5.5' })
      .where(eq(payments.userId, who.userId))

    await testShop.drain()

    expect((await arrivedAt(who.email))['refund']).toBe(`${language}: ${refunded}`)

    const mails: { subject: string; text: string; html: string }[] = await testShop.sandbox!.call(
      'GET',
      `/sandbox/api/mail?to=${encodeURIComponent(who.email)}`,
    )

    const inReais = mails.filter((mail) => /R\$/.test(Object.values(mail).join('\n')))
    expect(inReais.map(({ subject }) => subject)).toEqual([])
  }
})

it('staff read mails in their language; neither the banned nor the deleted get any', async () => {
  const staff = [
    { given: { language: 'pt-BR' }, place: 0, without: [] },
    { given: { language: 'en-US' }, place: 1, without: [] },
    { given: { isBanned: true }, place: 0, without: Object.keys(toStaff) },
    { given: { deletedAt: testShop.clock.now() }, place: 0, without: Object.keys(toStaff) },
  ] as const

  const addresses: string[] = []

  for (const { given } of staff) {
    const who = await person(testShop.app, { role: 'admin' })
    addresses.push(who.email)
    await set(who, given)
  }

  await tellStaff(testShop.app, { who: await person(testShop.app), tag: 'LOJA' })
  await testShop.drain()

  for (const [at, member] of staff.entries())
    expect(await arrivedAt(addresses[at]!)).toEqual(expected(toStaff, { ...member, tag: 'LOJA' }))
})

it("mails about an account are in its person's language, a first code in the page's", async () => {
  for (const [place, language] of languages.entries()) {
    const who = await person(testShop.app)
    await set(who, { language })
    const others = ['primeira', 'nova', 'final'].map((name) => `${name}${place}@exemplo.test`)
    await throughAccount({ who, language, others })
    const all = await arrivedAt(who.email, ...others)
    expect(all).toEqual(expected(aboutAccount, { place, tag: '' }))
  }
})

type Path = { who: Person; language: (typeof languages)[number]; others: string[] }

/** All mails about an account whose person reads one language with a browser in another. */
async function throughAccount({ who, language, others }: Path): Promise<void> {
  const [guest, fresh, last] = others as [string, string, string]
  const browser = languages.find((other) => other !== language)!

  const post = (url: string, payload: object, page: string, cookies = {}) =>
    testShop.http.inject({
      method: 'POST',
      url: `/api/users/${url}`,
      payload,
      cookies,
      headers: { 'accept-language': page },
    })

  await post('forgot-password', { email: who.email }, browser)
  await post('login/code', { email: guest }, language)
  const asked = await post('login/code', { email: who.email }, browser)
  const code = await codeTo(testShop, who.email)
  const loginCode = asked.cookies[0]!.value
  // A login code is in the language of the page on which it was requested.
  const entered = await post('login/code/enter', { code }, language, { loginCode })
  who.token = entered.json().data.tokens.accessToken
  who.headers.authorization = `Bearer ${who.token}`

  const ask = async (call: `${'POST' | 'PUT'} /${string}`, body: object, as = who) => {
    const answer = await send(testShop, call, { as, body, headers: { 'accept-language': browser } })
    expect([call, answer.status, answer.body.code]).toEqual([call, 200, undefined])

    return answer.body
  }

  await ask('POST /api/users/step-up/code', { for: 'proof' })
  await ask('POST /api/users/step-up', { mailCode: await codeTo(testShop, who.email) })
  await ask('POST /api/users/step-up/code', { for: 'removal' })
  const user = `pessoa${browser.slice(0, 2)}`
  await testShop.sandbox!.call('POST', '/sandbox/api/discord/member', { action: 'create', user })
  const { url } = await ask('POST /api/users/discord/link', {})
  const at = '/sandbox/api/discord/authorize'
  const { redirect } = await testShop.sandbox!.call('POST', at, { url, user, deny: false })
  const back = Object.fromEntries(new URL(redirect).searchParams)
  await ask('POST /api/users/discord/finish', back)

  await testShop.drain()
  const { secret } = await ask('POST /api/users/two-factor/setup', {})
  const timestamp = testShop.clock.now().getTime()
  const digits = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  await ask('POST /api/users/two-factor/confirm', { code: digits })

  await ask('POST /api/users/profile/email/code', { email: fresh })
  const changed = { email: fresh, code: await codeTo(testShop, fresh) }
  await ask('PUT /api/users/profile/email', changed)
  const shopkeeper = await person(testShop.app, { role: 'admin' })
  await set(shopkeeper, { language: browser })
  await ask(`PUT /api/admin/users/${who.userId}`, { email: last }, shopkeeper)
  await testShop.drain()
}
