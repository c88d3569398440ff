import { inLanguage } from '@chaveiro/contracts/localized'

import type { Sheet } from './mails.layout.ts'
import { htmlOf } from './mails.render.ts'
import { lettered, type Shop as WordsOfShop, type Writing as Words } from './mails.words.ts'
import type { TemplateName } from './templates/index.ts'
import { helpTexts, type Block, type Fact } from './templates/template.ts'

/** The shop as a drawn mail shows it. */
export type Shop = WordsOfShop & {
  site: { seller?: string | undefined; logo?: Sheet['logo'] }
}

export type WrittenMail = { subject: string; text: string; html: string; sheet: Sheet }
export type Writing<N extends TemplateName> = Words<N> & { shop: Shop }

/**
 * The words of a mail in its reader's language, its text part and its HTML. It brings React along:
 * the drawing thread calls it.
 */
export async function writeMail<N extends TemplateName>(writing: Writing<N>): Promise<WrittenMail> {
  const { site, publicUrl } = writing.shop
  const { letter, help } = lettered(writing)

  const sheet: Sheet = {
    language: writing.to.language,
    site: site.siteName,
    home: publicUrl,
    help,
    contact: site.contactEmail,
    seller: site.seller,
    logo: site.logo,
    letter,
  }

  return { subject: letter.subject, text: textOf(sheet), html: await htmlOf(sheet), sheet }
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
