import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { staffRoles } from '@chaveiro/contracts/limits'
import { products, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { mailLayout } from '../../platform/mail-layout.ts'
import { siteSettings } from '../settings/settings.service.ts'

// Mails of the stock watch: to staff when a product runs low, to a buyer who asked when it is back.

const texts = {
  'pt-BR': {
    low: { title: 'Estoque baixo: {product}', paragraphs: ['Restam {left} chave(s) de {product} sem vender.', 'Avisaremos de novo só depois que o estoque subir e voltar a baixar.'], button: 'Abrir o estoque' },
    back: { title: '{product} voltou', paragraphs: ['Olá, {name}.', 'Você pediu para saber: {product} está disponível de novo.', 'Este aviso é enviado uma única vez.'], button: 'Ver o produto' },
  },
  'en-US': {
    low: { title: 'Low stock: {product}', paragraphs: ['{left} key(s) of {product} are left unsold.', 'You will hear again only after the stock rose and fell once more.'], button: 'Open the stock' },
    back: { title: '{product} is back', paragraphs: ['Hello {name},', 'You asked to know: {product} is available again.', 'This notice is sent only once.'], button: 'See the product' },
  },
} as const

/** Tell staff that few keys of a product are left. */
export async function sendStockLow(app: App, productId: string): Promise<void> {
  const [product] = await app.db.select({ name: products.name, left: sql<number>`(select count(*)::int from stock_keys k where k.product_id = products.id and k.status in ('available', 'reserved'))` }).from(products).where(eq(products.id, productId))
  const staff = await app.db.select({ email: users.email, language: users.language }).from(users).where(and(inArray(users.role, [...staffRoles]), isNull(users.deletedAt), eq(users.isBanned, false)))
  for (const receiver of staff) await send(app, receiver, 'low', { product: product!.name, left: product!.left }, '/admin/stock')
}

/** Tell a buyer that a product he waited for is back; nobody who left or was banned. */
export async function sendStockBack(app: App, userId: string, productId: string): Promise<void> {
  const [user] = await app.db.select({ name: users.name, email: users.email, language: users.language }).from(users).where(and(eq(users.id, userId), isNull(users.deletedAt), eq(users.isBanned, false)))
  const [product] = await app.db.select({ name: products.name }).from(products).where(eq(products.id, productId))
  if (user && product) await send(app, user, 'back', { product: product.name, name: user.name }, `/products?q=${encodeURIComponent(product.name)}`)
}

async function send(app: App, receiver: { email: string; language: string }, kind: keyof (typeof texts)['pt-BR'], values: Record<string, unknown>, path: string): Promise<void> {
  if (!app.providers.mail) { app.log.warn({ kind }, 'no mail server is configured; the mail is not sent'); return }
  const language = receiver.language === 'en-US' ? 'en-US' : 'pt-BR'
  const text = texts[language][kind]
  const fill = (pattern: string) => pattern.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  const site = await siteSettings(app)
  await app.providers.mail.send({ to: receiver.email, subject: fill(text.title), ...mailLayout({ language, siteName: site.siteName, title: fill(text.title), paragraphs: text.paragraphs.map(fill), button: { label: text.button, url: app.config.publicUrl + path } }) })
}
