import { inLanguage } from '@chaveiro/contracts/localized'

import type { Sheet } from './mails.layout.ts'
import { renderHtml } from './mails.render.ts'
import { writeLetter, type Shop as WordsOfShop, type Writing as Words } from './mails.words.ts'
import type { TemplateName } from './templates/index.ts'
import { helpTexts, type Block, type Fact } from './templates/template.ts'

/** The shop as a drawn mail shows it: also with the seller and the logo. */
export type Shop = WordsOfShop & {
  site: { seller?: string | undefined; logo?: Sheet['logo'] }
}

export type WrittenMail = { subject: string; text: string; html: string; sheet: Sheet }
export type Writing<N extends TemplateName> = Words<N> & { shop: Shop }

/**
 * Writes a mail in its reader's language: the subject, the text part and the HTML. It loads React,
 * so only the drawing thread calls it.
 */
export async function writeMail<N extends TemplateName>(writing: Writing<N>): Promise<WrittenMail> {
  const { site, publicUrl } = writing.shop
  const { letter, help } = writeLetter(writing)

  const mailSheet: Sheet = {
    language: writing.to.language,
    site: site.siteName,
    home: publicUrl,
    help,
    contact: site.contactEmail,
    seller: site.seller,
    logo: site.logo,
    letter,
  }

  return {
    subject: letter.subject,
    text: sheetText(mailSheet),
    html: await renderHtml(mailSheet),
    sheet: mailSheet,
  }
}

function sheetText({ language, site, home, help, contact, seller, letter }: Sheet): string {
  const contacts = [help?.url, contact].filter(Boolean).join(', ')
  return [
    letter.subject,
    ...letter.body.map(blockText),
    '--',
    letter.why,
    ...(contacts ? [`${inLanguage(language, helpTexts).help} ${contacts}`] : []),
    `${site} · ${home}`,
    ...(seller ? [seller] : []),
  ].join('\n\n')
}

function blockText(block: Block): string {
  const factLines = (facts: readonly Fact[]) =>
    facts.map(([name, value]) => `${name}: ${value}`).join('\n')

  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'button':
      return `${block.label}: ${block.url}`
    case 'facts':
      return factLines(block.rows)
    case 'goods':
      return factLines([...block.rows, ...block.sum])
    case 'keys':
      return `${block.title}\n${factLines(block.keys)}`
  }
}
