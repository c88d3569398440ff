import { eq } from 'drizzle-orm'
import { users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { mailLayout } from '../../platform/mail-layout.ts'
import { formatMoney } from '../../platform/money.ts'
import { unitsOfOrder } from '../licences/licences.queries.ts'
import { invoiceOf } from '../orders/orders.invoice.ts'
import { linesOf, orderById } from '../orders/orders.service.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { siteSettings } from '../settings/settings.service.ts'

const texts = {
  'pt-BR': { subject: 'Recibo do pedido {number}', hello: 'Olá, {name}.', ready: 'Seu pagamento foi confirmado e sua compra está pronta. As chaves estão na página do pedido.', waiting: 'Seu pagamento foi confirmado. {n} chave(s) ainda serão entregues; avisaremos por e-mail assim que chegarem.', button: 'Ver minhas chaves', total: 'Total', product: 'Produto', price: 'Valor', invoice: 'O recibo em PDF está anexado.' },
  'en-US': { subject: 'Receipt for order {number}', hello: 'Hello {name},', ready: 'Your payment is confirmed and your purchase is ready. The keys are on the order page.', waiting: 'Your payment is confirmed. {n} key(s) are still to be delivered; we will mail you as soon as they arrive.', button: 'See my keys', total: 'Total', product: 'Product', price: 'Amount', invoice: 'The receipt is attached as a PDF.' },
} as const

/** Mail the receipt of a paid order in the buyer's language, with the order link and the invoice; keys themselves stay on the page. */
export async function sendReceipt(app: App, orderId: string, again = ''): Promise<void> {
  const order = await orderById(app, orderId)
  if (order?.status !== 'completed') return
  if (!app.providers.mail) { app.log.warn({ orderId }, 'no mail server is configured; the receipt stays on the site'); return }
  const [user] = await app.db.select({ language: users.language, deletedAt: users.deletedAt }).from(users).where(eq(users.id, order.userId))
  if (!user || user.deletedAt) return
  const language = user.language === 'en-US' ? 'en-US' : 'pt-BR'
  const text = texts[language]
  const [lines, units, site] = [await linesOf(app, orderId), await unitsOfOrder(app, orderId), await siteSettings(app)]
  const waiting = units.filter((unit) => unit.licenseKey === null).length
  const fill = (pattern: string) => pattern.replace('{number}', order.number).replace('{name}', order.customerName).replace('{n}', String(waiting))
  const money = (cents: number) => formatMoney(cents, order.currency, language)
  const body = mailLayout({
    language, siteName: site.siteName, title: fill(text.subject), paragraphs: [fill(text.hello), fill(waiting ? text.waiting : text.ready), text.invoice],
    button: { label: text.button, url: `${app.config.publicUrl}/dashboard/orders` },
    table: { head: [text.product, text.price], rows: [...lines.map((line) => [`${line.quantity} × ${line.name}`, money(line.unitCents * line.quantity)]), [text.total, money(order.totalCents)]] },
  })
  const invoice = await invoiceOf(app, order, language)
  await app.providers.mail.send({ to: order.customerEmail, subject: fill(text.subject), ...body, messageId: `<order-${order.id}-${units.length - waiting}${again && `-${again}`}@${new URL(app.config.publicUrl).hostname}>`,
    attachments: [{ fileName: invoice.fileName, content: Buffer.from(invoice.bytes), contentType: 'application/pdf' }] })
  await recordAudit(app, { action: 'order.receipt_sent', targetType: 'order', targetId: orderId, details: { source: 'mail', to: order.customerEmail, waiting } })
}
