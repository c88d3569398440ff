import type { Language } from '@chaveiro/contracts/limits'
import type { FileReply } from '@chaveiro/contracts/route'

import type { App } from '../../platform/app.ts'
import { drawInThread } from '../../platform/drawing/drawing-threads.ts'
import { testMark } from '../books/test-money.queries.ts'
import { sellerLine } from '../settings/seller.rules.ts'
import { siteSettings } from '../settings/settings.service.ts'
import type { drawInvoice } from './invoice.drawing.ts'
import { linesOfOrder, type Order } from './orders.service.ts'

/**
 * The document of an order as PDF, from the data stored with the order. A paid order gets a
 * receipt, any other a summary headed by its state (Q109). It holds no keys and is not a fiscal
 * document.
 */
export async function invoiceOf(app: App, order: Order, language: Language): Promise<FileReply> {
  const [orderLines, siteIdentity] = [await linesOfOrder(app, order.id), await siteSettings(app)]
  return drawInThread<typeof drawInvoice>('invoice', {
    language,
    timeZone: app.config.timeZone,
    site: {
      siteName: siteIdentity.siteName,
      contactEmail: siteIdentity.contactEmail,
      accentColor: siteIdentity.accentColor,
      seller: sellerLine(siteIdentity),
    },
    paidAt: order.completedAt ?? order.createdAt,
    customer: {
      name: order.receiptName ?? order.customerName,
      email: order.receiptEmail ?? order.customerEmail,
    },

    order: {
      id: order.id,
      number: order.number,
      status: order.status,
      currency: order.currency,
      paymentMethod: order.paymentMethod,
      subtotalCents: order.subtotalCents,
      discountCents: order.discountCents,
      couponCode: order.couponCode,
      totalCents: order.totalCents,
      ...testMark(app, order),
    },

    lines: orderLines.map(({ name, quantity, unitCents }) => ({ name, quantity, unitCents })),
  })
}
