import { supportLimits } from '@chaveiro/contracts/support-limits'
import type { Address, Email } from 'postal-mime'

import type { App } from '../../platform/app.ts'
import { drawAside } from '../../platform/drawing/drawing-threads.ts'
import { Failure } from '../../platform/errors.ts'
import type { Actor } from '../audit/audit.service.ts'
import { noteRefusal, wasSentTo } from '../mails/mails.refusals.service.ts'
import type { reportIn } from './mail-bounce.rules.ts'
import { isAutomatic, isReport, isSigned, messageIdOf, namedIn } from './mail-in.rules.ts'
import { headIn, type letterIn, type MailFile } from './mail-letter.rules.ts'
import { keepWaiting } from './support.files.service.ts'
import { customerOf } from './support.queries.ts'
import { openSupport, saySupport } from './support.service.ts'
import { findTicket, type Ticket } from './tickets.queries.ts'

/** Why a mail was not kept; null when it was. */
export type Dropped =
  | 'unreadable'
  | 'returned'
  | 'automatic'
  | 'address'
  | 'ticket'
  | 'empty'
  | Failure['code']

/**
 * Keep a mail as what a ticket's customer says (P337): the address that staff's answer named as its
 * own proves the ticket. What comes after the time for opening it again opens a new one, so that
 * nothing is lost. A mail that came before is kept once. Throws ticket.too_many_messages, since
 * whoever brings the mail may come again.
 */
export async function receiveMail(app: App, raw: Buffer): Promise<Dropped | null> {
  const mail = await headIn(raw)
  if (!mail) return 'unreadable'
  if (isReport(mail.headers) && (await isReturned(app, raw))) return 'returned'
  if (isAutomatic(mail.headers)) return 'automatic'

  const named = namedIn(receiversOf(mail), app.config.supportMail!.domain)
  if (!named) return 'address'

  const meant = await ticketOf(app, named)
  if (!meant) return 'ticket'

  const { ticket, customer } = meant
  const letter = await readAside(app, raw)
  const { words, history, files } = letter ?? { words: '', history: '', files: [] }
  const { kept, leftOut } = await keepAll(app, customer.id, withWhole(words, files))
  if (letter && !words && !kept.length && !leftOut.length) return 'empty'

  return sayByMail(app, ticket, customer, {
    clientId: messageIdOf(mail, raw),
    text: shortened(words),
    files: kept,
    mail: { author: writerOf(mail, customer), history, leftOut, raw },
  })
}

/** The ticket that an address names with its right signature, and whose it is. */
async function ticketOf(app: App, named: NonNullable<ReturnType<typeof namedIn>>) {
  const ticket = await findTicket(app, named.ticketId)
  if (!ticket || !isSigned(app.config, ticket, named.signature)) return null

  const customer = await customerOf(app, ticket)

  return customer && { ticket, customer }
}

/**
 * What a mail says, read beside the thread that answers everybody. Null of one that takes too long or is
 * broken: then the mail itself is all that is shown. A second try is for one that waited behind such.
 */
async function readAside(app: App, raw: Buffer) {
  const read = () => drawAside<typeof letterIn>('letter', { raw })
  return read()
    .catch(read)
    .catch((error: unknown) => {
      app.log.warn({ error, bytes: raw.length }, 'a mail cannot be read and is kept as it came')
      return null
    })
}

/**
 * Whether it says that a mail of ours did not reach somebody, which is noted against their address
 * (F221). Only who got the mail knows its name, so nobody can say it of others.
 */
async function isReturned(app: App, raw: Buffer): Promise<boolean> {
  const bounce = await drawAside<typeof reportIn>('report', { raw }).catch(() => null)
  if (!bounce) return false

  const { id, addresses, reply } = bounce
  let isOurs = false

  for (const address of addresses)
    if (await wasSentTo(app, id, address)) {
      await noteRefusal(app, address, { reply, source: 'returned' })
      isOurs = true
    }

  return isOurs
}

type Customer = NonNullable<Awaited<ReturnType<typeof customerOf>>>
type Words = Parameters<typeof saySupport>[3]

async function sayByMail(
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

    const subject = ticket.subject || ticket.ticketId
    await openSupport(app, actor, { ...words, subject })

    return null
  }
}

/** Everybody whom a mail was meant for, also as those who carried it noted. */
function receiversOf({ to, cc, headers }: Email): string[] {
  const flat = (list: Address[] = []): string[] =>
    list.flatMap((one) => one.address ?? flat((one as { group?: Address[] }).group))
  const carried = headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value.trim().replace(/^<|>$/g, ''))

  return [...flat(to), ...flat(cc), ...carried]
}

/** Who wrote: the customer by his name, anybody else by the address that the mail names. */
function writerOf({ from }: Email, { name, email }: Customer): string {
  const address = from?.address?.toLowerCase() ?? ''
  return !address || address === email.toLowerCase() ? name : address.slice(0, 120)
}

const isLong = (words: string): boolean => words.length > supportLimits.text

const shortened = (words: string): string =>
  isLong(words) ? `${words.slice(0, supportLimits.text - 1).toWellFormed()}…` : words

/** What is longer than a message may be comes whole as a file. */
const withWhole = (words: string, files: MailFile[]): MailFile[] =>
  isLong(words) ? [{ name: 'mensagem.txt', bytes: Buffer.from(words) }, ...files] : files

const mostNames = 50

/** Keep the files that the shop takes; the names of the others, which stay in the mail alone. */
async function keepAll(app: App, ownerId: string, files: readonly MailFile[]) {
  const kept: string[] = []
  const leftOut: string[] = []

  for (const file of files) {
    const one =
      kept.length < supportLimits.files
        ? await keepWaiting(app, ownerId, { ...file, bytes: Buffer.from(file.bytes) }).catch(
            () => null,
          )
        : null

    if (one) kept.push(one.id)
    else leftOut.push(nameInOneLine(file.name))
  }

  return { kept, leftOut: leftOut.slice(0, mostNames) }
}

const nameInOneLine = (name: string): string =>
  name
    .slice(0, supportLimits.fileName)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .toWellFormed()
