import PostalMime, { type Attachment, type Email } from 'postal-mime'

import { letterOf, type Letter } from './mail-history.rules.ts'
import { wordsOfHtml } from './mail-html.rules.ts'

export type MailFile = { name: string; bytes: Buffer }

/**
 * What a mail says, what it quotes and which files it has. The marked up words count where the plain
 * ones are blank, as some phones send them.
 */
export function readLetter(mail: Email): Letter & { files: MailFile[] } {
  const text = isBlank(mail.text) ? wordsOfHtml(mail.html ?? '') : mail.text!

  return { ...letterOf(text, mail.subject), files: mail.attachments.map(fileOf) }
}

const isBlank = (text: string | undefined): boolean =>
  !/[^\s\u00ad\u200b-\u200d\ufeff]/.test(text ?? '')

/**
 * Whatever is no text is a file: phones and web mail put photos and screenshots into the text, where
 * they are called inline.
 */
const fileOf = ({ filename, mimeType, content }: Attachment): MailFile => ({
  name: filename || `anexo.${mimeType.split('/').at(-1) || 'bin'}`,
  bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
})

const mostNesting = 20

/** The head of a mail is read where it comes in: it has to be short. */
const mostHead = 64 * 1024

/** A mail without its body; null when it cannot be read. */
export async function headIn(raw: Buffer): Promise<Email | null> {
  const start = raw.toString('latin1', 0, mostHead)
  const end = start.search(/\r?\n\r?\n/)
  const head = Buffer.from(end < 0 ? start : `${start.slice(0, end)}\r\n\r\n`, 'latin1')

  return PostalMime.parse(head, { maxNestingDepth: 1 }).catch(() => null)
}

/** What a mail says, in the thread that reads: a mail of lines alone takes seconds. */
export async function letterIn({
  raw,
}: {
  raw: Uint8Array
}): Promise<ReturnType<typeof readLetter>> {
  return readLetter(await parsed(raw))
}

/** The whole of a mail. Throws when it cannot be read. */
export const parsed = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(raw as Uint8Array<ArrayBuffer>, { maxNestingDepth: mostNesting })
