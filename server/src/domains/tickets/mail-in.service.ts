import { supportLimits } from '@chaveiro/contracts/support-limits'
import type { Address, Email } from 'postal-mime'

import type { App } from '../../platform/app.ts'
import { drawInThread } from '../../platform/drawing/drawing-threads.ts'
import { Failure } from '../../platform/errors.ts'
import { cutWhole } from '../../platform/text/whole-cut.ts'
import type { Actor } from '../audit/audit.service.ts'
import { noteRefusal, wasSentTo } from '../mails/mails.refusals.service.ts'
import type { readReport } from './mail-bounce.rules.ts'
import { isAutomatic, isReport, isSigned, messageIdOf, findReplyAddress } from './mail-in.rules.ts'
import { parseHead, type parseLetterOf, type MailFile } from './mail-letter.rules.ts'
import { storeUpload } from './support.files.service.ts'
import { customerOf } from './support.queries.ts'
import { openSupport, saySupport } from './support.service.ts'
import { findTicket, type Ticket } from './tickets.queries.ts'

/** The reason why a mail was not stored. */
export type Dropped =
  | 'unreadable'
  | 'returned'
  | 'automatic'
  | 'address'
  | 'ticket'
  | 'empty'
  | Failure['code']

/**
 * Store a mail as a message of a ticket's customer (P337). The signed reply address proves the
 * ticket. After the time for reopening, the mail opens a new ticket, so that nothing is lost. A
 * mail that is delivered twice is stored once. Throws ticket.too_many_messages, so that the mail
 * server tries again later.
 */
export async function receiveMail(app: App, raw: Buffer): Promise<Dropped | null> {
  const mailHead = await parseHead(raw)
  if (!mailHead) return 'unreadable'
  if (isReport(mailHead.headers) && (await recordBounce(app, raw))) return 'returned'
  if (isAutomatic(mailHead.headers)) return 'automatic'

  const replyTarget = findReplyAddress(receiversOf(mailHead), app.config.supportMail!.domain)
  if (!replyTarget) return 'address'

  const ticketAndCustomer = await resolveTicket(app, replyTarget)
  if (!ticketAndCustomer) return 'ticket'

  const { ticket, customer } = ticketAndCustomer
  const parsedMail = await parseInWorker(app, raw)
  const { words, history, files } = parsedMail ?? { words: '', history: '', files: [] }
  const { kept, leftOut } = await storeFiles(app, customer.id, attachLongText(words, files))
  if (parsedMail && !words && !kept.length && !leftOut.length) return 'empty'

  return storeByMail(app, ticket, customer, {
    clientId: messageIdOf(mailHead, raw),
    text: shortenWords(words),
    files: kept,
    mail: { author: authorOfMail(mailHead, customer), history, leftOut, raw },
  })
}

/** The ticket and customer of a reply address; null unless the signature fits. */
async function resolveTicket(app: App, named: NonNullable<ReturnType<typeof findReplyAddress>>) {
  const ticket = await findTicket(app, named.ticketId)
  if (!ticket || !isSigned(app.config, ticket, named.signature)) return null

  const customer = await customerOf(app, ticket)

  return customer && { ticket, customer }
}

/**
 * Parse a mail in the worker thread, so that a large mail does not block requests. Null when the
 * mail is broken or parsing takes too long: then only the raw mail is shown. The second try helps a
 * mail that waited behind a slow one.
 */
async function parseInWorker(app: App, raw: Buffer) {
  const parseLetter = () => drawInThread<typeof parseLetterOf>('letter', { raw })
  return parseLetter()
    .catch(parseLetter)
    .catch((error: unknown) => {
      app.log.warn({ error, bytes: raw.length }, 'support mail not parsed and stored raw')
      return null
    })
}

/**
 * Mark the addresses that could not receive a mail of the shop; returns whether the report is about
 * such a mail (F221). Only the receiver of a mail knows its message id, so nobody else can forge a
 * report.
 */
async function recordBounce(app: App, raw: Buffer): Promise<boolean> {
  const bounceReport = await drawInThread<typeof readReport>('report', { raw }).catch(() => null)
  if (!bounceReport) return false

  const { id, addresses, reply } = bounceReport
  let isOurMail = false

  for (const address of addresses)
    if (await wasSentTo(app, id, address)) {
      await noteRefusal(app, address, { reply, source: 'returned' })
      isOurMail = true
    }

  return isOurMail
}

type Customer = NonNullable<Awaited<ReturnType<typeof customerOf>>>
type Words = Parameters<typeof saySupport>[3]

async function storeByMail(
  app: App,
  ticket: Ticket,
  customer: Customer,
  words: Words,
): Promise<Dropped | null> {
  const actor: Actor = { actorId: customer.id, actorName: customer.name, ip: null }
  try {
    await saySupport(app, actor, ticket.id, words)
    return null
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'ticket.too_many_messages') throw error
    if (error.code !== 'ticket.reopen_over') return error.code

    const newSubject = ticket.subject || ticket.ticketId
    await openSupport(app, actor, { ...words, subject: newSubject })

    return null
  }
}

/** All receivers of a mail, also those that mail servers noted in its headers. */
function receiversOf({ to, cc, headers }: Email): string[] {
  const flattenAddresses = (addresses: Address[] = []): string[] =>
    addresses.flatMap(
      (address) => address.address ?? flattenAddresses((address as { group?: Address[] }).group),
    )
  const headerAddresses = headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value.trim().replace(/^<|>$/g, ''))

  return [...flattenAddresses(to), ...flattenAddresses(cc), ...headerAddresses]
}

/** The customer's name, or the mail address of another writer. */
function authorOfMail({ from }: Email, { name, email }: Customer): string {
  const fromAddress = from?.address?.toLowerCase() ?? ''
  return !fromAddress || fromAddress === email.toLowerCase() ? name : cutWhole(fromAddress, 120)
}

const isTooLong = (words: string): boolean => words.length > supportLimits.text

const shortenWords = (words: string): string =>
  isTooLong(words) ? `${cutWhole(words, supportLimits.text - 1)}…` : words

/** A text that is too long for a message is attached whole as a file. */
const attachLongText = (words: string, files: MailFile[]): MailFile[] =>
  isTooLong(words) ? [{ name: 'mensagem.txt', bytes: Buffer.from(words) }, ...files] : files

const maxNames = 50

/**
 * Store the files that the shop accepts. The names of refused files are returned; those files
 * remain only in the raw mail.
 */
async function storeFiles(app: App, ownerId: string, files: readonly MailFile[]) {
  const storedIds: string[] = []
  const leftOutNames: string[] = []

  for (const file of files) {
    const storedFile =
      storedIds.length < supportLimits.files
        ? await storeUpload(app, ownerId, { ...file, bytes: Buffer.from(file.bytes) }).catch(
            () => null,
          )
        : null

    if (storedFile) storedIds.push(storedFile.id)
    else leftOutNames.push(nameInOneLine(file.name))
  }

  return { kept: storedIds, leftOut: leftOutNames.slice(0, maxNames) }
}

const nameInOneLine = (name: string): string =>
  cutWhole(name, supportLimits.fileName)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
