import { disputeWord } from '@chaveiro/contracts/dispute-words'
import type { Language } from '@chaveiro/contracts/limits'
import { methodName } from '@chaveiro/contracts/method-names'
import type { FileReply } from '@chaveiro/contracts/route'
import { asc, eq, inArray } from 'drizzle-orm'
import { auditLog, consents, licences, orderUnits } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { formatMoney } from '../../../platform/money.ts'
import { pdfOf } from '../../../platform/pdf.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { revealsOf } from '../../licences/reveals.service.ts'
import { linesOf, orderById } from '../../orders/orders.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import { disputesOf } from '../payments.queries.ts'
import { paymentInFull } from '../transactions/transactions.admin.queries.ts'
import { infractionsOf } from './infractions.service.ts'

const texts = {
  'pt-BR': {
    title: 'Dossiê de provas',
    order: 'Pedido',
    customer: 'Cliente',
    payment: 'Pagamento',
    method: 'Forma de pagamento',
    asked: 'Valor cobrado',
    received: 'Recebido',
    paidAt: 'Pago em',
    provider: 'Referência no provedor',
    receipts: 'Dinheiro recebido',
    refunds: 'Devoluções',
    disputes: 'Contestações',
    consent: 'Aceite dos termos',
    version: 'SHA-256 do texto',
    address: 'Endereço IP',
    browser: 'Navegador',
    delivery: 'Entregas',
    key: 'chave terminada em',
    seen: 'Chaves na tela de quem, quando e de onde',
    story: 'Registro de eventos (entregas, e-mails, chaves vistas, decisões)',
    none: 'Nada registrado.',
    made: 'Gerado em',
    system: 'sistema',
    file: 'provas',
  },
  'en-US': {
    title: 'Evidence pack',
    order: 'Order',
    customer: 'Customer',
    payment: 'Payment',
    method: 'Payment method',
    asked: 'Amount charged',
    received: 'Received',
    paidAt: 'Paid at',
    provider: 'Reference at the provider',
    receipts: 'Money received',
    refunds: 'Refunds',
    disputes: 'Disputes',
    consent: 'Acceptance of the terms',
    version: 'SHA-256 of the text',
    address: 'IP address',
    browser: 'Browser',
    delivery: 'Deliveries',
    key: 'key ending in',
    seen: 'Keys on whose screen, when and from where',
    story: 'Log of events (deliveries, mails, keys seen, decisions)',
    none: 'Nothing on record.',
    made: 'Made at',
    system: 'system',
    file: 'evidence',
  },
} as const
type Section = { title: string; rows: string[] }

/**
 * What proves a sale to a bank or a card scheme, as PDF: what was bought, what was paid, what is contested and why, what was accepted from which address, what was handed
 * over and when, who was mailed and who saw a key. It holds no key. Who took it stands in the trail. Throws payment.not_found.
 */
export async function evidenceOf(
  app: App,
  paymentId: string,
  language: Language,
  actor: Actor,
): Promise<FileReply> {
  const { number, sections } = await gather(app, paymentId, language)
  await inTransaction(app, (tx) =>
    recordAudit(tx, {
      ...actor,
      action: 'payment.evidence_taken',
      targetType: 'payment',
      targetId: paymentId,
      details: {},
    }),
  )
  const site = await siteSettings(app)
  return {
    bytes: await draw(sections, {
      title: `${texts[language].title} ${number}`,
      siteName: site.siteName,
      made: `${texts[language].made} ${app.clock.now().toISOString()}`,
      now: app.clock.now(),
    }),
    fileName: `${texts[language].file}-${number}.pdf`,
  }
}

async function gather(
  app: App,
  paymentId: string,
  language: Language,
): Promise<{ number: string; sections: Section[] }> {
  const text = texts[language]
  const full = await paymentInFull(app, paymentId)
  if (!full) throw fail('payment.not_found')
  const { payment } = full
  const order = (await orderById(app, payment.orderId))!
  const [lines, disputes, reports, accepted, given] = await Promise.all([
    linesOf(app, order.id),
    disputesOf(app, [payment.id]),
    infractionsOf(app, payment.id),
    app.db
      .select()
      .from(consents)
      .where(eq(consents.orderId, order.id))
      .orderBy(asc(consents.createdAt)),
    app.db
      .select({
        id: licences.id,
        last4: licences.last4,
        name: licences.productName,
        status: licences.status,
        at: orderUnits.deliveredAt,
      })
      .from(licences)
      .innerJoin(orderUnits, eq(orderUnits.id, licences.unitId))
      .where(eq(licences.orderId, order.id))
      .orderBy(asc(orderUnits.deliveredAt)),
  ])
  const ofLicences = given.length
    ? await app.db
        .select()
        .from(auditLog)
        .where(
          inArray(
            auditLog.targetId,
            given.map((one) => one.id),
          ),
        )
        .orderBy(asc(auditLog.createdAt))
    : []
  const story = [...full.trail, ...ofLicences.filter((row) => row.targetType === 'licence')].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )
  const seen = (await Promise.all(given.map((one) => revealsOf(app, one.id)))).flat()
  const money = (cents: number, currency: string = payment.currency) =>
    formatMoney(cents, currency, language).replace(/\u00a0/g, ' ')
  const contested = [
    // What reports of fraud contest is told by them.
    ...disputes
      .filter((one) => !reports.some((report) => report.receiptId === one.receiptId))
      .map((one) => ({ ...one, at: one.createdAt, why: [one.reason], id: one.disputeId })),
    ...reports.map((one) => ({ ...one, at: one.openedAt, why: [one.reason, one.situation] })),
  ]
  const sections: Section[] = [
    {
      title: text.order,
      rows: [
        `${text.order}: ${order.number} · ${order.createdAt.toISOString()}`,
        `${text.customer}: ${order.customerName} · ${order.customerEmail}`,
        ...lines.map((line) => `${line.quantity} x ${line.name} · ${money(line.unitCents)}`),
      ],
    },
    {
      title: text.payment,
      rows: [
        `${text.method}: ${methodName(payment.method, language)}`,
        `${text.asked}: ${money(payment.amountCents)} · ${text.received}: ${money(payment.receivedCents)}`,
        `${text.paidAt}: ${payment.paidAt?.toISOString() ?? '-'}`,
        `${text.provider}: ${payment.providerReference ?? '-'}`,
      ],
    },
    {
      title: text.receipts,
      rows: full.receipts.map(
        (one) =>
          `${one.receivedAt.toISOString()} · ${money(one.amountCents, one.currency)} · ${one.receiptId}`,
      ),
    },
    {
      title: text.refunds,
      rows: full.refunds.map(
        (one) =>
          `${one.createdAt.toISOString()} · ${money(one.amountCents)} · ${one.status} · ${one.providerId ?? one.id}`,
      ),
    },
    ...(contested.length
      ? [
          {
            title: text.disputes,
            rows: contested.map(({ at, contestedCents, why, id }) =>
              [
                at.toISOString(),
                money(contestedCents),
                ...why.flatMap((word) => (word ? disputeWord(word, language) : [])),
                id,
              ].join(' · '),
            ),
          },
        ]
      : []),
    {
      title: text.consent,
      rows: accepted.flatMap((one) => [
        `${one.createdAt.toISOString()} · ${text.address}: ${one.ip ?? '-'}`,
        `${text.browser}: ${one.userAgent ?? '-'}`,
        `${text.version}: ${one.version}`,
      ]),
    },
    {
      title: text.delivery,
      rows: given.map(
        (one) =>
          `${one.at?.toISOString() ?? '-'} · ${one.name} · ${text.key} ${one.last4} · ${one.status}`,
      ),
    },
    {
      title: text.seen,
      rows: seen.map(
        (one) =>
          `${one.createdAt} · ${one.name} · ${text.address}: ${one.ip ?? '-'}${one.userAgent ? ` · ${one.userAgent}` : ''}`,
      ),
    },
    {
      title: text.story,
      rows: story.map(
        (row) =>
          `${row.createdAt.toISOString()} · ${row.action} · ${row.actorName ?? text.system}${row.ip ? ` · ${row.ip}` : ''}${wordsOf(row.details as Record<string, unknown>)}`,
      ),
    },
  ]
  return {
    number: order.number,
    sections: sections.map((section) =>
      section.rows.length ? section : { ...section, rows: [text.none] },
    ),
  }
}

/** Of an event's details those that a reader outside understands. */
const wordsOf = (details: Record<string, unknown>): string =>
  ['reason', 'note', 'to', 'reference', 'attention']
    .map((name) => details[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => ` · ${String(value)}`)
    .join('')

type Head = { title: string; siteName: string; made: string; now: Date }

const draw = (
  sections: readonly Section[],
  { title, siteName, made, now }: Head,
): Promise<Buffer> =>
  pdfOf({ title, author: siteName, at: now }, (document) => {
    document
      .font('Helvetica-Bold')
      .fontSize(18)
      .fillColor('#0b1220')
      .text(siteName)
      .fontSize(13)
      .text(title)
    document.font('Helvetica').fontSize(9).fillColor('#667085').text(made).moveDown()
    for (const section of sections) {
      document
        .font('Helvetica-Bold')
        .fontSize(11)
        .fillColor('#0b1220')
        .text(section.title)
        .font('Helvetica')
        .fontSize(9)
      for (const row of section.rows) document.text(row)
      document.moveDown()
    }
  })
