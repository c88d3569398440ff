import type { Inline, RichText as Tree } from '@chaveiro/contracts/rich-text'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { RichText } from './rich-text.tsx'

/** The markup of a tree, without the classes. */
const drawn = (tree: Tree) =>
  renderToStaticMarkup(<RichText tree={tree} />).replaceAll(/ class="[^"]*"/g, '')

const text = (words: string): Inline => ({ type: 'text', text: words })
const inside = (...children: Inline[]) => drawn([{ type: 'paragraph', children }])

it('every kind of node has its own HTML element [L050]', () => {
  expect(
    drawn([
      { type: 'heading', level: 3, children: [text('Três')] },
      { type: 'heading', level: 4, children: [text('Quatro')] },
      {
        type: 'paragraph',
        children: [
          {
            type: 'strong',
            children: [text('forte'), { type: 'emphasis', children: [text('e')] }],
          },
          { type: 'code', text: 'x < 1' },
        ],
      },
      {
        type: 'list',
        start: null,
        items: [
          [
            { type: 'paragraph', children: [text('um')] },
            { type: 'list', start: 7, items: [[{ type: 'rule' }]] },
          ],
        ],
      },
      { type: 'quote', children: [{ type: 'paragraph', children: [text('dito')] }] },
      { type: 'codeBlock', text: 'a\nb' },
    ]),
  ).toBe(
    '<div><h3>Três</h3><h4>Quatro</h4><p><strong>forte<em>e</em></strong><code>x &lt; 1</code></p>' +
      '<ul><li><p>um</p><ol start="7"><li><hr/></li></ol></li></ul>' +
      '<blockquote><p>dito</p></blockquote><pre><code>a\nb</code></pre></div>',
  )
})

it('a link leads to https in a new tab or to a path of the shop; anything else is plain text [L050]', () => {
  const link = (to: string) => inside({ type: 'link', to, children: [text('aqui')] })
  expect(link('https://exemplo.test/a')).toBe(
    '<div><p><a href="https://exemplo.test/a" target="_blank" rel="nofollow noopener">aqui</a></p></div>',
  )
  expect(link('/terms')).toBe('<div><p><a href="/terms" rel="nofollow noopener">aqui</a></p></div>')

  for (const to of [
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'http://exemplo.test',
    '//exemplo.test',
    '/\\exemplo.test',
    '',
  ])
    expect(link(to), to).toBe('<div><p>aqui</p></div>')
})

it('HTML is shown as plain text everywhere [L050]', () => {
  const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>'

  const html = drawn([
    { type: 'codeBlock', text: hostile },
    { type: 'paragraph', children: [text(hostile), { type: 'code', text: hostile }] },
  ])

  expect(html).not.toMatch(/<(?:img|script)/)
  expect(html.match(/&lt;script&gt;/g)).toHaveLength(3)
})
