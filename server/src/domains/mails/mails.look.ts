import type { CSSProperties } from 'react'

// Colours, fonts and distances that the layout of a mail and its blocks share.

export const inkColours = { light: '#0d1420', dark: '#e9eef7' }

export const mailColours = {
  ground: '#f4f6fa',
  surface: '#ffffff',
  ink: inkColours.light,
  muted: '#4c5a72',
  line: '#dfe4ed',
  accent: '#00734f',
  raised: '#edf1f7',
}

export const monospaceFonts = `ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace`

export const wrapStyle: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }

export const textStyle: CSSProperties = {
  ...wrapStyle,
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 14px',
  color: mailColours.ink,
}

export const cellStyle: CSSProperties = {
  ...wrapStyle,
  padding: '9px 0',
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
