import PostalMime, { type Attachment, type Email } from 'postal-mime'

import { letterOf, type Letter } from './mail-history.rules.ts'
import { wordsOfHtml } from './mail-html.rules.ts'

export type MailFile = { name: string; bytes: Buffer }

/**
 * The words, history and files of a mail. The HTML is read only when the plain text is blank, as in
 * mails of some phones.
 */
export function readLetter(mail: Email): Letter & { files: MailFile[] } {
  const letterText = isBlankText(mail.text) ? wordsOfHtml(mail.html ?? '') : mail.text!

  return { ...letterOf(letterText, mail.subject), files: mail.attachments.map(fileFromPart) }
}

const isBlankText = (text: string | undefined): boolean =>
  !/[^\s\u00ad\u200b-\u200d\ufeff]/.test(text ?? '')

/** Every part that is not text is a file: phones and web mail put photos inline. */
const fileFromPart = ({ filename, mimeType, content }: Attachment): MailFile => ({
  name: filename || `anexo.${mimeType.split('/').at(-1) || 'bin'}`,
  bytes: Buffer.from(content as ArrayBuffer),
})

const maxNesting = 20

/** The head is parsed in the request, so it has to be short. */
const maxHeadBytes = 64 * 1024

/** A mail without its body; null when it cannot be parsed. */
export async function parseHead(raw: Buffer): Promise<Email | null> {
  const headText = raw.toString('latin1', 0, maxHeadBytes)
  const headLength = headText.search(/\r?\n\r?\n/)
  const headBytes = Buffer.from(
    headLength < 0 ? headText : `${headText.slice(0, headLength)}\r\n\r\n`,
    'latin1',
  )

  return PostalMime.parse(headBytes, { maxNestingDepth: 1 }).catch(() => null)
}

/** Runs in the worker thread: a mail of many lines takes seconds. */
export async function parseLetterOf({
  raw,
}: {
  raw: Uint8Array
}): Promise<ReturnType<typeof readLetter>> {
  return readLetter(await parseMail(raw))
}

/** The whole mail. Throws when it cannot be parsed. */
export const parseMail = (raw: Uint8Array): Promise<Email> =>
  PostalMime.parse(raw as Uint8Array<ArrayBuffer>, { maxNestingDepth: maxNesting })
