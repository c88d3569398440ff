import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import { formatMoney } from '../../platform/text/money.ts'
import { templates, type TemplateName, type ValuesOf } from './templates/index.ts'
import type { Letter, Pen, Template } from './templates/template.ts'

/** Facts about the shop that the words of a mail need. */
export type Shop = {
  publicUrl: string
  timeZone: string
  site: Pick<SiteSettings, 'siteName' | 'contactEmail' | 'discordSupportLink' | 'supportDiscord'>
}

export type Receiver = { name: string; email: string; language: Language }

/**
 * The name in a greeting. A name that contains a web address is replaced by the email, since
 * anybody can register with anybody's email (D023).
 */
export const nameInMail = (name: string, email: string): string =>
  /:\/\/|www\.|\S\.\p{L}{2,}/iu.test(name) ? email : name

export type Writing<N extends TemplateName> = {
  shop: Shop
  name: N
  to: Receiver
  values: ValuesOf<N>
}

/** The words of a mail in its reader's language, and where to find help. */
export function writeLetter<N extends TemplateName>({
  shop,
  name,
  to,
  values,
}: Writing<N>): {
  letter: Letter
  help: Help
} {
  const { language } = to
  const helpLink = helpLinkOf(shop.site.discordSupportLink || shop.site.supportDiscord)

  const letterPen: Pen = {
    site: shop.site.siteName,
    name: nameInMail(to.name, to.email),
    help: helpLink,
    link: (path) => shop.publicUrl + path,
    money: (cents, currency) => formatMoney(cents, currency, language),
    date: (at) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: shop.timeZone }).format(at),
  }

  const { write } = templates[name] as Template<ValuesOf<N>>
  const letterWords = inLanguage(language, write)(values, letterPen)

  return { letter: { ...letterWords, subject: inOneLine(letterWords.subject) }, help: helpLink }
}

type Help = { label: string; url: string } | null

const helpLinkOf = (url: string): Help =>
  /^https?:\/\//i.test(url)
    ? { label: url.replace(/^https?:\/\//i, '').replace(/\/$/, ''), url }
    : null

/** A subject of one line, at most 150 characters: a line break could start another header. */
const inOneLine = (subject: string): string => {
  const singleLine = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return singleLine.length > 150 ? `${[...singleLine].slice(0, 149).join('')}…` : singleLine
}
