import { createElement as h, type CSSProperties, type ReactElement } from 'react'

import {
  cellStyle,
  mailColours,
  wrapStyle,
  textStyle,
  monospaceFonts,
  rightCellStyle,
  type Accent,
} from './mails.look.ts'
import type { Block, Fact } from './templates/template.ts'

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>

/** Draw a block of a mail. `key` is the React key: the position of the block. */
export function drawBlock(
  block: Block,
  { key, accent }: { key: number; accent: Accent },
): ReactElement {
  switch (block.kind) {
    case 'text':
      return h('p', { key, className: 'ink', style: textStyle }, block.text)
    case 'note':
      return drawNote(block.text, key)
    case 'button':
      return drawButton(block, { key, accent })
    case 'facts':
      return drawFacts(block, key)
    case 'goods':
      return drawGoods(block, key)
    case 'keys':
      return drawKeys(block, key)
    case 'code':
      return drawCode(block, key)
  }
}

const drawNote = (text: string, key: number): ReactElement =>
  h(
    'p',
    {
      key,
      className: 'muted',
      style: { ...textStyle, fontSize: '14px', lineHeight: '21px', color: mailColours.muted },
    },
    text,
  )

const drawButton = (
  { url, label }: Of<'button'>,
  { key, accent: { light } }: { key: number; accent: Accent },
): ReactElement =>
  h(
    'p',
    { key, style: { margin: '8px 0 24px' } },
    h(
      'a',
      {
        href: url,
        className: 'act wide',
        style: {
          display: 'inline-block',
          background: light.color,
          color: light.on,
          fontSize: '16px',
          lineHeight: '20px',
          fontWeight: 700,
          textDecoration: 'none',
          padding: '16px 24px',
          borderRadius: '4px',
        },
      },
      label,
    ),
  )

const drawFacts = ({ rows }: Of<'facts'>, key: number): ReactElement =>
  drawTable(
    key,
    rows.map(([name, value]) => [
      h(
        'td',
        {
          key: 0,
          className: 'muted line',
          style: { ...cellStyle, color: mailColours.muted, width: '38%' },
        },
        name,
      ),
      h(
        'td',
        { key: 1, className: 'ink line', style: { ...cellStyle, paddingLeft: '16px' } },
        value,
      ),
    ]),
  )

const drawGoods = ({ head, rows, sum }: Of<'goods'>, key: number): ReactElement =>
  drawTable(key, [
    ...(head ? [drawHeads(head)] : []),
    ...rows.map(({ name, value, picture }) =>
      drawPair([picture ? drawPictured(name, picture) : name, value]),
    ),
    ...sum.map((fact, i) => drawPair(fact, i === sum.length - 1 ? 700 : 400)),
  ])

const drawHeads = (head: readonly [string, string]): ReactElement[] =>
  head.map((name, i) =>
    h(
      'th',
      {
        key: i,
        scope: 'col',
        className: 'muted line',
        style: {
          ...(i ? rightCellStyle : cellStyle),
          color: mailColours.muted,
          fontWeight: 600,
          textAlign: i ? 'right' : 'left',
          width: i ? '35%' : '65%',
        },
      },
      name,
    ),
  )

const titleStyle: CSSProperties = {
  ...textStyle,
  fontWeight: 700,
  fontSize: '14px',
  lineHeight: '20px',
  margin: '0 0 8px',
}

const drawKeys = ({ title, keys }: Of<'keys'>, key: number): ReactElement =>
  h(
    'div',
    { key, style: { margin: '0 0 20px' } },
    h('p', { className: 'ink', style: titleStyle }, title),
    ...keys.map(drawKey),
  )

/** A key on its blade: the theme's ink, with letters of the ground. */
const drawKey = ([name, value]: Fact, key: number): ReactElement =>
  h(
    'p',
    { key, style: { margin: '0 0 12px' } },
    h(
      'span',
      {
        className: 'muted',
        style: {
          ...wrapStyle,
          display: 'block',
          margin: '0 0 4px',
          fontSize: '13px',
          lineHeight: '18px',
          color: mailColours.muted,
        },
      },
      name,
    ),
    h(
      'code',
      {
        className: 'blade',
        style: {
          ...wrapStyle,
          display: 'block',
          fontFamily: monospaceFonts,
          fontSize: '16px',
          lineHeight: '24px',
          fontWeight: 700,
          padding: '10px 14px',
          borderRadius: '2px',
          background: mailColours.ink,
          color: mailColours.ground,
        },
      },
      value,
    ),
  )

/** A code to type, large enough to be read from another screen. */
const drawCode = ({ title, code }: Of<'code'>, key: number): ReactElement =>
  h(
    'div',
    {
      key,
      className: 'raised',
      style: {
        background: mailColours.raised,
        borderRadius: '4px',
        padding: '14px 16px',
        margin: '0 0 20px',
      },
    },
    h('p', { className: 'ink', style: { ...titleStyle, margin: 0 } }, title),
    h(
      'code',
      {
        className: 'ink',
        style: {
          ...wrapStyle,
          display: 'block',
          fontFamily: monospaceFonts,
          fontSize: '32px',
          lineHeight: '44px',
          fontWeight: 700,
          letterSpacing: '0.12em',
          color: mailColours.ink,
        },
      },
      code,
    ),
  )

/** A name beside the small picture of its product, which says no more than the name. */
const drawPictured = (name: string, picture: string): ReactElement =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h(
          'td',
          { width: 60, style: { verticalAlign: 'top' } },
          h('img', {
            src: picture,
            alt: '',
            width: 48,
            height: 48,
            style: { display: 'block', border: 0, borderRadius: '2px' },
          }),
        ),
        h('td', { className: 'ink', style: { ...middleStyle, padding: 0, borderBottom: 0 } }, name),
      ),
    ),
  )

const middleStyle: CSSProperties = { ...cellStyle, verticalAlign: 'middle' }

const drawPair = (
  [name, value]: readonly [ReactElement | string, string],
  fontWeight = 400,
): ReactElement[] => [
  h(
    'td',
    {
      key: 0,
      className: 'ink line',
      colSpan: value ? 1 : 2,
      style: { ...middleStyle, fontWeight },
    },
    name,
  ),
  ...(value ? [drawValue(value, fontWeight)] : []),
]

const drawValue = (value: string, fontWeight: number): ReactElement =>
  h(
    'td',
    {
      key: 1,
      className: 'ink line',
      style: { ...rightCellStyle, verticalAlign: 'middle', fontWeight, whiteSpace: 'nowrap' },
    },
    value,
  )

const drawTable = (key: number, rows: ReactElement[][]): ReactElement =>
  h(
    'table',
    {
      key,
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style: { borderCollapse: 'collapse', tableLayout: 'fixed', margin: '4px 0 18px' },
    },
    h(
      'tbody',
      null,
      rows.map((cells, i) => h('tr', { key: i }, cells)),
    ),
  )
