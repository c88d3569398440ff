import type { Language } from '@chaveiro/contracts/limits'
import { createElement as h, type CSSProperties, type ReactElement } from 'react'
import type { Block, Fact, Letter } from './mails.template.ts'

// The one look of all mails. Gmail cuts what stands in <style> and knows no variables: the light look stands in the elements themselves, the
// dark one and the narrow screen only refine it. No image, no script, no font from elsewhere. React escapes every value.

export type Sheet = {
  language: Language
  site: string
  home: string
  help: { label: string; url: string } | null
  contact: string
  letter: Letter
}

const ink = { light: '#0d1420', dark: '#e9eef7' }
const colour = {
  ground: '#f4f6fa',
  surface: '#ffffff',
  ink: ink.light,
  muted: '#4c5a72',
  line: '#dfe4ed',
  accent: '#00734f',
  raised: '#edf1f7',
}
const mono = `ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace`
const dark = `@media (prefers-color-scheme:dark){.ground{background:#080b12!important}.surface{background:#0e131d!important;border-color:#232c3d!important}.ink{color:${ink.dark}!important}.muted{color:#9dabc2!important}.line{border-color:#232c3d!important}.raised{background:#151c29!important}.act{background:#2ee6a8!important;color:#03140d!important}.way{color:#2ee6a8!important}}
@media (max-width:480px){.surface{padding:20px 16px!important}.wide{display:block!important;text-align:center!important}}`

const flow: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
const line: CSSProperties = {
  ...flow,
  fontSize: '16px',
  lineHeight: '24px',
  margin: '0 0 14px',
  color: colour.ink,
}
const cell: CSSProperties = {
  ...flow,
  padding: '9px 0',
  fontSize: '14px',
  lineHeight: '20px',
  borderBottom: `1px solid ${colour.line}`,
  verticalAlign: 'top',
  color: colour.ink,
}
const right: CSSProperties = { ...cell, textAlign: 'right', paddingLeft: '16px' }

/** A whole mail as a page. */
export function Mail({ language, site, home, help, contact, letter }: Sheet): ReactElement {
  const words =
    language === 'en-US'
      ? { help: 'Need help?', or: 'or write to' }
      : { help: 'Precisa de ajuda?', or: 'ou escreva para' }
  const way = (url: string, label: string) =>
    h('a', { href: url, className: 'way', style: { color: colour.accent } }, label)
  return h(
    'html',
    { lang: language, dir: 'ltr' },
    h(
      'head',
      null,
      h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=UTF-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('meta', { name: 'format-detection', content: 'telephone=no,date=no,address=no,email=no' }),
      h('title', null, letter.subject),
      h('style', { dangerouslySetInnerHTML: { __html: dark } }),
    ),
    h(
      'body',
      {
        className: 'ground',
        style: {
          margin: 0,
          padding: 0,
          background: colour.ground,
          fontFamily: `Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`,
          WebkitTextSizeAdjust: '100%',
        },
      },
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
        letter.hint,
        '\u00a0\u200c'.repeat(60),
      ),
      h(
        'table',
        {
          role: 'presentation',
          width: '100%',
          cellPadding: 0,
          cellSpacing: 0,
          border: 0,
          className: 'ground',
          style: { background: colour.ground },
        },
        h(
          'tbody',
          null,
          h(
            'tr',
            null,
            h(
              'td',
              { align: 'center', style: { padding: '24px 12px' } },
              h(
                'table',
                {
                  role: 'presentation',
                  width: '100%',
                  cellPadding: 0,
                  cellSpacing: 0,
                  border: 0,
                  style: { maxWidth: '560px', tableLayout: 'fixed' },
                },
                h(
                  'tbody',
                  null,
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
                            ...flow,
                            color: colour.ink,
                            fontSize: '18px',
                            lineHeight: '24px',
                            fontWeight: 700,
                            textDecoration: 'none',
                          },
                        },
                        site,
                      ),
                    ),
                  ),
                  h(
                    'tr',
                    null,
                    h(
                      'td',
                      {
                        className: 'surface',
                        style: {
                          background: colour.surface,
                          border: `1px solid ${colour.line}`,
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
                            ...flow,
                            margin: '0 0 16px',
                            fontSize: '21px',
                            lineHeight: '28px',
                            color: colour.ink,
                          },
                        },
                        letter.subject,
                      ),
                      ...letter.body.map(draw),
                    ),
                  ),
                  h(
                    'tr',
                    null,
                    h(
                      'td',
                      {
                        className: 'muted',
                        style: {
                          ...flow,
                          padding: '16px 4px 0',
                          fontSize: '13px',
                          lineHeight: '20px',
                          color: colour.muted,
                          textAlign: 'left',
                        },
                      },
                      h('p', { style: { margin: '0 0 8px' } }, letter.why),
                      help || contact
                        ? h(
                            'p',
                            { style: { margin: '0 0 8px' } },
                            words.help,
                            ' ',
                            help ? way(help.url, help.label) : null,
                            help && contact ? ` ${words.or} ` : null,
                            contact ? way(`mailto:${contact}`, contact) : null,
                          )
                        : null,
                      h(
                        'p',
                        { style: { margin: 0 } },
                        site,
                        ' · ',
                        way(home, home.replace(/^https?:\/\//, '')),
                      ),
                    ),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  )
}

function draw(block: Block, key: number): ReactElement {
  switch (block.kind) {
    case 'text':
      return h('p', { key, className: 'ink', style: line }, block.text)
    case 'note':
      return h(
        'p',
        {
          key,
          className: 'muted',
          style: { ...line, fontSize: '14px', lineHeight: '21px', color: colour.muted },
        },
        block.text,
      )
    case 'button':
      return h(
        'p',
        { key, style: { margin: '6px 0 20px' } },
        h(
          'a',
          {
            href: block.url,
            className: 'act wide',
            style: {
              display: 'inline-block',
              background: colour.accent,
              color: '#ffffff',
              fontSize: '16px',
              lineHeight: '20px',
              fontWeight: 700,
              textDecoration: 'none',
              padding: '12px 22px',
              borderRadius: '10px',
            },
          },
          block.label,
        ),
      )
    case 'facts':
      return table(
        key,
        block.rows.map(([name, value]) => [
          h(
            'td',
            {
              key: 0,
              className: 'muted line',
              style: { ...cell, color: colour.muted, width: '45%' },
            },
            name,
          ),
          h('td', { key: 1, className: 'ink line', style: right }, value),
        ]),
      )
    case 'goods':
      return table(key, [
        block.head.map((name, i) =>
          h(
            'th',
            {
              key: i,
              scope: 'col',
              className: 'muted line',
              style: {
                ...(i ? right : cell),
                color: colour.muted,
                fontWeight: 600,
                textAlign: i ? 'right' : 'left',
                width: i ? '35%' : '65%',
              },
            },
            name,
          ),
        ),
        ...block.rows.map((one) => pair(one)),
        ...block.sum.map((one, i) => pair(one, i === block.sum.length - 1 ? 700 : 400)),
      ])
    case 'keys':
      return h(
        'div',
        {
          key,
          className: 'raised',
          style: {
            background: colour.raised,
            borderRadius: '10px',
            padding: '14px 16px 4px',
            margin: '0 0 18px',
          },
        },
        h(
          'p',
          {
            className: 'ink',
            style: { ...line, fontWeight: 700, fontSize: '14px', margin: '0 0 8px' },
          },
          block.title,
        ),
        ...block.keys.map(([name, value], i) =>
          h(
            'p',
            { key: i, style: { margin: '0 0 10px' } },
            h(
              'span',
              {
                className: 'muted',
                style: {
                  ...flow,
                  display: 'block',
                  fontSize: '13px',
                  lineHeight: '18px',
                  color: colour.muted,
                },
              },
              name,
            ),
            h(
              'code',
              {
                className: 'ink',
                style: {
                  ...flow,
                  display: 'block',
                  fontFamily: mono,
                  fontSize: '15px',
                  lineHeight: '22px',
                  color: colour.ink,
                },
              },
              value,
            ),
          ),
        ),
      )
  }
}

const pair = ([name, value]: Fact, fontWeight = 400): ReactElement[] => [
  h('td', { key: 0, className: 'ink line', style: { ...cell, fontWeight } }, name),
  h(
    'td',
    { key: 1, className: 'ink line', style: { ...right, fontWeight, whiteSpace: 'nowrap' } },
    value,
  ),
]
const table = (key: number, rows: ReactElement[][]): ReactElement =>
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
