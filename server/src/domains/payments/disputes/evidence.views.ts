import { disputeWord } from '@chaveiro/contracts/dispute-words'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { methodName } from '@chaveiro/contracts/method-names'
import type { FileReply } from '@chaveiro/contracts/route'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { drawInThread } from '../../../platform/drawing/drawing-threads.ts'
import { fail } from '../../../platform/errors.ts'
import { formatMoney } from '../../../platform/text/money.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import type { drawEvidence, Section } from './evidence.drawing.ts'
import { evidenceFacts, type EvidenceFacts } from './evidence.queries.ts'
import { evidenceTexts as texts } from './evidence.texts.ts'

/**
 * The evidence pack of a sale for a bank or a card scheme, as PDF. It lists purchase, payments,
 * disputes and reasons, consents with their IP address, deliveries, mails and key views. It holds
 * no key. The audit trail records the download. Throws payment.not_found.
 */
export async function evidenceOf(
  app: App,
  paymentId: string,
  language: Language,
  actor: Actor,
): Promise<FileReply> {
  const { order, sections } = await gatherSections(app, paymentId, language)

  await inTransaction(app, (tx) =>
    recordAudit(tx, {
      ...actor,
      action: 'payment.evidence_taken',
      targetType: 'payment',
      targetId: paymentId,
      details: {},
    }),
  )

  const savedSettings = await siteSettings(app)

  return {
    bytes: await drawInThread<typeof drawEvidence>('evidence', {
      sections,
      title: `${inLanguage(language, texts).title} ${order.number}`,
      siteName: savedSettings.siteName,
      accentColor: savedSettings.accentColor,
      cut: order.id,
      language,
      made: `${inLanguage(language, texts).made} ${app.clock.now().toISOString()}`,
      now: app.clock.now(),
    }),
    fileName: `${inLanguage(language, texts).file}-${order.number}.pdf`,
  }
}

async function gatherSections(
  app: App,
  paymentId: string,
  language: Language,
): Promise<{ order: EvidenceFacts['order']; sections: Section[] }> {
  const evidence = await evidenceFacts(app, paymentId)
  if (!evidence) throw fail('payment.not_found')

  const disputes = disputesSection(evidence, language)

  const sections = [
    orderSection(evidence, language),
    paymentSection(evidence, language),
    ...moneySections(evidence, language),
    ...(disputes.rows.length ? [disputes] : []),
    consentSection(evidence, language),
    ...deliverySections(evidence, language),
    storySection(evidence, language),
  ]

  const { none } = inLanguage(language, texts)

  return {
    order: evidence.order,
    sections: sections.map((section) =>
      section.rows.length ? section : { ...section, rows: [none] },
    ),
  }
}

/** An amount with plain spaces, which a reader can search for. */
const moneyText = (cents: number, currency: string, language: Language): string =>
  formatMoney(cents, currency, language).replace(/\u00a0/g, ' ')

function orderSection({ order, payment, lines }: EvidenceFacts, language: Language): Section {
  const text = inLanguage(language, texts)

  const itemLines = lines.map((line) => {
    const unitPrice = moneyText(line.unitCents, payment.currency, language)
    return `${line.quantity} x ${line.name} · ${unitPrice}`
  })

  return {
    title: text.order,
    rows: [
      `${text.order}: ${order.number} · ${order.createdAt.toISOString()}`,
      `${text.customer}: ${order.customerName} · ${order.customerEmail}`,
      ...itemLines,
    ],
  }
}

function paymentSection({ payment }: EvidenceFacts, language: Language): Section {
  const text = inLanguage(language, texts)
  const amountText = (cents: number) => moneyText(cents, payment.currency, language)

  return {
    title: text.payment,
    rows: [
      `${text.method}: ${methodName(payment.method, language)}`,
      `${text.asked}: ${amountText(payment.amountCents)} · ${text.received}: ${amountText(payment.receivedCents)}`,
      `${text.paidAt}: ${payment.paidAt?.toISOString() ?? '-'}`,
      `${text.provider}: ${payment.providerReference ?? '-'}`,
    ],
  }
}

/** Money received and returned. */
function moneySections(
  { payment, receipts, refunds }: EvidenceFacts,
  language: Language,
): Section[] {
  const text = inLanguage(language, texts)

  const receivedLines = receipts.map((receipt) => {
    const receivedAmount = moneyText(receipt.amountCents, receipt.currency, language)
    return `${receipt.receivedAt.toISOString()} · ${receivedAmount} · ${receipt.receiptId}`
  })

  const returnedLines = refunds.map((refund) => {
    const amount = moneyText(refund.amountCents, payment.currency, language)
    return `${refund.createdAt.toISOString()} · ${amount} · ${refund.status} · ${refund.providerId ?? refund.id}`
  })

  return [
    { title: text.receipts, rows: receivedLines },
    { title: text.refunds, rows: returnedLines },
  ]
}

function disputesSection(
  { payment, disputes, reports }: EvidenceFacts,
  language: Language,
): Section {
  const contested = [
    // A dispute that stems from a report of fraud is listed once, by its report.
    ...disputes
      .filter((dispute) => !reports.some((report) => report.receiptId === dispute.receiptId))
      .map((dispute) => ({
        ...dispute,
        at: dispute.createdAt,
        why: [dispute.reason],
        id: dispute.disputeId,
      })),
    ...reports.map((report) => ({
      ...report,
      at: report.openedAt,
      why: [report.reason, report.situation],
    })),
  ]

  const disputeLines = contested.map(({ at, contestedCents, why, id }) =>
    [
      at.toISOString(),
      moneyText(contestedCents, payment.currency, language),
      ...why.flatMap((word) => (word ? disputeWord(word, language) : [])),
      id,
    ].join(' · '),
  )

  return { title: inLanguage(language, texts).disputes, rows: disputeLines }
}

function consentSection({ consents }: EvidenceFacts, language: Language): Section {
  const text = inLanguage(language, texts)
  return {
    title: text.consent,
    rows: consents.flatMap((consent) => [
      `${consent.createdAt.toISOString()} · ${text.address}: ${consent.ip ?? '-'}`,
      `${text.browser}: ${consent.userAgent ?? '-'}`,
      `${text.version}: ${consent.version}`,
    ]),
  }
}

/** The deliveries, and the views of their keys. */
function deliverySections({ licences, reveals }: EvidenceFacts, language: Language): Section[] {
  const text = inLanguage(language, texts)

  const delivered = licences.map(
    (licence) =>
      `${licence.at?.toISOString() ?? '-'} · ${licence.name} · ${text.key} ${licence.last4} · ${licence.status}`,
  )

  const keyViews = reveals.map((reveal) => {
    const browserText = reveal.userAgent ? ` · ${reveal.userAgent}` : ''
    return `${reveal.createdAt} · ${reveal.name} · ${text.address}: ${reveal.ip ?? '-'}${browserText}`
  })

  return [
    { title: text.delivery, rows: delivered },
    { title: text.seen, rows: keyViews },
  ]
}

function storySection({ story }: EvidenceFacts, language: Language): Section {
  const text = inLanguage(language, texts)

  const storyLines = story.map((row) => {
    const address = row.ip ? ` · ${row.ip}` : ''
    const words = detailTexts(row.details as Record<string, unknown>)

    return `${row.createdAt.toISOString()} · ${row.action} · ${row.actorName ?? text.system}${address}${words}`
  })

  return { title: text.story, rows: storyLines }
}

/** The details of an event that an outside reader understands. */
const detailTexts = (details: Record<string, unknown>): string =>
  ['reason', 'remark', 'note', 'to', 'reference', 'attention']
    .map((name) => details[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .map((value) => ` · ${String(value)}`)
    .join('')
