import type { Attachment, Email } from 'postal-mime'
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
