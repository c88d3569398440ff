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

  it.each([
    ['', ''],
    ['  Oi', 'Oi'],
    ['<div>Oi', 'Oi'],
    ['Oi &amp', 'Oi &'],
    ['1 <', '1 <'],
    ['Olá <b> Ana</b>', 'Olá Ana'],
    ['Olá<b> Ana</b>', 'Olá Ana'],
    ['<div>a</div> <div> b</div>', 'a\nb'],
    ['a<br><br>b', 'a\n\nb'],
    ['<DIV>Привет</DIV>你好', 'Привет\n你好'],
    ['<custom-tag>a</custom-tag><constructor>b', 'ab'],
    ['<table><tr><th>Chave</th><th>Data</th></tr></table>', 'Chave Data'],
  ])('of %j are %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it.each([
    ['<p>a</p>b', 'a\n\nb'],
    ['<p>a</p></p></ul>b', 'a\n\nb'],
    ['<p>a</p><p>b</p>c', 'a\n\nb\n\nc'],
    ['</p>a', 'a'],
    ['<blockquote><blockquote><p>a</p></ul>b', '> > a\n> >\n> > b'],
  ])('have one blank line between paragraphs: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it.each([
    ['<script/>a<style>b</style>c</script>d', 'd'],
    ['<script/>a</p>b</script>c', 'c'],
    ['<title>a</title><style>b</style>c', 'c'],
  ])('leave out hidden elements up to their own end: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it.each([
    ['<pre>a\r\n\r\n  b</pre>', 'a\n\n  b'],
    ['<pre>a\n</pre>b\n  c', 'a\nb c'],
    ['<pre>a<b>b</b>\n  c</pre>', 'ab\n  c'],
    ['<pre>a<pre>b</pre>\n  c</pre>d\n  e', 'a\nb\n\n  c\nd e'],
    ['</pre>a\n  b', 'a b'],
    ['</pre><pre>a\n  b</pre>', 'a\n  b'],
  ])('keep blanks in preformatted text only: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it.each([
    ['<img alt="sem endereço">', 'sem endereço'],
    ['<img src="https://x.test/o.png">', ''],
    ['<img src="https://x.test/cid:1" alt="ok">', 'ok'],
    ['<img src="CID:1" alt="image.png">', ''],
  ])('have the text of a picture that is not a file: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it('end with a mark only beyond a million signs of markup', () => {
    const longest = 'x'.repeat(1_000_000)

    expect(wordsOfHtml(longest)).toBe(longest)
    expect(wordsOfHtml(`${longest}y`)).toBe(`${longest}\n[…]`)
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

describe('the target of a link', () => {
  it.each([
    ['<a href="https://x.test">aqui</a>', 'aqui <https://x.test>'],
    ['<a href="HTTP://x.test">aqui</a>', 'aqui <HTTP://x.test>'],
    ['<a href="https://x.test"><b>a</b>qui</a>', 'aqui <https://x.test>'],
    ['<a href="https://x.test">aqui', 'aqui <https://x.test>'],
    [
      '<a href="https://x.test">a<a href="https://y.test">b</a>',
      'a <https://x.test>b <https://y.test>',
    ],
    [
      '<a href="https://x.test"><img src="https://x.test/o.png" alt="ok"></a>',
      'ok <https://x.test>',
    ],
  ])('is shown where the text hides it: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it.each([
    ['<a href="https://x.test"></a>Oi', 'Oi'],
    ['<a href="https://x.test"> </a>Oi', 'Oi'],
    ['<a>aqui</a>', 'aqui'],
    ['<a href="mailto:ana@x.test">Ana</a>', 'Ana'],
    ['<a href="javascript:https://x.test">aqui</a>', 'aqui'],
    ['<a href="http://x.test/">veja x.test</a>', 'veja x.test'],
    ['<a href="https://x.test/a/b">x.test/a/b</a>', 'x.test/a/b'],
    [
      '<a href="https://x.test?u=https://y.test">x.test?u=https://y.test</a>',
      'x.test?u=https://y.test',
    ],
  ])('is not shown twice, and not where no page is opened: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })
})

describe('a quote of an HTML mail', () => {
  it.each([
    ['<blockquote>a</blockquote>b', '> a\nb'],
    ['<blockquote><b>a</b><div>b</div><div>c</div></blockquote>d', '> a\n> b\n> c\nd'],
    ['</blockquote>a<br>b', 'a\nb'],
    ['<blockquote>'.repeat(6) + 'a', '> > > > > a'],
    ['<blockquote style="border:none" class="gmail_quote">a', '> a'],
    ['<blockquote style="border:none" type="cite">a', '> a'],
    ['<blockquote style="border-left:1px solid">a', '> a'],
  ])('is marked: %j', (html, words) => {
    expect(wordsOfHtml(html)).toBe(words)
  })

  it.each(['border:none', 'border : 0', 'border-left: none', 'margin:0;BORDER-LEFT :0px'])(
    'is none where a program only indents, with the style "%s"',
    (style) => {
      expect(wordsOfHtml(`<blockquote style="${style}">a</blockquote>b<br>c`)).toBe('a\nb\nc')
    },
  )
})
