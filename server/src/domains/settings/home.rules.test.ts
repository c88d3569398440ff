import type { OwnQuestion } from '@chaveiro/contracts/home-sections'
import { describe, expect, it } from 'vitest'

import { homeFields, questionsIn } from './home.rules.ts'

describe('changes of the home page', () => {
  const unchanged: Parameters<typeof homeFields>[0] = {
    heroPicture: '',
    heroPicturePt: '',
    heroPictureEn: '',
    homeSections: ['categories', 'steps', 'praise', 'questions'],
    questions: [],
  }

  it('are left out while nothing is changed, and words without a picture are no change', () => {
    expect(homeFields(unchanged)).toEqual({})
    expect(homeFields({ ...unchanged, heroPicturePt: 'Uma chave' })).toEqual({})
  })

  it.each([
    ['each language', 'Uma chave', 'A key', ['Uma chave', 'A key']],
    ['Portuguese in both when English is empty', 'Uma chave', '', ['Uma chave', 'Uma chave']],
    ['English in both when Portuguese is empty', '', 'A key', ['A key', 'A key']],
    ['no words at all', '', '', ['', '']],
  ])('a picture has its words: %s', (_, heroPicturePt, heroPictureEn, [portuguese, english]) => {
    expect(
      homeFields({ ...unchanged, heroPicture: '/uploads/key.webp', heroPicturePt, heroPictureEn }),
    ).toEqual({
      heroPicture: { src: '/uploads/key.webp', alts: { 'pt-BR': portuguese, 'en-US': english } },
    })
  })

  it('sections are named when their order or number differs from the default', () => {
    for (const homeSections of [
      ['steps', 'categories', 'praise', 'questions'],
      ['categories', 'steps', 'praise'],
      [],
    ] satisfies (typeof unchanged.homeSections)[])
      expect(homeFields({ ...unchanged, homeSections })).toEqual({ sections: homeSections })
  })

  it('own questions are announced without their texts', () => {
    const question = { askedPt: 'Como?', answerPt: 'Assim.', askedEn: '', answerEn: '' }
    expect(homeFields({ ...unchanged, questions: [question] })).toEqual({ ownQuestions: true })
  })
})

describe('own questions', () => {
  const question = (changes: Partial<OwnQuestion> = {}): OwnQuestion => ({
    askedPt: 'Como recebo?',
    answerPt: 'Por **e-mail**.',
    askedEn: 'How do I get it?',
    answerEn: 'By mail.',
    ...changes,
  })

  const text = (words: string) => ({ type: 'text', text: words })

  it("are shown in the reader's language, with formatted answers", () => {
    expect(questionsIn([question()], 'pt-BR')).toEqual([
      {
        asked: 'Como recebo?',
        language: 'pt-BR',
        tree: [
          {
            type: 'paragraph',
            children: [text('Por '), { type: 'strong', children: [text('e-mail')] }, text('.')],
          },
        ],
      },
    ])

    expect(questionsIn([question()], 'en-US')).toEqual([
      {
        asked: 'How do I get it?',
        language: 'en-US',
        tree: [{ type: 'paragraph', children: [text('By mail.')] }],
      },
    ])
  })

  it.each([
    ['en-US', { askedEn: '' }, 'Como recebo?', 'pt-BR'],
    ['en-US', { answerEn: '' }, 'Como recebo?', 'pt-BR'],
    ['pt-BR', { askedPt: '' }, 'How do I get it?', 'en-US'],
    ['pt-BR', { answerPt: '' }, 'How do I get it?', 'en-US'],
  ] as const)(
    'are shown in the other language when %s lacks %o',
    (reader, changes, asked, shown) => {
      expect(questionsIn([question(changes)], reader)).toMatchObject([{ asked, language: shown }])
    },
  )

  it('keep their order, and an answer that is nested too deeply is plain text', () => {
    const nested = `${'>'.repeat(30)} fundo`

    expect(
      questionsIn([question({ answerPt: nested }), question({ askedPt: 'Quando?' })], 'pt-BR'),
    ).toMatchObject([
      { asked: 'Como recebo?', tree: [{ type: 'paragraph', children: [text(nested)] }] },
      { asked: 'Quando?' },
    ])

    expect(questionsIn([], 'pt-BR')).toEqual([])
  })
})
