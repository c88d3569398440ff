import { describe, expect, it } from 'vitest'

import { wordsOfHtml } from './mail-html.rules.ts'

describe('the words of an HTML mail', () => {
  it('come in lines, without scripts and styles, with quotes marked [P337]', () => {
    const words = wordsOfHtml(
      '<html><head><title>Re</title><style>p{}</style><body><p>Oi &amp; <b>tchau</b><br>1 &lt; 2</p>' +
        '<script>alert(1)</script><blockquote>velho<blockquote>mais velho</blockquote></blockquote>',
    )
    expect(words).toBe('Oi & tchau\n1 < 2\n\n> velho\n> > mais velho')
  })

  it('keep entities and collapse blanks', () => {
    expect(wordsOfHtml('<div>Ol&aacute;,\n  n&atilde;o\t&#233;&nbsp;urgente&hellip;</div>')).toBe(
      'Olá, não é urgente…',
    )
  })

  it('keep link targets, tables, lists and preformatted text', () => {
    expect(
      wordsOfHtml(
        'Veja <a href="https://x.test/a?b=1&amp;c=2">aqui</a>, <a href="https://x.test/">x.test</a>' +
          '<table><tr><td>Chave</td><td>AAAA</td></tr></table><ul><li>um<li>dois</ul>' +
          '<pre>a\n  b</pre><hr><img src="https://x.test/o.png" alt="😀"><img src="cid:1" alt="image.png">',
      ),
    ).toBe(
      [
        'Veja aqui <https://x.test/a?b=1&c=2>, x.test',
        'Chave AAAA',
        '- um',
        '- dois',
        '',
        'a',
        '  b',
        '________________________________',
        '😀',
      ].join('\n'),
    )
  })

  it('that Gmail indents are not a quote', () => {
    const indent = '<blockquote style="margin:0 0 0 40px;border:none;padding:0px">'
    expect(wordsOfHtml(`<div>A:</div>${indent}<div>meu texto</div></blockquote>`)).toBe(
      'A:\nmeu texto',
    )
  })

  it('end with a mark when they are too many', () => {
    const words = wordsOfHtml(`<p>Oi</p>${'x'.repeat(1_000_000)}`)
    expect([words.slice(0, 5), words.slice(-5)]).toEqual(['Oi\n\nx', 'x\n[…]'])
  })

  it('take a time that grows only with their length [F201]', () => {
    const signs = 400_000

    for (const piece of [
      '<',
      '<!--',
      '<style>',
      '<div>',
      '<b><i>',
      '<a href="',
      '<blockquote>x',
      '<pre>\n',
      '&',
      '&aacut',
      ' ',
      '\u00a0 ',
      '</p>',
    ]) {
      const begun = performance.now()
      wordsOfHtml(piece.repeat(signs / piece.length))
      expect(performance.now() - begun, piece).toBeLessThan(1500)
    }

    const begun = performance.now()
    wordsOfHtml('<div>'.repeat(signs / 10) + '</p>'.repeat(signs / 8))
    expect(performance.now() - begun).toBeLessThan(1500)
  })
})
