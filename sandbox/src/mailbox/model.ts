import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

import { isoTime } from '../core/clock.ts'
import type { Core } from '../core/core.ts'
import { randomText } from '../core/ids.ts'
import type { Row, Table } from '../core/state.ts'

type Attachment = { name: string; contentType: string; size: number }

/** A mail that the store sent; `recipients` are from the envelope, not from the headers. */
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

const KEPT = 5000

/** The mailbox: metadata in the state, each raw message in a file. */
export type Mailbox = {
  keep(raw: Buffer, envelope: { from: string; to: string[] }): Promise<Mail>
  /** Newest first; `to` filters by recipient address. */
  list(to?: string): Mail[]
  get(id: string): Mail | undefined
  raw(id: string): Buffer | undefined
  attachment(
    id: string,
    index: number,
  ): Promise<{ name: string; contentType: string; content: Buffer } | undefined>
  clear(): void
  /** Address of the STARTTLS server, and the authority of its certificate. */
  places: { starttls: string; ca: string }
}

export function openMailbox(core: Core): Mailbox {
  const table: Table<Mail> = core.state.table('mail')
  const folder = join(core.stateDir, 'mail')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string): string => join(folder, `${id}.eml`)

  const remove = (id: string): void => {
    table.remove(id)
    rmSync(pathOf(id), { force: true })
  }

  const raw = (id: string): Buffer | undefined =>
    table.get(id) && existsSync(pathOf(id)) ? readFileSync(pathOf(id)) : undefined

  return {
    places: { starttls: '', ca: '' },

    async keep(message, envelope) {
      const mail = await readMail(message, envelope, isoTime(core.clock.now()))
      writeFileSync(pathOf(mail.id), message, { mode: 0o600 })
      table.save(mail)
      if (table.size > KEPT) remove(table.all()[0]!.id)

      return mail
    },

    list: (to) =>
      table
        .newestFirst()
        .filter(
          (mail) => !to || mail.recipients.some((one) => one.toLowerCase() === to.toLowerCase()),
        ),

    get: (id) => table.get(id),
    raw,

    async attachment(id, index) {
      const message = raw(id)
      const part = message && (await PostalMime.parse(message)).attachments[index]

      return part
        ? {
            name: part.filename ?? `attachment-${index}`,
            contentType: part.mimeType,
            content: bytesOf(part.content),
          }
        : undefined
    },

    clear: () => {
      for (const mail of table.all()) remove(mail.id)
    },
  }
}

async function readMail(
  message: Buffer,
  envelope: { from: string; to: string[] },
  date: string,
): Promise<Mail> {
  const email = await PostalMime.parse(message)
  return {
    id: randomText(16),
    from: email.from?.address ?? envelope.from,
    fromName: email.from?.name ?? '',
    to: envelope.to.join(', '),
    recipients: envelope.to,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    messageId: email.messageId ?? '',
    date,
    attachments: email.attachments.map((one) => ({
      name: one.filename ?? '',
      contentType: one.mimeType,
      size: bytesOf(one.content).length,
    })),
    headers: email.headers.map((header) => ({
      name: header.originalKey ?? header.key,
      value: header.value,
    })),
  }
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array)
