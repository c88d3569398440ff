import type { Block, RichText } from '@chaveiro/contracts/rich-text'
import { describe, expect, it } from 'vitest'

import { descriptionOf, languageOf } from './site-pages.rules.ts'

const paragraph = (text: string): Block => ({
  type: 'paragraph',
  children: [{ type: 'text', text }],
})

const heading = (text: string): Block => ({
  type: 'heading',
  level: 3,
  children: [{ type: 'text', text }],
})

describe('the language of a page', () => {
  const none = { title: '', content: '' }
  const portuguese = { title: 'Trocas', content: 'Em sete dias.' }
  const english = { title: 'Returns', content: 'Within seven days.' }

  const shown = (pt: typeof none, en: typeof none) => [
    languageOf({ 'pt-BR': pt, 'en-US': en }, 'pt-BR'),
    languageOf({ 'pt-BR': pt, 'en-US': en }, 'en-US'),
  ]

  it("is the reader's when the page is written in both", () => {
    expect(shown(portuguese, english)).toEqual(['pt-BR', 'en-US'])
  })

  it('is the only complete one for every reader, and null when neither is complete', () => {
    expect(shown(portuguese, none)).toEqual(['pt-BR', 'pt-BR'])
    expect(shown(none, english)).toEqual(['en-US', 'en-US'])
    expect(shown(none, none)).toEqual([null, null])
  })

  it.each([
    ['no title', { title: '', content: 'Within seven days.' }],
    ['no content', { title: 'Returns', content: '' }],
    ['only blanks as content', { title: 'Returns', content: ' \n\t ' }],
  ])('is not a language with %s', (_, incomplete) => {
    expect(shown(portuguese, incomplete)).toEqual(['pt-BR', 'pt-BR'])
    expect(shown(none, incomplete)).toEqual([null, null])
  })
})

describe('the description of a page for search engines', () => {
  it('joins the words of every block with single blanks, and has no marks', () => {
    const tree: RichText = [
      heading('Trocas'),
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'Em  até\n' },
          { type: 'strong', children: [{ type: 'text', text: 'sete' }] },
          { type: 'text', text: ' dias, ' },
          { type: 'link', to: '/ajuda', children: [{ type: 'text', text: 'fale conosco' }] },
          { type: 'text', text: '.' },
        ],
      },
      { type: 'rule' },
      { type: 'list', start: null, items: [[paragraph('com nota')], [paragraph('sem uso')]] },
      { type: 'codeBlock', text: 'ABC-123' },
      { type: 'quote', children: [paragraph('CDC, art. 49')] },
    ]

    expect(descriptionOf(tree)).toBe(
      'Trocas Em até sete dias, fale conosco. com nota sem uso ABC-123 CDC, art. 49',
    )
  })

  it('is empty for a page without words', () => {
    expect(descriptionOf([])).toBe('')
    expect(descriptionOf([{ type: 'rule' }, paragraph(' ')])).toBe('')
  })

  it('has at most 160 characters, then it is cut between two words', () => {
    const word = 'a'.repeat(79)
    expect(descriptionOf([paragraph(`${word} ${word}x`)])).toBe(`${word} ${word}x`)
    expect(descriptionOf([paragraph(`${word} ${word}xy`)])).toBe(
      `${'a'.repeat(79)} ${'a'.repeat(20)}…`,
    )

    const sentence = 'chave '.repeat(40)
    expect(descriptionOf([paragraph(sentence)])).toBe(`${'chave '.repeat(26).trim()}…`)
  })

  it('is cut at 100 characters when the text has no blank after them', () => {
    expect(descriptionOf([paragraph('あ'.repeat(200))])).toBe(`${'あ'.repeat(100)}…`)

    const early = `${'a'.repeat(99)} ${'b'.repeat(99)}`
    expect(descriptionOf([paragraph(early)])).toBe(`${'a'.repeat(99)} …`)
  })

  it('is never cut inside an emoji', () => {
    expect(descriptionOf([paragraph(`a${'🔑'.repeat(100)}`)])).toBe(`a${'🔑'.repeat(49)}…`)
  })

  it('reads the beginning of a long page across its blocks', () => {
    const blocks = Array.from({ length: 500 }, () => paragraph('chave'))
    expect(descriptionOf(blocks)).toBe(`${'chave '.repeat(26).trim()}…`)
  })
})
