import type { SiteSettings } from '@chaveiro/contracts/defaults'
import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { formatMoney } from '../../platform/money.ts'
import type { Sheet } from './mails.layout.ts'
import { htmlOf } from './mails.render.ts'
import { helpTexts, type Block, type Fact, type Pen, type Template } from './mails.template.ts'
import { templates, type TemplateName, type ValuesOf } from './templates/index.ts'

export type Shop = {
  publicUrl: string
  timeZone: string
  site: Pick<
    SiteSettings,
    'siteName' | 'contactEmail' | 'discordSupportLink' | 'supportDiscord'
  > & {
    seller?: string | undefined
    logo?: Sheet['logo']
  }
}
export type Receiver = { name: string; email: string; language: Language }
export type WrittenMail = { subject: string; text: string; html: string; sheet: Sheet }

/**
 * How a mail greets: by name, unless the name carries an address for the reader to follow; anybody
 * can register with anybody's email (D23).
 */
export const nameInMail = (name: string, email: string): string =>
  /:\/\/|www\.|\S\.\p{L}{2,}/iu.test(name) ? email : name

export type Writing<N extends TemplateName> = {
  shop: Shop
  name: N
  to: Receiver
  values: ValuesOf<N>
}

/**
 * The words of a mail in its reader's language, its text part and its HTML. It brings React along:
 * the drawing thread calls it.
 */
export async function writeMail<N extends TemplateName>({
  shop,
  name,
  to,
  values,
}: Writing<N>): Promise<WrittenMail> {
  const { language } = to
  const help = helpOf(shop.site.discordSupportLink || shop.site.supportDiscord)
  const pen: Pen = {
    site: shop.site.siteName,
    name: nameInMail(to.name, to.email),
    help,
    link: (path) => shop.publicUrl + path,
    money: (cents, currency) => formatMoney(cents, currency, language),
    date: (at) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: shop.timeZone }).format(at),
  }
  const { write } = templates[name] as Template<ValuesOf<N>>
  const written = inLanguage(language, write)(values, pen)
  const letter = { ...written, subject: oneLine(written.subject) }
  const sheet: Sheet = {
    language,
    site: pen.site,
    home: shop.publicUrl,
    help,
    contact: shop.site.contactEmail,
    seller: shop.site.seller,
    logo: shop.site.logo,
    letter,
  }
  return { subject: letter.subject, text: textOf(sheet), html: await htmlOf(sheet), sheet }
}

const helpOf = (url: string): Sheet['help'] =>
  /^https?:\/\//i.test(url)
    ? { label: url.replace(/^https?:\/\//i, '').replace(/\/$/, ''), url }
    : null

/**
 * A subject is one line: no break can begin another header, and a mailbox shows no more than this
 * anyway.
 */
const oneLine = (subject: string): string => {
  const line = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.length > 150 ? `${[...line].slice(0, 149).join('')}…` : line
}

function textOf({ language, site, home, help, contact, seller, letter }: Sheet): string {
  const ask = [help?.url, contact].filter(Boolean).join(', ')
  return [
    letter.subject,
    ...letter.body.map(blockText),
    '--',
    letter.why,
    ...(ask ? [`${inLanguage(language, helpTexts).help} ${ask}`] : []),
    `${site} · ${home}`,
    ...(seller ? [seller] : []),
  ].join('\n\n')
}

function blockText(block: Block): string {
  const rows = (given: readonly Fact[]) =>
    given.map(([name, value]) => `${name}: ${value}`).join('\n')
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'button':
      return `${block.label}: ${block.url}`
    case 'facts':
      return rows(block.rows)
    case 'goods':
      return rows([...block.rows, ...block.sum])
    case 'keys':
      return `${block.title}\n${rows(block.keys)}`
  }
}
