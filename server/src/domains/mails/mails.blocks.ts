import { createElement as h, type ReactElement } from 'react'

import {
  cellStyle,
  mailColours,
  wrapStyle,
  textStyle,
  monospaceFonts,
  rightCellStyle,
} from './mails.look.ts'
import type { Block, Fact } from './templates/template.ts'

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>

/** Draw a block of a mail. `key` is the React key: the position of the block. */
export function drawBlock(block: Block, key: number): ReactElement {
  switch (block.kind) {
    case 'text':
      return h('p', { key, className: 'ink', style: textStyle }, block.text)
    case 'note':
      return drawNote(block.text, key)
    case 'button':
      return drawButton(block, key)
    case 'facts':
      return drawFacts(block, key)
    case 'goods':
      return drawGoods(block, key)
    case 'keys':
      return drawKeys(block, key)
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

const drawButton = ({ url, label }: Of<'button'>, key: number): ReactElement =>
  h(
    'p',
    { key, style: { margin: '6px 0 20px' } },
    h(
      'a',
      {
        href: url,
        className: 'act wide',
        style: {
          display: 'inline-block',
          background: mailColours.accent,
          color: '#ffffff',
          fontSize: '16px',
          lineHeight: '20px',
          fontWeight: 700,
          textDecoration: 'none',
          padding: '12px 22px',
          borderRadius: '10px',
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
          style: { ...cellStyle, color: mailColours.muted, width: '45%' },
        },
        name,
      ),
      h('td', { key: 1, className: 'ink line', style: rightCellStyle }, value),
    ]),
  )

const drawGoods = ({ head, rows, sum }: Of<'goods'>, key: number): ReactElement =>
  drawTable(key, [
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
    ),
    ...rows.map((row) => drawPair(row)),
    ...sum.map((fact, i) => drawPair(fact, i === sum.length - 1 ? 700 : 400)),
  ])

const drawKeys = ({ title, keys }: Of<'keys'>, key: number): ReactElement =>
  h(
    'div',
    {
      key,
      className: 'raised',
      style: {
        background: mailColours.raised,
        borderRadius: '10px',
        padding: '14px 16px 4px',
        margin: '0 0 18px',
      },
    },
    h(
      'p',
      {
        className: 'ink',
        style: { ...textStyle, fontWeight: 700, fontSize: '14px', margin: '0 0 8px' },
      },
      title,
    ),
    ...keys.map(drawKey),
  )

const drawKey = ([name, value]: Fact, key: number): ReactElement =>
  h(
    'p',
    { key, style: { margin: '0 0 10px' } },
    h(
      'span',
      {
        className: 'muted',
        style: {
          ...wrapStyle,
          display: 'block',
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
        className: 'ink',
        style: {
          ...wrapStyle,
          display: 'block',
          fontFamily: monospaceFonts,
          fontSize: '15px',
          lineHeight: '22px',
          color: mailColours.ink,
        },
      },
      value,
    ),
  )

const drawPair = ([name, value]: Fact, fontWeight = 400): ReactElement[] => [
  h('td', { key: 0, className: 'ink line', style: { ...cellStyle, fontWeight } }, name),
  h(
    'td',
    {
      key: 1,
      className: 'ink line',
      style: { ...rightCellStyle, fontWeight, whiteSpace: 'nowrap' },
    },
    value,
  ),
]

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
