import type { Tone } from '@chaveiro/contracts/accent'
import type { CSSProperties } from 'react'

// Colours, fonts and distances that the layout of a mail and its blocks share. The colours are those
// of web/src/tokens.css, the lines among them as they look on the sheet: no mail program knows
// variables, and some know no transparency.

export const mailColours = {
  ground: '#f7f5ec',
  surface: '#ffffff',
  ink: '#16160f',
  muted: '#57553f',
  line: '#e2e2e0',
  raised: '#efecdf',
}

export const darkColours: typeof mailColours = {
  ground: '#11120e',
  surface: '#191a15',
  ink: '#f5f2e4',
  muted: '#a9a792',
  line: '#31322a',
  raised: '#23241d',
}

/** The owner's colour in both themes: areas and lines, and the text on them. */
export type Accent = { light: Tone; dark: Tone }

export const textFonts = `Archivo,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`

/**
 * For the shop's name and the subject. Mail programs load no font: next to Archivo, a wide bold face
 * looks stronger than a narrow one.
 */
export const displayFonts = `Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif`

export const monospaceFonts = `'JetBrains Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace`

export const wrapStyle: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }

export const textStyle: CSSProperties = {
  ...wrapStyle,
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 16px',
  color: mailColours.ink,
}

export const cellStyle: CSSProperties = {
  ...wrapStyle,
  padding: '10px 0',
  fontSize: '14px',
  lineHeight: '20px',
  borderBottom: `1px solid ${mailColours.line}`,
  verticalAlign: 'top',
  color: mailColours.ink,
}

export const rightCellStyle: CSSProperties = {
  ...cellStyle,
  textAlign: 'right',
  paddingLeft: '16px',
}
