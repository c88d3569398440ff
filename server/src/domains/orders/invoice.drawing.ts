import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { methodName } from '@chaveiro/contracts/method-names'
import type { FileReply } from '@chaveiro/contracts/route'

import { renderPdf } from '../../platform/drawing/pdf.ts'
import { formatMoney } from '../../platform/text/money.ts'
import type { Order, OrderLine } from './orders.service.ts'

/** The part of an order that its document shows. */
export type Invoice = {
  language: Language
  timeZone: string
  site: { siteName: string; contactEmail: string; seller?: string | undefined }
  paidAt: Date
  customer: { name: string; email: string }
  order: Pick<
    Order,
    | 'number'
    | 'status'
    | 'currency'
    | 'paymentMethod'
    | 'subtotalCents'
    | 'discountCents'
    | 'couponCode'
    | 'totalCents'
  > & { test?: true }
  lines: Pick<OrderLine, 'name' | 'quantity' | 'unitCents'>[]
}

const documentTexts = {
  'pt-BR': {
    title: 'Recibo/Fatura',
    order: 'Pedido',
    date: 'Data',
    customer: 'Cliente',
    method: 'Forma de pagamento',
    product: 'Produto',
    quantity: 'Qtd.',
    price: 'Preço',
    sum: 'Valor',
    subtotal: 'Subtotal',
    discount: 'Desconto',
    total: 'Total',
    test: 'Teste',
    testNote: 'Compra de teste: nenhum dinheiro foi cobrado. Não é documento fiscal.',
    givenNote: 'Pedido dado pela loja: nada foi cobrado. Não é documento fiscal.',
    refunded: 'Valor devolvido ao cliente.',
    unpaidTitle: 'Resumo do pedido',
    pending: 'Pedido aguardando o pagamento, nada foi cobrado ainda',
    cancelled: 'Pedido cancelado, nada foi cobrado',
    unpaidNote: 'Este resumo não comprova pagamento. Não é documento fiscal.',
    unpaidFile: 'resumo',
    note: 'Documento de confirmação de compra. Não é documento fiscal.',
    file: 'fatura',
  },

  'en-US': {
    title: 'Receipt/Invoice',
    order: 'Order',
    date: 'Date',
    customer: 'Customer',
    method: 'Payment method',
    product: 'Product',
    quantity: 'Qty',
    price: 'Price',
    sum: 'Amount',
    subtotal: 'Subtotal',
    discount: 'Discount',
    total: 'Total',
    test: 'Test',
    testNote: 'Test purchase: no money was charged. Not a fiscal document.',
    givenNote: 'Order given by the shop: nothing was charged. Not a fiscal document.',
    refunded: 'The amount was returned to the customer.',
    unpaidTitle: 'Order summary',
    pending: 'Order awaiting payment, nothing was charged yet',
    cancelled: 'Order cancelled, nothing was charged',
    unpaidNote: 'This summary is no proof of payment. Not a fiscal document.',
    unpaidFile: 'summary',
    note: 'Confirmation of purchase. Not a fiscal document.',
    file: 'invoice',
  },
} satisfies Localized<Record<string, string>>

/** Draw the document of an order as PDF. Runs in the drawing thread, since it loads pdfkit. */
export async function drawInvoice(invoice: Invoice): Promise<FileReply> {
  const { language, timeZone, site, paidAt, customer, order, lines } = invoice
  const invoiceLabels = labelsFor(order, language)

  const pdfBytes = await renderPdf(
    { title: `${invoiceLabels.title} ${order.number}`, author: site.siteName, at: paidAt },
    (document) => {
      const paidDate = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(
        paidAt,
      )

      drawHeader(document, invoiceLabels, site, [
        [invoiceLabels.order, order.number],
        [invoiceLabels.date, paidDate],
        [invoiceLabels.customer, `${customer.name} · ${customer.email}`],
        [invoiceLabels.method, methodName(order.paymentMethod, language)],
      ])

      const formatAmount = (cents: number) =>
        formatMoney(cents, order.currency, language).replace(/\u00a0/g, ' ')
      drawLines(document, invoiceLabels, { order, lines, money: formatAmount })
      if (order.status === 'refunded' && order.totalCents > 0)
        document.font('Helvetica').moveDown().fontSize(10).text(invoiceLabels.refunded, 56)

      document
        .font('Helvetica')
        .moveDown(3)
        .fontSize(9)
        .fillColor('#667085')
        .text(`${invoiceLabels.note}  ${site.contactEmail}`, 56)
    },
  )

  return { bytes: pdfBytes, fileName: `${invoiceLabels.file}-${order.number}.pdf` }
}

type DocumentLabels = (typeof documentTexts)['pt-BR']

/**
 * The texts of a document: of a test purchase, a given order, a paid order (receipt) or an unpaid
 * order (summary).
 */
function labelsFor(order: Invoice['order'], language: Language): DocumentLabels {
  const { status, test, paymentMethod } = order
  const localLabels = inLanguage(language, documentTexts)
  if (test)
    return {
      ...localLabels,
      title: `${localLabels.title}: ${localLabels.test}`,
      note: localLabels.testNote,
    }
  if (paymentMethod === 'given') return { ...localLabels, note: localLabels.givenNote }
  if (status !== 'pending' && status !== 'cancelled') return localLabels

  const { unpaidNote: note, unpaidFile: file } = localLabels

  return { ...localLabels, title: `${localLabels.unpaidTitle}: ${localLabels[status]}`, note, file }
}

function drawHeader(
  document: PDFKit.PDFDocument,
  labels: DocumentLabels,
  { siteName, seller }: Invoice['site'],
  facts: readonly (readonly [label: string, value: string])[],
): void {
  document.font('Helvetica-Bold').fontSize(20).fillColor('#0b1220').text(siteName)
  if (seller) document.font('Helvetica').fontSize(9).fillColor('#667085').text(seller)
  document.font('Helvetica').fontSize(12).fillColor('#667085').text(labels.title).moveDown()
  document.fontSize(10).fillColor('#0b1220')
  for (const [label, value] of facts) document.text(`${label}: ${value}`)
  document.moveDown()
}

function drawLines(
  document: PDFKit.PDFDocument,
  labels: DocumentLabels,
  { order, lines, money }: Pick<Invoice, 'order' | 'lines'> & { money: (cents: number) => string },
): void {
  const tableColumns = [
    { x: 56, width: 250, align: 'left' },
    { x: 310, width: 40, align: 'right' },
    { x: 355, width: 85, align: 'right' },
    { x: 445, width: 95, align: 'right' },
  ] as const

  const drawTableRow = (cells: readonly string[], bold = false) => {
    if (document.y > 720) document.addPage()
    const y = document.y
    document.font(bold ? 'Helvetica-Bold' : 'Helvetica')

    const cellBottoms = cells.map((cell, i) => {
      document.text(cell, tableColumns[i]!.x, y, {
        width: tableColumns[i]!.width,
        align: tableColumns[i]!.align,
      })
      return document.y
    })

    document.y = Math.max(...cellBottoms) + 6

    document
      .moveTo(56, document.y - 3)
      .lineTo(540, document.y - 3)
      .lineWidth(0.5)
      .strokeColor('#d0d5dd')
      .stroke()
  }

  drawTableRow([labels.product, labels.quantity, labels.price, labels.sum], true)

  for (const line of lines)
    drawTableRow([
      line.name,
      String(line.quantity),
      money(line.unitCents),
      money(line.unitCents * line.quantity),
    ])

  drawTableRow([labels.subtotal, '', '', money(order.subtotalCents)])

  if (order.discountCents > 0)
    drawTableRow([
      `${labels.discount}${order.couponCode ? ` (${order.couponCode})` : ''}`,
      '',
      '',
      `- ${money(order.discountCents)}`,
    ])

  drawTableRow([labels.total, '', '', money(order.totalCents)], true)
}
