import { randomBytes, randomUUID } from 'node:crypto'

import { validCpf } from './make.ts'
import type { Call, SampleData } from './sample-data.ts'

// URL and body of each call for the sample data.

const ownIds: Record<string, string> = {
  roles: 'roleGrantId',
  users: 'userId',
  customers: 'userId',
  products: 'productId',
  productPages: 'productId',
  variants: 'productId',
  prices: 'productId',
  categories: 'categoryId',
  licences: 'licenceId',
  deliveries: 'unitId',
  stock: 'keyId',
  coupons: 'spareCouponId',
  carts: 'spareCartId',
  orders: 'paidOrderId',
  transactions: 'paymentId',
  tickets: 'ticketId',
  notifications: 'notificationId',
  security: 'banId',
  accounts: 'userId',
  desk: 'paymentId',
  jobs: 'jobId',
  reviews: 'reviewId',
  announcements: 'announcementId',
  sitePages: 'sitePageId',
  support: 'openTicketId',
  supportDesk: 'openTicketId',
}

const particular: Record<string, string> = {
  'admin.orders.remove': 'cancelledOrderId',
  'admin.deliveries.retry': 'mintedUnitId',
  'admin.tickets.answer': 'openTicketId',
  'admin.tickets.file': 'ticketFileId',
  'admin.tickets.mail': 'ticketMailId',
  'admin.supportDesk.updateReply': 'savedReplyId',
  'admin.supportDesk.removeReply': 'savedReplyId',
  'admin.savedViews.update': 'savedViewId',
  'admin.savedViews.remove': 'savedViewId',
  'support.file': 'ticketFileId',
  'support.mail': 'ticketMailId',
  'admin.stock.threshold': 'productId',
  'admin.desk.accept': 'shortPaymentId',
  'admin.desk.defend': 'shortPaymentId',
  'admin.desk.deliver': 'waitingPaymentId',
  'admin.desk.refund': 'waitingPaymentId',
  'admin.desk.match': 'depositId',
  'admin.desk.closeDeposit': 'depositId',
}

/** The URL of a call with the ids of the sample. */
export function addressIn({ name, url }: Call, { ids }: SampleData): string {
  const section = name.split('.').at(-2)!
  if (section === 'providers') return url.replace(':name', 'mail')
  if (name === 'admin.prices.ofMany') return `${url}?ids=${ids.productId}`

  return url.replace(/:(\w+)/g, (_, param: string) => {
    const value =
      param === 'id' || param === 'licenseKey'
        ? ids[particular[name] ?? ownIds[section] ?? '']
        : ids[param]

    if (!value)
      throw new Error(`the sample has nothing for :${param} of ${name}: testing/sample-calls.ts`)

    return encodeURIComponent(value)
  })
}

/** A mail server that does not exist, on this machine, so that no sample contacts another host. */
const mailServer = { SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', MAIL_FROM: 'a@exemplo.test' }
const nextYear = () => new Date(Date.now() + 31_536_000_000).toISOString()
const message = { type: 'info', title: 'Título', message: 'Texto' }
const said = { title: 'Título', text: 'Texto' }

const announcement = {
  part: 'pix',
  kind: 'incident',
  texts: { 'pt-BR': said, 'en-US': said },
  startedAt: '2026-01-02T03:04:05.000Z',
}

const customer = { cpf: validCpf }

/** A valid body of each call; calls that are not listed have none. */
const bodies: Record<string, (sample: SampleData) => object> = {
  'accounts.login': ({ who }) => ({ email: who.email, password: 'errada-1234' }),
  'accounts.loginSecondStep': () => ({ challenge: 'x', code: '123456' }),
  'accounts.startTwoFactor': () => ({ password: 'x' }),
  'accounts.confirmTwoFactor': () => ({ code: '123456' }),
  'accounts.renewRecoveryCodes': () => ({ password: 'x' }),
  'accounts.disableTwoFactor': () => ({ password: 'x' }),

  'accounts.register': ({ ids }) => ({
    name: 'Nova Pessoa',
    email: `nova-${ids.tag}@exemplo.test`,
    password: 'Senha-boa-2026',
    termsAccepted: true,
  }),

  'accounts.registerByLoginCode': () => ({ name: 'Nova Pessoa', termsAccepted: true }),
  'accounts.forgotPassword': ({ who }) => ({ email: who.email }),
  'accounts.resetPassword': () => ({ token: 'x'.repeat(43), newPassword: 'Senha-boa-2026' }),
  'accounts.changePassword': () => ({ currentPassword: 'x', newPassword: 'Senha-boa-2026' }),
  'chatLogin.finish': () => ({ code: 'x', state: 'y' }),
  'chatLogin.register': () => ({ name: 'Nova Pessoa', termsAccepted: true }),
  'chatAccount.finish': () => ({ code: 'x', state: 'y' }),
  'accounts.askOwnCode': () => ({ for: 'proof' }),
  'accounts.stepUp': () => ({ password: 'errada-1234' }),
  'accounts.validatePassword': () => ({ password: 'x' }),
  'accounts.ban': ({ ids }) => ({ userId: ids.userId, reason: 'prova' }),
  'cart.add': ({ ids }) => ({ productId: ids.productId, quantity: 1 }),
  'cart.update': () => ({ quantity: 2 }),
  'cart.sync': ({ ids }) => ({ localCartItems: [{ id: ids.productId, quantity: 1 }] }),
  'cart.validate': ({ ids }) => ({ cartId: ids.cartId }),
  'notifications.send': () => message,
  'ownNotifications.markViewed': ({ ids }) => ({ ids: [ids.notificationId] }),
  'ownNotifications.choose': () => ({ email: true, chat: false, updates: true }),
  'ownAccount.askMailChange': () => ({ email: 'outra@exemplo.test' }),
  'ownAccount.changeMail': () => ({ email: 'outra@exemplo.test', code: '123456' }),
  'ownAccount.rename': () => ({ name: 'Ana Souza' }),
  'ownAccount.remove': () => ({ password: 'errada-1234' }),
  'orders.withdraw': () => ({ reason: 'prova' }),
  'reviews.create': () => ({ rating: 5, body: 'Serviu.', showName: true }),
  'reviews.update': () => ({ rating: 4, body: 'Serviu bem.', showName: true }),
  'reviews.report': () => ({ reason: 'prova' }),
  'visits.count': () => ({ step: 'visit', source: 'instagram' }),

  'support.open': ({ ids }) => ({
    clientId: randomUUID(),
    subject: 'Minha chave',
    text: 'Não ativa.',
    order: ids.orderNumber,
  }),

  'support.say': () => ({ clientId: randomUUID(), text: 'Continua assim.' }),
  'support.seen': () => ({ messageId: randomUUID() }),
  'support.setStatus': () => ({ status: 'closed' }),
  'payments.startPix': ({ ids }) => ({ cartId: ids.cartId, termsAccepted: true, customer }),
  'payments.startCard': ({ ids }) => ({ cartId: ids.cartId, termsAccepted: true }),
  'payments.startCrypto': ({ ids }) => ({
    cartId: ids.cartId,
    termsAccepted: true,
    cryptoType: 'USDT',
  }),
  'admin.users.banMany': ({ ids }) => ({ ids: [ids.userId], reason: 'prova' }),
  'admin.users.update': () => ({ name: 'Vera Nova' }),
  'admin.users.role': () => ({ role: 'developer' }),
  'admin.users.ban': () => ({ reason: 'prova' }),
  'admin.customers.note': () => ({ clientId: randomUUID(), text: 'Prefere e-mail.' }),

  'admin.products.create': ({ ids }) => ({
    name: `Obra ${ids.tag}`,
    description: 'Coisa nova',
    price: 10,
    category: 'general',
  }),

  'admin.products.update': () => ({ description: 'Outra' }),
  'admin.products.status': () => ({ status: 'inactive' }),
  'admin.variants.create': ({ ids }) => ({ name: `Opção ${ids.tag}`, price: 20 }),
  'admin.variants.order': ({ ids }) => ({ ids: [ids.variantId, ids.productId] }),
  'admin.push.keep': () => ({
    endpoint: `https://avisos.exemplo.com.br/${randomUUID()}`,
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),

  'admin.prices.plan': ({ ids }) => ({
    variantId: ids.variantId,
    price: 15,
    startsAt: nextYear(),
    endsAt: new Date(Date.now() + 40_000_000_000).toISOString(),
  }),

  'admin.variants.update': () => ({ price: 30 }),
  'admin.productPages.update': () => ({ texts: { 'pt-BR': { body: '# Sobre' } } }),
  'admin.productPages.preview': () => ({ text: '# Sobre' }),
  'admin.categories.create': ({ ids }) => ({ name: `Casa ${ids.tag}`, description: 'Nova' }),
  'admin.categories.update': () => ({ description: 'Outra' }),
  'admin.licences.replace': () => ({ reason: 'prova' }),
  'admin.deliveries.deliver': ({ ids }) => ({ licenseKey: `MAO-${ids.tag}` }),
  'admin.stock.threshold': () => ({ threshold: 3 }),
  'admin.licences.status': () => ({ status: 'expired' }),
  'admin.stock.add': ({ ids }) => ({ productId: ids.productId, licenses: [`NOVA-${ids.tag}`] }),
  'admin.stock.status': () => ({ status: 'revoked' }),
  'admin.products.bulkCategory': ({ ids }) => ({
    rows: [{ id: ids.productId, to: ids.categoryId }],
  }),
  'admin.prices.setMany': ({ ids }) => ({ rows: [{ id: ids.productId, to: 31.5 }] }),
  'admin.products.bulkStatus': ({ ids }) => ({ rows: [{ id: ids.productId, to: 'inactive' }] }),
  'admin.coupons.bulkActive': ({ ids }) => ({ rows: [{ id: ids.spareCouponId, to: false }] }),
  'admin.stock.bulkStatus': ({ ids }) => ({ ids: [ids.keyId], status: 'revoked' }),
  'admin.stock.bulkDelete': ({ ids }) => ({ ids: [ids.keyId] }),

  'admin.coupons.create': ({ ids }) => ({
    code: `N${ids.tag}`,
    value: 10,
    startDate: new Date().toISOString(),
    endDate: nextYear(),
  }),

  'admin.coupons.update': () => ({ value: 20 }),
  'admin.carts.setStatus': () => ({ status: 'abandoned' }),

  'admin.orders.create': ({ ids }) => ({
    requestKey: randomUUID(),
    userId: ids.userId,
    variantId: ids.productId,
    quantity: 1,
    method: 'given',
    reason: 'prova',
  }),

  'admin.orders.setStatus': () => ({
    status: 'refunded',
    reason: 'prova',
    reference: `VOLTA-${randomBytes(4).toString('hex')}`,
  }),
  'admin.transactions.setStatus': () => ({
    status: 'completed',
    reason: 'prova',
    reference: `MAO-${randomBytes(4).toString('hex')}`,
  }),
  'admin.desk.accept': () => ({ reason: 'prova' }),
  'admin.desk.confirm': () => ({
    reason: 'prova',
    reference: `MAO-${randomBytes(4).toString('hex')}`,
  }),
  'admin.desk.refund': () => ({ reason: 'prova', reference: 'VOLTA' }),
  'admin.desk.release': () => ({ reason: 'prova' }),
  'admin.desk.defend': ({ ids }) => ({ infractionId: ids.infractionId, text: 'prova' }),
  'admin.desk.note': () => ({ text: 'prova' }),
  'admin.desk.match': ({ ids }) => ({ paymentId: ids.cryptoPaymentId, reason: 'prova' }),
  'admin.desk.closeDeposit': () => ({ reason: 'prova' }),
  'admin.tickets.create': () => ({ userName: 'Outra Pessoa', userDiscordId: '123456789012345678' }),
  'admin.tickets.answer': () => ({ clientId: randomUUID(), text: 'Já vimos.' }),
  'admin.tickets.update': () => ({ subject: 'Outro' }),
  'admin.tickets.setStatus': () => ({ status: 'open' }),
  'admin.supportDesk.assign': () => ({ assigneeId: null }),
  'admin.supportDesk.note': () => ({ clientId: randomUUID(), text: 'prova' }),
  'admin.supportDesk.seen': () => ({ messageId: randomUUID() }),
  'admin.supportDesk.createReply': ({ ids }) => ({
    title: `Pronta ${ids.tag}`,
    texts: { 'pt-BR': 'Olá.', 'en-US': 'Hello.' },
  }),
  'admin.supportDesk.updateReply': ({ ids }) => ({
    title: `Outra ${ids.tag}`,
    texts: { 'pt-BR': 'Olá de novo.' },
  }),

  'admin.savedViews.create': ({ ids }) => ({
    section: 'orders',
    name: `Minha ${ids.tag}`,
    filters: { status: 'pending' },
    hidden: [],
  }),

  'admin.savedViews.update': () => ({ hidden: ['created'] }),
  'admin.notifications.send': () => message,
  'admin.notifications.setStatus': () => ({ status: 'sent' }),
  'admin.security.ban': ({ ids }) => ({ hwid: `PC-B-${ids.tag}`, reason: 'prova' }),
  'admin.reviews.setStatus': () => ({ status: 'rejected', reason: 'prova' }),
  'admin.announcements.create': () => announcement,
  'admin.announcements.update': () => ({ endedAt: null }),
  'admin.reviews.reply': () => ({ text: 'Obrigado.' }),

  'admin.sitePages.create': ({ ids }) => ({
    slug: `prova-${randomBytes(4).toString('hex')}-${ids.tag!.toLowerCase().replace(/[^a-z0-9]/g, '')}`,
    texts: {
      'pt-BR': { title: 'Sobre', content: '# Sobre' },
      'en-US': { title: '', content: '' },
    },
    isPublished: true,
    inFooter: true,
  }),

  'admin.sitePages.update': () => ({ inFooter: false }),
  'admin.sitePages.order': () => ({ ids: [] }),
  'admin.sitePages.preview': () => ({ text: '# Sobre' }),
  'admin.preview.home': () => ({ settings: { siteName: 'Outra' }, language: 'pt-BR' }),
  'admin.settings.save': () => ({ siteName: 'Loja da Prova' }),
  'admin.providers.try': () => ({ values: mailServer }),
  'admin.providers.save': () => ({ values: mailServer, anyway: true }),
}

/** The body with which a call succeeds on the sample data; undefined if the call has none. */
export function bodyIn({ name, method }: Call, sample: SampleData): object | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined
  return bodies[name]?.(sample) ?? {}
}
