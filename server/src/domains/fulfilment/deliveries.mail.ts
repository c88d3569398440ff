import { and, eq, inArray, isNull } from 'drizzle-orm'
import { staffRoles } from '@chaveiro/contracts/limits'
import { keyReplacements, licenceGrants, licences, orderLines, orders, orderUnits, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { mailLayout } from '../../platform/mail-layout.ts'
import { siteSettings } from '../settings/settings.service.ts'

// Mails about deliveries that did not go as usual: to staff when a provider does not answer, to the buyer when his key was replaced.

const texts = {
  'pt-BR': {
    failing: { title: 'Entrega parada: {product}', paragraphs: ['O pedido {number} foi pago e o provedor não gera a chave de {product}.', 'Último motivo: {problem}', 'A loja continua tentando. Você também pode informar a chave à mão.'], button: 'Abrir entregas' },
    replaced: { title: 'Nova chave de {product}', paragraphs: ['Olá, {name}.', 'A chave de {product} do pedido {number} foi trocada. A chave antiga, terminada em {last4}, não vale mais.', 'A nova chave está na página das suas compras.'], button: 'Ver minha chave' },
  },
  'en-US': {
    failing: { title: 'Delivery stuck: {product}', paragraphs: ['Order {number} is paid and the provider does not make the key of {product}.', 'Last reason: {problem}', 'The shop keeps trying. You can also enter the key by hand.'], button: 'Open deliveries' },
    replaced: { title: 'New key for {product}', paragraphs: ['Hello {name},', 'The key of {product} in order {number} was replaced. The old key, ending in {last4}, is no longer valid.', 'The new key is on the page of your purchases.'], button: 'See my key' },
  },
} as const

type Receiver = { email: string; language: string }

/** Tell staff that a provider does not deliver a paid unit; nothing when it came meanwhile. */
export async function sendDeliveryFailing(app: App, unitId: string): Promise<void> {
  const [row] = await app.db.select({ product: orderLines.name, number: orders.number, problem: licenceGrants.problem }).from(orderUnits).innerJoin(orders, eq(orders.id, orderUnits.orderId)).innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(licenceGrants, and(eq(licenceGrants.unitId, orderUnits.id), eq(licenceGrants.state, 'asked'))).where(and(eq(orderUnits.id, unitId), eq(orderUnits.status, 'pending')))
  if (!row) return
  const staff = await app.db.select({ email: users.email, language: users.language }).from(users).where(and(inArray(users.role, [...staffRoles]), isNull(users.deletedAt), eq(users.isBanned, false)))
  for (const receiver of staff) await send(app, receiver, 'failing', { ...row, problem: row.problem ?? '' }, '/admin/deliveries', `failing-${unitId}`)
}

/** Tell a buyer that his key was replaced; the key itself stays on the page. */
export async function sendKeyReplaced(app: App, replacementId: string): Promise<void> {
  const [row] = await app.db.select({ product: licences.productName, number: orders.number, last4: keyReplacements.oldLast4, name: orders.customerName, email: orders.customerEmail, language: users.language, deletedAt: users.deletedAt }).from(keyReplacements)
    .innerJoin(licences, eq(licences.id, keyReplacements.licenceId)).innerJoin(orders, eq(orders.id, keyReplacements.orderId)).innerJoin(users, eq(users.id, licences.userId)).where(eq(keyReplacements.id, replacementId))
  if (!row || row.deletedAt) return
  await send(app, row, 'replaced', row, '/dashboard/products', `replaced-${replacementId}`)
}

async function send(app: App, receiver: Receiver, kind: keyof (typeof texts)['pt-BR'], values: Record<string, unknown>, path: string, messageId: string): Promise<void> {
  if (!app.providers.mail) { app.log.warn({ kind }, 'no mail server is configured; the mail is not sent'); return }
  const language = receiver.language === 'en-US' ? 'en-US' : 'pt-BR'
  const text = texts[language][kind]
  const fill = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  const site = await siteSettings(app)
  await app.providers.mail.send({ to: receiver.email, subject: fill(text.title), messageId: `<${messageId}@${new URL(app.config.publicUrl).hostname}>`,
    ...mailLayout({ language, siteName: site.siteName, title: fill(text.title), paragraphs: text.paragraphs.map(fill), button: { label: text.button, url: app.config.publicUrl + path } }) })
}
