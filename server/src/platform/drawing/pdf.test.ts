import { expect, it } from 'vitest'

import { wordsOf } from '../../testing/pdf-words.ts'
import { renderPdf, type Paper } from './pdf.ts'

const information = {
  title: 'Recibo',
  author: 'Loja',
  at: new Date('2026-03-04T12:00:00Z'),
  language: 'pt-BR',
}

const render = (draw: (paper: Paper) => void) => renderPdf(information, draw)

it('a name in any of the usual writings is in the PDF letter by letter [F219]', async () => {
  const names = [
    'Zoë Conceição Ñandú',
    'Łukasz Żółć',
    'Şükrü Ğöçmen',
    'Анна Ивановна Ґалаґан',
    'Ελένη Παπαδοπούλου',
    'Nguyễn Thị Hương',
    '王小明',
    'やまだ たろう',
    'Ana 😀🔑',
  ]

  for (const face of ['text', 'bold', 'display'] as const) {
    const pdf = await render((paper) => {
      for (const name of names) paper.write(name, { face })
    })

    expect(wordsOf(pdf).split('\n'), face).toEqual(names)
  }
})

it('a letter that no face has is its code; invisible signs are left out', async () => {
  const pdf = await render((paper) =>
    paper.write('አ e\u0301\u200d 👍🏽\ufe0f \u202eAna\u0007', { size: 12 }),
  )

  expect(wordsOf(pdf)).toBe('[U+12A0] é 👍 Ana')
})

it('Hangul, Thai and Devanagari are in the PDF, Hebrew and Arabic from right to left', async () => {
  const pdf = await render((paper) => {
    for (const face of ['text', 'bold', 'display'] as const) {
      paper.write('김민준', { face })
      paper.write('สมชาย', { face })
      paper.write('राम', { face })
      paper.write('דוד כהן · david@loja.test', { face })
      paper.write('كمال علي', { face })
    }
  })

  expect(wordsOf(pdf).split('\n').slice(0, 5)).toEqual([
    '김민준',
    'สมชาย',
    'राम',
    'ןהכ דוד · david@loja.test',
    'يلع لامك',
  ])

  expect(wordsOf(pdf)).not.toMatch(/[?�[]/)
})

it('a Latin text has one font, and the fonts of other scripts add little to a PDF', async () => {
  const bytesOf = async (text: string) => (await render((paper) => paper.write(text, {}))).length
  const latin = await bytesOf('Ana Souza')
  expect(latin).toBeLessThan(8_000)
  for (const name of ['محمد', 'דוד', '김민준', 'สมชาย', 'प्रिया'])
    expect((await bytesOf(`Ana Souza ${name}`)) - latin, name).toBeLessThan(8_000)
})

it('a document has its fonts inside, its language and its title', async () => {
  const bytes = (await render((paper) => paper.write('Olá', {}))).toString('latin1')
  expect(bytes).not.toMatch(/Helvetica|\/Type1/)
  expect(bytes).toContain('/FontFile2')
  expect(bytes).toContain('/Lang (pt-BR)')
  expect(bytes).toContain('/DisplayDocTitle true')
})

it('a text is broken into lines, a long word too, and goes on at the next page', async () => {
  const pdf = await render((paper) => {
    expect(paper.write('um dois três quatro', { width: 50, size: 10 })).toBe(56 + 2 * 14)
    paper.write('W'.repeat(40), { width: 200, size: 10 })
    paper.y = 780
    paper.keepRoom(14)
    paper.write('em outra página', {})
  })

  expect(wordsOf(pdf).split('\n')).toEqual([
    'um dois',
    'três quatro',
    expect.stringMatching(/^W+$/),
    expect.stringMatching(/^W+$/),
    'em outra página',
  ])

  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
})
