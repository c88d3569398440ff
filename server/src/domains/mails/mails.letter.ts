import { accentTone, type Tone } from '@chaveiro/contracts/accent'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { Accent } from './mails.look.ts'
import { renderHtml } from './mails.render.ts'
import type { Sheet } from './mails.sheet.ts'
import { writeLetter, type Shop as WordsOfShop, type Writing as Words } from './mails.words.ts'
import type { TemplateName } from './templates/index.ts'
import { helpTexts, type Block, type Fact } from './templates/template.ts'

/** The shop as a drawn mail shows it: also with the seller, the colour, the logo and the icon. */
export type Shop = WordsOfShop & {
  site: {
    seller?: string | undefined
    accentColor?: string
    logo?: Sheet['logo']
    /** The URL of the shop's own icon; without one the mail has the house's mark. */
    icon?: string | undefined
  }
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
  const accentColor = site.accentColor ?? ''
  const accent = { light: accentTone(accentColor, 'light'), dark: accentTone(accentColor, 'dark') }

  const mailSheet: Sheet = {
    language: writing.to.language,
    site: site.siteName,
    home: publicUrl,
    help,
    contact: site.contactEmail,
    seller: site.seller,
    accent,
    cut: letter.cut ?? site.siteName,
    mark: site.icon ? { light: site.icon } : houseMark(accent, publicUrl),
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

/** The house's mark in the colours that are read on the accent; often both themes have the same. */
function houseMark({ light, dark }: Accent, publicUrl: string): Sheet['mark'] {
  const markUrl = ({ on }: Tone) => `${publicUrl}/icons/mark-${on.slice(1)}.png`
  return { light: markUrl(light), dark: dark.on === light.on ? undefined : markUrl(dark) }
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
    facts.map(([name, value]) => (value ? `${name}: ${value}` : name)).join('\n')

  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'button':
      return `${block.label}: ${block.url}`
    case 'facts':
      return factLines(block.rows)
    case 'goods':
      return factLines([...block.rows.map(({ name, value }): Fact => [name, value]), ...block.sum])
    case 'code':
      return `${block.title}\n${block.name}: ${block.code}`
    case 'keys':
      return `${block.title}\n${factLines(block.keys)}`
  }
}
