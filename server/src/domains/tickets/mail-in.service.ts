import { supportLimits } from '@chaveiro/contracts/support-limits'
import PostalMime, { type Address, type Email } from 'postal-mime'
import type { App } from '../../platform/app.ts'
import { Failure } from '../../platform/errors.ts'
import type { Actor } from '../audit/audit.service.ts'
import { wordsOfHtml } from './mail-html.rules.ts'
import { isAutomatic, isSigned, messageIdOf, namedIn, ownWords } from './mail-in.rules.ts'
import { keepWaiting } from './support.files.service.ts'
import { customerOf } from './support.queries.ts'
import { openSupport, saySupport } from './support.service.ts'
import { findTicket, type Ticket } from './tickets.queries.ts'

/** Why a mail was not kept; null when it was. */
export type Dropped = 'unreadable' | 'automatic' | 'address' | 'ticket' | 'empty' | Failure['code']

/**
 * Keep a mail as what a ticket's customer says (P337): the address that staff's answer named as its
 * own proves the ticket. What comes after the time for opening it again opens a new one, so that
 * nothing is lost. A mail that came before is kept once. Throws ticket.too_many_messages, since
 * whoever brings the mail may come again.
 */
export async function receiveMail(app: App, raw: Buffer): Promise<Dropped | null> {
  const mail = await PostalMime.parse(raw, { maxNestingDepth: 20 }).catch(() => null)
  if (!mail) return 'unreadable'
  if (isAutomatic(mail.headers)) return 'automatic'
  const named = namedIn(receiversOf(mail), app.config.supportMail!.domain)
  if (!named) return 'address'
  const ticket = await findTicket(app, named.ticketId)
  if (!ticket || !isSigned(app.config, ticket, named.signature)) return 'ticket'
  const customer = await customerOf(app, ticket)
  if (!customer) return 'ticket'
  const text = ownWords(mail.text?.trim() ? mail.text : wordsOfHtml(mail.html ?? ''))
  const { files, refused } = await filesOf(app, customer.id, mail, text)
  const said = [text.slice(0, supportLimits.text - 500).toWellFormed(), ...refused].join('\n')
  if (!said.trim() && !files.length) return 'empty'
  return sayByMail(app, ticket, customer, {
    clientId: messageIdOf(mail, raw),
    text: said.trim(),
    files,
    channel: 'mail' as const,
    author: writerOf(mail, customer),
  })
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

/** The files of a mail as the shop takes them; which it did not take is said by their names. */
async function filesOf(app: App, ownerId: string, mail: Email, text: string) {
  const given = mail.attachments
    .filter(({ related, disposition }) => !related && disposition !== 'inline')
    .map(({ filename, content }) => ({
      name: filename ?? 'anexo',
      bytes: Buffer.from(content as ArrayBuffer),
    }))
  // What is longer than a message may be comes whole as a file.
  if (text.length > supportLimits.text - 500)
    given.unshift({ name: 'mensagem.txt', bytes: Buffer.from(text) })
  const files: string[] = []
  const refused: string[] = []
  for (const file of given) {
    const kept =
      files.length < supportLimits.files
        ? await keepWaiting(app, ownerId, file).catch(() => null)
        : null
    if (kept) files.push(kept.id)
    else refused.push(`[${file.name.slice(0, 60)}]`)
  }
  return { files, refused: refused.slice(0, 7) }
}
