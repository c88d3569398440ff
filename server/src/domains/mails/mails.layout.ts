import { inLanguage } from '@chaveiro/contracts/localized'
import { createElement as h, type CSSProperties, type ReactElement } from 'react'

import { drawBand } from './mails.band.ts'
import { drawBlock } from './mails.blocks.ts'
import {
  darkColours,
  displayFonts,
  mailColours,
  textFonts,
  wrapStyle,
  type Accent,
} from './mails.look.ts'
import type { Sheet } from './mails.sheet.ts'
import { helpTexts } from './templates/template.ts'

// The single layout of all mails. Gmail strips <style> and knows no variables, so the light theme
// is inline on the elements. <style> only adds dark mode and narrow screens. A mail has no images
// of other sites, no scripts and no web fonts. React escapes every value.

const darkStyles = ({ dark }: Accent): string => `@media (prefers-color-scheme:dark){
.ground{background:${darkColours.ground}!important}
.surface{background:${darkColours.surface}!important}
.ink{color:${darkColours.ink}!important}
.muted{color:${darkColours.muted}!important}
.line{border-color:${darkColours.line}!important}
.raised{background:${darkColours.raised}!important}
.blade{background:${darkColours.ink}!important;color:${darkColours.ground}!important}
.band,.act{background:${dark.color}!important}
.act,.on{color:${dark.on}!important}
.way{color:${darkColours.ink}!important;border-color:${dark.color}!important}
.on-light{display:none!important}
.on-dark{display:inline-block!important;max-height:none!important}
}
@media (max-width:480px){
.sheet{padding:16px 16px 12px!important}
.name{padding-left:16px!important;padding-right:16px!important}
.blade{font-size:14px!important}
.wide{display:block!important;text-align:center!important}
}`

/** A whole mail as an HTML page. */
export function Mail(sheet: Sheet): ReactElement {
  const { language, letter } = sheet
  return h(
    'html',
    { lang: language, dir: 'ltr' },
    drawHead(sheet),
    h(
      'body',
      {
        className: 'ground',
        style: {
          margin: 0,
          padding: 0,
          background: mailColours.ground,
          fontFamily: textFonts,
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

const drawHead = ({ letter, accent }: Sheet): ReactElement =>
  h(
    'head',
    null,
    h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no' }),
    h('title', null, letter.subject),
    h('style', { dangerouslySetInnerHTML: { __html: darkStyles(accent) } }),
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
    ...drawBand(sheet),
    drawLetter(sheet),
    drawFoot(sheet),
  )

const drawLetter = ({ letter, accent }: Sheet): ReactElement =>
  h(
    'tr',
    null,
    h(
      'td',
      {
        className: 'surface sheet',
        style: {
          background: mailColours.surface,
          padding: '24px 28px 16px',
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
            fontFamily: displayFonts,
            fontSize: '28px',
            lineHeight: '32px',
            fontWeight: 800,
            letterSpacing: '-0.02em',
            color: mailColours.ink,
          },
        },
        keepNumbers(letter.subject),
      ),
      ...letter.body.map((block, key) => drawBlock(block, { key, accent })),
    ),
  )

/** The number of an order or ticket is not broken at its hyphen. */
const keepNumbers = (words: string): (ReactElement | string)[] =>
  words
    .split(/(\b[A-Z]{1,8}-\d{1,12})/)
    .map((part, at) =>
      at % 2 ? h('span', { key: at, style: { whiteSpace: 'nowrap' } }, part) : part,
    )

/** Why the mail was sent, where to find help, and whose shop it is. */
function drawFoot(sheet: Sheet): ReactElement {
  const { language, site, home, help, contact, seller, letter, accent } = sheet

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
      help || contact ? drawHelp({ language, help, contact, accent }) : null,
      h(
        'p',
        { style: { margin: 0 } },
        site,
        ' · ',
        drawLink(home, home.replace(/^https?:\/\//, ''), accent),
      ),
      seller ? h('p', { style: { margin: '8px 0 0' } }, seller) : null,
    ),
  )
}

function drawHelp({
  language,
  help,
  contact,
  accent,
}: Pick<Sheet, 'language' | 'help' | 'contact' | 'accent'>): ReactElement {
  const languageTexts = inLanguage(language, helpTexts)
  return h(
    'p',
    { style: { margin: '0 0 8px' } },
    languageTexts.help,
    ' ',
    help ? drawLink(help.url, help.label, accent) : null,
    help && contact ? ` ${languageTexts.or} ` : null,
    contact ? drawLink(`mailto:${contact}`, contact, accent) : null,
  )
}

/** A link is ink above a line in the shop's colour, which is no colour to read. */
const drawLink = (url: string, label: string, { light }: Accent): ReactElement =>
  h(
    'a',
    {
      href: url,
      className: 'way',
      style: {
        color: mailColours.ink,
        textDecoration: 'none',
        borderBottom: `2px solid ${light.color}`,
      },
    },
    label,
  )
