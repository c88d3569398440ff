import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { createElement as h, type CSSProperties, type ReactElement } from 'react'

import { drawBlock } from './mails.blocks.ts'
import { mailColours, wrapStyle, inkColours } from './mails.look.ts'
import { helpTexts, type Letter } from './templates/template.ts'

// The single layout of all mails. Gmail strips <style> and knows no variables, so the light theme
// is inline on the elements. <style> only adds dark mode and narrow screens. A mail has no images
// of other sites, no scripts and no web fonts. React escapes every value.

export type Sheet = {
  language: Language
  site: string
  home: string
  help: { label: string; url: string } | null
  contact: string
  /** The seller's name and tax number, which the law requires. */
  seller?: string | undefined
  /** URLs of the shop's logo, 32 px high; `dark` is for dark backgrounds. */
  logo?: { width: number; light: string; dark?: string | undefined } | undefined
  letter: Letter
}

const darkStyles = `@media (prefers-color-scheme:dark){
.ground{background:#080b12!important}
.surface{background:#0e131d!important;border-color:#232c3d!important}
.ink{color:${inkColours.dark}!important}
.muted{color:#9dabc2!important}
.line{border-color:#232c3d!important}
.raised{background:#151c29!important}
.act{background:#2ee6a8!important;color:#03140d!important}
.way{color:#2ee6a8!important}
.on-light{display:none!important}
.on-dark{display:inline-block!important;max-height:none!important}
}
@media (max-width:480px){
.surface{padding:20px 16px!important}
.wide{display:block!important;text-align:center!important}
}`

/** A whole mail as an HTML page. */
export function Mail(sheet: Sheet): ReactElement {
  const { language, letter } = sheet
  return h(
    'html',
    { lang: language, dir: 'ltr' },
    drawHead(letter.subject),
    h(
      'body',
      {
        className: 'ground',
        style: {
          margin: 0,
          padding: 0,
          background: mailColours.ground,
          fontFamily: `Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`,
          WebkitTextSizeAdjust: '100%',
        },
      },
      drawHint(letter.hint),
      layoutTable(
        { className: 'ground', style: { background: mailColours.ground } },
        h(
          'tr',
          null,
          h('td', { align: 'center', style: { padding: '24px 12px' } }, drawSheet(sheet)),
        ),
      ),
    ),
  )
}

const drawHead = (subject: string): ReactElement =>
  h(
    'head',
    null,
    h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no' }),
    h('title', null, subject),
    h('style', { dangerouslySetInnerHTML: { __html: darkStyles } }),
  )

/**
 * The preview text behind the subject in a list of mails. The spaces push the first words of the
 * mail out of the preview.
 */
const drawHint = (hint: string): ReactElement =>
  h(
    'div',
    {
      style: {
        display: 'none',
        overflow: 'hidden',
        maxHeight: 0,
        maxWidth: 0,
        opacity: 0,
        lineHeight: '1px',
      },
    },
    hint,
    '\u00a0\u200c'.repeat(60),
  )

/** A table that only arranges content; its role hides the table from screen readers. */
const layoutTable = (
  look: { className?: string; style: CSSProperties },
  ...rows: ReactElement[]
): ReactElement =>
  h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      ...look,
    },
    h('tbody', null, ...rows),
  )

const drawSheet = (sheet: Sheet): ReactElement =>
  layoutTable(
    { style: { maxWidth: '560px', tableLayout: 'fixed' } },
    drawSite(sheet),
    drawLetter(sheet.letter),
    drawFoot(sheet),
  )

const drawSite = ({ home, site, logo }: Sheet): ReactElement =>
  h(
    'tr',
    null,
    h(
      'td',
      { style: { padding: '0 4px 16px' } },
      h(
        'a',
        {
          href: home,
          className: 'ink',
          style: {
            ...wrapStyle,
            color: mailColours.ink,
            fontSize: '18px',
            lineHeight: '24px',
            fontWeight: 700,
            textDecoration: 'none',
          },
        },
        ...(logo ? drawLogo(logo, site) : [site]),
      ),
    ),
  )

/**
 * The logo; its alt text shows when pictures are not loaded. The dark logo is hidden until dark
 * mode.
 */
function drawLogo(
  { width, light, dark }: NonNullable<Sheet['logo']>,
  site: string,
): ReactElement[] {
  const drawPicture = (src: string, className: string | undefined, style: CSSProperties) =>
    h('img', { key: src, src, alt: site, width, height: 32, className, style })
  const visibleStyle: CSSProperties = { display: 'inline-block', border: 0, maxWidth: '100%' }

  return [
    drawPicture(light, dark && 'on-light', visibleStyle),
    ...(dark
      ? [drawPicture(dark, 'on-dark', { ...visibleStyle, display: 'none', maxHeight: 0 })]
      : []),
  ]
}

const drawLetter = (letter: Letter): ReactElement =>
  h(
    'tr',
    null,
    h(
      'td',
      {
        className: 'surface',
        style: {
          background: mailColours.surface,
          border: `1px solid ${mailColours.line}`,
          borderRadius: '12px',
          padding: '28px 28px 20px',
          textAlign: 'left',
        },
      },
      h(
        'h1',
        {
          className: 'ink',
          style: {
            ...wrapStyle,
            margin: '0 0 16px',
            fontSize: '21px',
            lineHeight: '28px',
            color: mailColours.ink,
          },
        },
        letter.subject,
      ),
      ...letter.body.map(drawBlock),
    ),
  )

/** Why the mail was sent, where to find help, and whose shop it is. */
function drawFoot({ language, site, home, help, contact, seller, letter }: Sheet): ReactElement {
  return h(
    'tr',
    null,
    h(
      'td',
      {
        className: 'muted',
        style: {
          ...wrapStyle,
          padding: '16px 4px 0',
          fontSize: '13px',
          lineHeight: '20px',
          color: mailColours.muted,
          textAlign: 'left',
        },
      },
      h('p', { style: { margin: '0 0 8px' } }, letter.why),
      help || contact ? drawHelp({ language, help, contact }) : null,
      h(
        'p',
        { style: { margin: 0 } },
        site,
        ' · ',
        drawLink(home, home.replace(/^https?:\/\//, '')),
      ),
      seller ? h('p', { style: { margin: '8px 0 0' } }, seller) : null,
    ),
  )
}

function drawHelp({
  language,
  help,
  contact,
}: Pick<Sheet, 'language' | 'help' | 'contact'>): ReactElement {
  const languageTexts = inLanguage(language, helpTexts)
  return h(
    'p',
    { style: { margin: '0 0 8px' } },
    languageTexts.help,
    ' ',
    help ? drawLink(help.url, help.label) : null,
    help && contact ? ` ${languageTexts.or} ` : null,
    contact ? drawLink(`mailto:${contact}`, contact) : null,
  )
}

const drawLink = (url: string, label: string): ReactElement =>
  h('a', { href: url, className: 'way', style: { color: mailColours.accent } }, label)
