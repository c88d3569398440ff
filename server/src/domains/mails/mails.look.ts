import type { CSSProperties } from 'react'

// Colours, fonts and distances that the layout of a mail and its blocks share.

export const ink = { light: '#0d1420', dark: '#e9eef7' }

export const colour = {
  ground: '#f4f6fa',
  surface: '#ffffff',
  ink: ink.light,
  muted: '#4c5a72',
  line: '#dfe4ed',
  accent: '#00734f',
  raised: '#edf1f7',
}

export const mono = `ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace`

export const flow: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }

export const line: CSSProperties = {
  ...flow,
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 14px',
  color: colour.ink,
}

export const cell: CSSProperties = {
  ...flow,
  padding: '9px 0',
  fontSize: '14px',
  lineHeight: '20px',
  borderBottom: `1px solid ${colour.line}`,
  verticalAlign: 'top',
  color: colour.ink,
}

export const right: CSSProperties = { ...cell, textAlign: 'right', paddingLeft: '16px' }
