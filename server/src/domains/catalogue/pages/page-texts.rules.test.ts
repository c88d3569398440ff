import { describe, expect, it } from 'vitest'

import type { Failure } from '../../../platform/errors.ts'
import { parseRichText, parseTexts } from './page-texts.rules.ts'

const paragraph = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]

/** The code and the fields of a refusal; null when nothing was refused. */
const refusalOf = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    const { code, extra, text } = error as Failure
    return { code, fields: extra.fields, text: text['en-US'] }
  }
}

const refused = (field: string) => ({ code: 'text.refused', fields: [field] })

describe('the texts of a product page', () => {
  it('are parsed by language; formatted fields get a tree, the others stay as they are', () => {
    expect(
      parseTexts({
        'pt-BR': { body: 'Corpo', seoTitle: 'Título *puro*' },
        'en-US': {
          name: 'Key',
          summary: 'Short',
          requirements: 'Windows',
          includes: 'Manual',
          guide: 'Start',
          seoDescription: 'Line',
        },
      }),
    ).toEqual([
      {
        language: 'pt-BR',
        sources: { body: 'Corpo', seoTitle: 'Título *puro*' },
        trees: { body: paragraph('Corpo') },
      },
      {
        language: 'en-US',
        sources: {
          name: 'Key',
          summary: 'Short',
          requirements: 'Windows',
          includes: 'Manual',
          guide: 'Start',
          seoDescription: 'Line',
        },
        trees: {
          requirements: paragraph('Windows'),
          includes: paragraph('Manual'),
          guide: paragraph('Start'),
        },
      },
    ])
  })

  it('leave out a language that was not sent, and a field without a text or without a meaning', () => {
    expect(parseTexts({})).toEqual([])
    const texts = { 'en-US': { body: undefined, guide: '', colour: 'red' } }
    expect(parseTexts(texts)).toEqual([
      { language: 'en-US', sources: { guide: '' }, trees: { guide: [] } },
    ])
  })

  it.each([
    ['name', 120],
    ['summary', 10_000],
    ['body', 20_000],
    ['requirements', 5000],
    ['includes', 5000],
    ['guide', 20_000],
    ['seoTitle', 70],
    ['seoDescription', 160],
  ] as const)('%s has at most %i characters', (field, most) => {
    const parse = (count: number) =>
      refusalOf(() => parseTexts({ 'en-US': { [field]: 'é'.repeat(count) } }))

    expect(parse(most)).toBeNull()
    expect(parse(most + 1)).toMatchObject(refused(`texts.en-US.${field}`))
  })

  it('are refused by language and field, with a sentence for people', () => {
    expect(refusalOf(() => parseTexts({ 'pt-BR': { guide: `${'>'.repeat(30)} fundo` } }))).toEqual({
      ...refused('texts.pt-BR.guide'),
      text: 'The text of activation guide is too long or too deep.',
    })
  })
})

it('a formatted text is refused past its limit, and when it is nested too deeply', () => {
  expect(parseRichText('chave', 5, 'text')).toEqual(paragraph('chave'))
  expect(parseRichText('', 0, 'text')).toEqual([])
  expect(refusalOf(() => parseRichText('chaves', 5, 'text'))).toMatchObject(refused('text'))
  expect(refusalOf(() => parseRichText(`${'>'.repeat(30)} x`, 99, 'text'))).toMatchObject(
    refused('text'),
  )
})
