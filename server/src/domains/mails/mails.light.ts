import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'

import type { Mail } from '../../ports/mail.ts'

const filesNotes: Localized<(names: string) => string> = {
  'pt-BR': (names) =>
    `O servidor de e-mail não aceita anexos deste tamanho. Você encontra ${names} na sua conta:`,
  'en-US': (names) =>
    `The mail server does not take files of this size. Find ${names} in your account:`,
}

/** A mail without its files, for a server with a size limit; a note says where to find them. */
export function withoutFiles(mail: Mail, language: Language, publicUrl: string): Mail {
  const fileNames = (mail.attachments ?? []).map(({ fileName }) => fileName).join(', ')
  const filesNote = `${inLanguage(language, filesNotes)(fileNames)} ${publicUrl}/dashboard/orders`
  const escapedNote = filesNote.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  return {
    ...mail,
    text: `${mail.text}\n\n${filesNote}`,
    html: appendToBody(mail.html, `<p>${escapedNote}</p>`),
    attachments: undefined,
  }
}

function appendToBody(html: string, fragment: string): string {
  const bodyEnd = html.lastIndexOf('</body>')
  return bodyEnd < 0 ? html + fragment : html.slice(0, bodyEnd) + fragment + html.slice(bodyEnd)
}
