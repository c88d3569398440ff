import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

import { isoInstant } from '../core/clock.ts'
import type { Core } from '../core/core.ts'
import { randomText } from '../core/ids.ts'
import type { Row, Table } from '../core/state.ts'

type Attachment = { name: string; contentType: string; size: number }

/** A mail that the store sent; `recipients` come from the envelope, not from the headers. */
export type Mail = Row & {
  from: string
  fromName: string
  to: string
  recipients: string[]
  subject: string
  text: string
  html: string
  attachments: Attachment[]
  headers: { name: string; value: string }[]
  messageId: string
  date: string
}

const MAX_MAILS = 5000

/** The mailbox: metadata in the state, each raw message in a file. */
export type Mailbox = {
  keep(rawMessage: Buffer, envelope: { from: string; to: string[] }): Promise<Mail>
  /** Mails, newest first; `to` filters by recipient address. */
  list(to?: string): Mail[]
  get(id: string): Mail | undefined
  raw(id: string): Buffer | undefined
  attachment(
    id: string,
    index: number,
  ): Promise<{ name: string; contentType: string; content: Buffer } | undefined>
  clear(): void
  /** The address of the STARTTLS server, and the authority of its certificate. */
  places: { starttls: string; ca: string }
}

export function openMailbox(core: Core): Mailbox {
  const mailTable: Table<Mail> = core.state.table('mail')
  const mailFolder = join(core.stateDir, 'mail')
  mkdirSync(mailFolder, { recursive: true, mode: 0o700 })
  const messagePath = (id: string): string => join(mailFolder, `${id}.eml`)

  const removeMail = (id: string): void => {
    mailTable.remove(id)
    rmSync(messagePath(id), { force: true })
  }

  const rawMessage = (id: string): Buffer | undefined =>
    mailTable.get(id) && existsSync(messagePath(id)) ? readFileSync(messagePath(id)) : undefined

  return {
    places: { starttls: '', ca: '' },

    async keep(messageBytes, envelope) {
      const mail = await parseMail(messageBytes, envelope, isoInstant(core.clock.now()))
      writeFileSync(messagePath(mail.id), messageBytes, { mode: 0o600 })
      mailTable.save(mail)
      if (mailTable.size > MAX_MAILS) removeMail(mailTable.all()[0]!.id)

      return mail
    },

    list: (to) =>
      mailTable
        .newestFirst()
        .filter(
          (mail) => !to || mail.recipients.some((one) => one.toLowerCase() === to.toLowerCase()),
        ),

    get: (id) => mailTable.get(id),
    raw: rawMessage,

    async attachment(id, index) {
      const messageBytes = rawMessage(id)
      const attachmentPart =
        messageBytes && (await PostalMime.parse(messageBytes)).attachments[index]

      return attachmentPart
        ? {
            name: attachmentPart.filename ?? `attachment-${index}`,
            contentType: attachmentPart.mimeType,
            content: contentBytes(attachmentPart.content),
          }
        : undefined
    },

    clear: () => {
      for (const mail of mailTable.all()) removeMail(mail.id)
    },
  }
}

async function parseMail(
  messageBytes: Buffer,
  envelope: { from: string; to: string[] },
  date: string,
): Promise<Mail> {
  const parsedMail = await PostalMime.parse(messageBytes)
  return {
    id: randomText(16),
    from: parsedMail.from?.address ?? envelope.from,
    fromName: parsedMail.from?.name ?? '',
    to: envelope.to.join(', '),
    recipients: envelope.to,
    subject: parsedMail.subject ?? '',
    text: parsedMail.text ?? '',
    html: parsedMail.html ?? '',
    messageId: parsedMail.messageId ?? '',
    date,
    attachments: parsedMail.attachments.map((one) => ({
      name: one.filename ?? '',
      contentType: one.mimeType,
      size: contentBytes(one.content).length,
    })),
    headers: parsedMail.headers.map((header) => ({
      name: header.originalKey ?? header.key,
      value: header.value,
    })),
  }
}

const contentBytes = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)
