import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { methodName } from '@chaveiro/contracts/method-names'
import type { FileReply } from '@chaveiro/contracts/route'

import { drawTornHead } from '../../platform/drawing/pdf.head.ts'
import {
  pageMargin,
  renderPdf,
  textWidth,
  type Paper,
  type Pen,
} from '../../platform/drawing/pdf.ts'
import { formatMoney } from '../../platform/text/money.ts'
import type { Order, OrderLine } from './orders.service.ts'

/** The part of an order that its document shows. */
export type Invoice = {
  language: Language
  timeZone: string
  site: { siteName: string; contactEmail: string; accentColor: string; seller?: string | undefined }
  paidAt: Date
  customer: { name: string; email: string }
  order: Pick<
    Order,
    | 'id'
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
  const { language, site, paidAt, order } = invoice
  const invoiceLabels = labelsFor(order, language)

  const pdfBytes = await renderPdf(
    {
      title: `${invoiceLabels.title} ${order.number}`,
      author: site.siteName,
      at: paidAt,
      language,
    },
    (paper) => drawPage(paper, invoice, invoiceLabels),
  )

  return { bytes: pdfBytes, fileName: `${invoiceLabels.file}-${order.number}.pdf` }
}

function drawPage(paper: Paper, invoice: Invoice, labels: DocumentLabels): void {
  const { language, site, order, lines } = invoice
  const formatAmount = (cents: number) =>
    formatMoney(cents, order.currency, language).replace(/\u00a0/g, ' ')

  drawTornHead(paper, { ...site, cut: order.id })
  drawSummary(paper, { label: labels.total, title: labels.title }, formatAmount(order.totalCents))

  if (order.status === 'refunded' && order.totalCents > 0) {
    paper.write(labels.refunded, { face: 'bold' })
    paper.y += 16
  }

  drawFacts(paper, factsOf(invoice, labels))
  drawLines(paper, labels, { order, lines, money: formatAmount })

  paper.y += 28
  paper.keepRoom(28)
  paper.write(`${labels.note}  ${site.contactEmail}`, { size: 9, color: mutedColor })
}

const mutedColor = '#57553f'
const lineColor = '#d9d6c8'

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

/** The kind of document and the total, which a reader looks for first. */
function drawSummary(
  paper: Paper,
  { title, label }: { title: string; label: string },
  total: string,
): void {
  paper.write(title, { face: 'bold', size: 12 })
  paper.y += 16
  paper.write(label, { color: mutedColor })
  paper.write(total, { face: 'display', size: 44 })
  paper.y += 16
}

type Facts = readonly (readonly [label: string, value: string])[]

function factsOf(
  { language, timeZone, paidAt, customer, order }: Invoice,
  labels: DocumentLabels,
): Facts {
  const paidDate = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }).format(paidAt)

  return [
    [labels.order, order.number],
    [labels.date, paidDate],
    [labels.customer, `${customer.name} · ${customer.email}`],
    [labels.method, methodName(order.paymentMethod, language)],
  ]
}

function drawFacts(paper: Paper, facts: Facts): void {
  const labelWidth = 130

  for (const [label, value] of facts) {
    const { y } = paper
    paper.write(label, { color: mutedColor, width: labelWidth })
    paper.write(value, { x: pageMargin + labelWidth, y, width: textWidth - labelWidth })
    paper.y += 4
  }

  paper.y += 20
}

const tableColumns = [
  { x: pageMargin, width: 250, align: 'left' },
  { x: 310, width: 40, align: 'right' },
  { x: 355, width: 85, align: 'right' },
  { x: 445, width: pageMargin + textWidth - 445, align: 'right' },
] as const

function drawLines(
  paper: Paper,
  labels: DocumentLabels,
  { order, lines, money }: Pick<Invoice, 'order' | 'lines'> & { money: (cents: number) => string },
): void {
  // A long order's rows are closer, so that it stays on one page.
  const rowGap = lines.length > 10 ? 4 : 12

  const drawTableRow = (cells: readonly string[], pen: Pen = {}) => {
    const height = Math.max(
      ...cells.map((cell, i) => paper.heightOf(cell, { ...pen, width: tableColumns[i]!.width })),
    )

    paper.keepRoom(height + rowGap)
    const { y } = paper
    for (const [i, cell] of cells.entries()) paper.write(cell, { ...pen, ...tableColumns[i]!, y })
    paper.y = y + height + rowGap
    drawRule(paper, paper.y - rowGap / 2)
  }

  drawRule(paper, paper.y - rowGap / 2)
  drawTableRow([labels.product, labels.quantity, labels.price, labels.sum], { color: mutedColor })

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

  drawTableRow([labels.total, '', '', money(order.totalCents)], { face: 'bold' })
}

const drawRule = ({ document }: Paper, y: number): void => {
  document
    .moveTo(pageMargin, y)
    .lineTo(pageMargin + textWidth, y)
    .lineWidth(0.5)
    .strokeColor(lineColor)
    .stroke()
}
