import { richText } from '@chaveiro/contracts/rich-text'
import { describe, expect, it } from 'vitest'

import { xssTexts, xssUrls } from '../../testing/xss-corpus.ts'
import { mapText, parseMarkdown } from './markdown.ts'

const paragraph = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] })
const words = (text: string) => [{ type: 'text', text }]

describe('a Markdown text', () => {
  it('has paragraphs, two levels of headings, emphasis, lists, quotes, code, rules and links', () => {
    expect(
      parseMarkdown(
        [
          '## Como ativar',
          '### Passo **um**',
          'Abra o *programa* e cole `{{key}}`.  ',
          'Pronto.',
          '',
          '- um',
          '- dois',
          '',
          '3. três',
          '',
          '> dito',
          '',
          '```sh',
          'npm start',
          '```',
          '',
          '---',
          '[Ajuda](https://exemplo.test/a?b=1#c) e [loja](/products/antivirus)',
        ].join('\n'),
      ),
    ).toEqual([
      { type: 'heading', level: 3, children: words('Como ativar') },
      {
        type: 'heading',
        level: 4,
        children: [...words('Passo '), { type: 'strong', children: words('um') }],
      },
      {
        type: 'paragraph',
        children: [
          ...words('Abra o '),
          { type: 'emphasis', children: words('programa') },
          ...words(' e cole '),
          { type: 'code', text: '{{key}}' },
          ...words('.\nPronto.'),
        ],
      },
      { type: 'list', start: null, items: [[paragraph('um')], [paragraph('dois')]] },
      { type: 'list', start: 3, items: [[paragraph('três')]] },
      { type: 'quote', children: [paragraph('dito')] },
      { type: 'codeBlock', text: 'npm start' },
      { type: 'rule' },
      {
        type: 'paragraph',
        children: [
          { type: 'link', to: 'https://exemplo.test/a?b=1#c', children: words('Ajuda') },
          ...words(' e '),
          { type: 'link', to: '/products/antivirus', children: words('loja') },
        ],
      },
    ])
  })

  it('without content has no blocks', () => {
    for (const empty of ['', '  \n\n ', '![](https://exemplo.test/x.png)'])
      expect(parseMarkdown(empty), empty).toEqual([])
  })

  it('keeps HTML, definitions and footnotes as plain text, and a picture as its alt text [L050]', () => {
    for (const [text, drawn] of [
      ['<b>a</b>', '<b>a</b>'],
      ['<script>xss()</script>', '<script>xss()</script>'],
      ['<!-- a -->', '<!-- a -->'],
      ['&lt;img src=x&gt;', '<img src=x>'],
      ['[a]: https://exemplo.test', '[a]: https://exemplo.test'],
      ['[a][b]', '[a][b]'],
      ['a[^1]', 'a[^1]'],
      ['[^1]: nota', '[^1]: nota'],
      ['![uma foto](https://exemplo.test/x.png)', 'uma foto'],
    ] as const)
      expect(parseMarkdown(text), text).toEqual([paragraph(drawn)])
  })

  it('links to https or to a path of the shop; any other link becomes plain text [L050]', () => {
    const target = (url: string) => {
      const [block] = parseMarkdown(`[x](${url})`)!
      const [node] = block?.type === 'paragraph' ? block.children : []

      return node?.type === 'link' ? node.to : null
    }

    for (const [url, to] of [
      ['https://exemplo.test', 'https://exemplo.test/'],
      ['HTTPS://Exemplo.test/A', 'https://exemplo.test/A'],
      ['/dashboard?x=1#y', '/dashboard?x=1#y'],
      ['/a/../b', '/b'],
    ] as const)
      expect(target(url), url).toBe(to)

    for (const url of [
      'javascript:xss()',
      'JaVaScRiPt:xss()',
      'java&#9;script:xss()',
      '&#1;javascript:xss()',
      'data:text/html,<script>xss()</script>',
      'vbscript:xss()',
      'http://exemplo.test',
      'mailto:a@exemplo.test',
      'ftp://exemplo.test',
      '//exemplo.test',
      '/\\exemplo.test',
      '/&#9;/exemplo.test',
      '/&#10;/exemplo.test',
      '/.//exemplo.test',
      'https:exemplo.test',
      'https://ana@exemplo.test',
      'https://',
      'products/a',
      '#a',
      '?a',
      `https://exemplo.test/${'a'.repeat(2000)}`,
    ])
      expect(target(url), url).toBeNull()

    for (const [text, words] of [
      ['<http://exemplo.test>', 'http://exemplo.test'],
      ['a [b](http://exemplo.test) c', 'a b c'],
    ] as const)
      expect(parseMarkdown(text), text).toEqual([paragraph(words)])
  })

  it('gets no other kind of node or link from an attack [L050]', () => {
    for (const attack of [...xssTexts, ...xssUrls])
      for (const text of [
        attack,
        `[x](${attack})`,
        `![${attack}](x)`,
        `> - ${attack}`,
        `<${attack}>`,
      ]) {
        const tree = parseMarkdown(text)
        expect(richText.safeParse(tree).success, text).toBe(true)
        for (const [, to] of JSON.stringify(tree).matchAll(/"to":"([^"]*)"/g))
          expect(to, text).toMatch(/^(?:https:\/\/|\/(?![/\\]))/)
      }
  })
})

describe('the size of a Markdown text', () => {
  it('may be 2,000 nodes; one more is refused [L051]', () => {
    expect(parseMarkdown('a\n\n'.repeat(1000))).toHaveLength(1000)
    expect(parseMarkdown(`${'a\n\n'.repeat(1000)}---`)).toBeNull()
  })

  it('may be eight nodes deep; nine are refused, and so are thousands [L051]', () => {
    const quoted = (depth: number) => `${'> '.repeat(depth)}a`
    expect(parseMarkdown(quoted(6))).not.toBeNull()
    expect(parseMarkdown(quoted(7))).toBeNull()
    for (const deep of ['> ', '>', '- ', '1. '])
      expect(parseMarkdown(`${deep.repeat(19_998 / deep.length)}a`), deep).toBeNull()
  })

  it('has no limit for the length of a rule or a code block', () => {
    expect(parseMarkdown('- '.repeat(500))).toEqual([{ type: 'rule' }])
    expect(parseMarkdown('* * *')).toEqual([{ type: 'rule' }])
    const code = 'a_b '.repeat(3000).trim()
    expect(parseMarkdown(`    ${code}`)).toEqual([{ type: 'codeBlock', text: code }])
  })

  it('may be three lists deep; deeper ones are flattened into the third', () => {
    expect(parseMarkdown('- a\n  - b\n    - c\n      - d')).toEqual([
      {
        type: 'list',
        start: null,

        items: [
          [
            paragraph('a'),
            {
              type: 'list',
              start: null,
              items: [
                [
                  paragraph('b'),
                  { type: 'list', start: null, items: [[paragraph('c'), paragraph('d')]] },
                ],
              ],
            },
          ],
        ],
      },
    ])
  })

  it('may be 20,000 characters of nonsense, which are parsed in time', { timeout: 20_000 }, () => {
    for (const part of [
      '[',
      '*a',
      '**a*b',
      '`a',
      '[a](',
      '> * ',
      '> ',
      '- - a\n',
      '- a\n',
      'a\n\n',
    ])
      expect(() => parseMarkdown(part.repeat(20_000 / part.length)), part).not.toThrow()
  })
})

it('mapText replaces each text of a tree; a tree with other nodes or links is invalid', () => {
  const tree = parseMarkdown('# {{key}}\n- `{{key}}` **{{key}}**\n\n[{{key}}](/a)\n\n    {{key}}')!
  const text = JSON.stringify(mapText(tree, (one) => one.replaceAll('{{key}}', '(sua chave)')))
  expect(text).not.toContain('{{key}}')
  expect(text.split('(sua chave)')).toHaveLength(6)

  for (const other of [
    [{ type: 'html', text: '<b>' }],
    [{ type: 'heading', level: 1, children: [] }],
    [{ type: 'paragraph', children: [{ type: 'link', to: 'http://x.test', children: [] }] }],
    [{ type: 'paragraph', children: [{ type: 'link', to: '//x.test', children: [] }] }],
  ])
    expect(richText.safeParse(other).success, JSON.stringify(other)).toBe(false)
})
