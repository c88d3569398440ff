import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'

import type { Mail } from '../../ports/mail.ts'

const leftOut: Localized<(names: string) => string> = {
  'pt-BR': (names) =>
    `O servidor de e-mail não aceita anexos deste tamanho. Você encontra ${names} na sua conta:`,
  'en-US': (names) =>
    `The mail server does not take files of this size. Find ${names} in your account:`,
}

/** A mail without its files, for a server that takes no larger one; it says where they are. */
export function withoutFiles(mail: Mail, language: Language, publicUrl: string): Mail {
  const names = (mail.attachments ?? []).map(({ fileName }) => fileName).join(', ')
  const note = `${inLanguage(language, leftOut)(names)} ${publicUrl}/dashboard/orders`
  const escaped = note.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  return {
    ...mail,
    text: `${mail.text}\n\n${note}`,
    html: atTheEnd(mail.html, `<p>${escaped}</p>`),
    attachments: undefined,
  }
}

function atTheEnd(html: string, piece: string): string {
  const end = html.lastIndexOf('</body>')
  return end < 0 ? html + piece : html.slice(0, end) + piece + html.slice(end)
}
