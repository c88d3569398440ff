import { manualMethods } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { motifPath } from '../../../platform/drawing/motif-paths.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { unitsOfOrder } from '../../licences/licences.queries.ts'
import { sendMail } from '../../mails/mails.service.ts'
import { invoiceOf } from '../../orders/invoice.views.ts'
import { linesOfOrder, orderById } from '../../orders/orders.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'

const maxKeysInMail = 50

/**
 * Mail the receipt of a paid order in the buyer's language, with a link to the order and the
 * invoice. Keys are included only if the shop's settings allow it.
 */
export async function sendReceipt(app: App, orderId: string, again = ''): Promise<void> {
  const order = await orderById(app, orderId)
  if (order?.status !== 'completed') return

  const [user] = await app.db
    .select({ email: users.email, language: users.language, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, order.userId))

  if (!user || user.deletedAt) return

  const [orderLines, unitViews, settings] = [
    await linesOfOrder(app, orderId),
    await unitsOfOrder(app, orderId),
    await siteSettings(app),
  ]

  const pendingCount = unitViews.filter((unit) => unit.status === 'pending').length
  // The mail lists only active keys. With too many keys for one mail it lists none, since mailboxes
  // cut long mails; the order's page shows all keys.
  const usableUnits = unitViews.filter(
    (unit) => unit.licenseKey !== null && unit.status === 'active',
  )

  const mailedKeys =
    settings.keysByMail && usableUnits.length <= maxKeysInMail
      ? usableUnits.map((unit) => [unit.productName, unit.licenseKey!] as const)
      : null

  const invoiceFile = await invoiceOf(app, order, user.language)

  const wasSent = await sendMail(app, 'receipt', {
    id: `order-${order.id}-${unitViews.length - pendingCount}${again && `-${again}`}`,
    to: { name: order.customerName, email: user.email, language: user.language },

    values: {
      cut: order.id,
      number: order.number,
      currency: order.currency,
      lines: orderLines.map((line) => ({
        name: line.name,
        quantity: line.quantity,
        cents: line.unitCents * line.quantity,
        picture: motifPath(line.image),
      })),
      discountCents: order.discountCents,
      totalCents: order.totalCents,
      manual: manualMethods.find((method) => method === order.paymentMethod) ?? null,
      waiting: pendingCount,
      keys: mailedKeys,
    },

    attachments: [
      {
        fileName: invoiceFile.fileName,
        content: Buffer.from(invoiceFile.bytes),
        contentType: 'application/pdf',
      },
    ],
  })

  if (wasSent)
    await recordAudit(app, {
      action: 'order.receipt_sent',
      targetType: 'order',
      targetId: orderId,
      details: { source: 'mail', to: user.email, waiting: pendingCount },
    })
}
