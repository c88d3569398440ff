import { describe, expect, it } from 'vitest'

import { fillPlaceholders, matchingReplies, openPlaces, slashBefore, replyText } from './saved.ts'
import { formatSpan } from './spans.ts'

const reply = (title: string, pt = '', en = '') => ({
  id: title,
  _id: title,
  title,
  texts: { 'pt-BR': pt, 'en-US': en },
  updatedAt: '2026-02-01T12:00:00.000Z',
})

describe('a saved reply', () => {
  it('is searched by the text between the slash that begins a word and the cursor [P333]', () => {
    expect(slashBefore('/', 1)).toEqual({ from: 0, query: '' })
    expect(slashBefore('Olá /sau mais', 8)).toEqual({ from: 4, query: 'sau' })
    expect(slashBefore('linha\n/x', 8)).toEqual({ from: 6, query: 'x' })
    for (const text of ['e/ou', 'https://loja', '/sau ', '/a/b', 'nada', ''])
      expect(slashBefore(text, text.length), text).toBe(null)
    expect(slashBefore('/sau', 0)).toBe(null)
  })

  it('is found regardless of case and accents, and falls back to the other language [P333]', () => {
    const all = [reply('Saudação', 'Oi', 'Hi'), reply('Reembolso', 'Volta')]
    expect(matchingReplies(all, 'SAUDACAO').map(({ title }) => title)).toEqual(['Saudação'])
    expect(matchingReplies(all, '').map(({ title }) => title)).toEqual(['Saudação', 'Reembolso'])
    expect([replyText(all[0]!, 'en-US'), replyText(all[1]!, 'en-US')]).toEqual(['Hi', 'Volta'])
  })

  it('has first name and order number filled in, and leaves unknown values open [P333]', () => {
    const text = '{{nome}}, {{pedido}} e {{pedido}}; {{outro}}'
    expect(fillPlaceholders(text, { name: ' Ana Souza', order: 'ORD-1' })).toBe(
      'Ana, ORD-1 e ORD-1; {{outro}}',
    )
    expect(fillPlaceholders('{{nome}}', { name: "$& $' Souza", order: undefined })).toBe('$&')
    const open = fillPlaceholders(text, { name: ' ', order: undefined })
    expect(open).toBe(text)
    expect(openPlaces(open)).toEqual(['{{nome}}', '{{pedido}}'])
    expect(openPlaces('{{outro}}')).toEqual([])
  })
})

describe('a length of time', () => {
  it('has its largest whole unit, days from the second on [P334]', () => {
    const told = (language: string) =>
      [0, 59, 60, 3599, 3600, 172_799, 172_800].map((seconds) =>
        formatSpan(seconds, language).replaceAll(/\s/g, ' '),
      )

    expect(told('pt-BR')).toEqual(['0 s', '59 s', '1 min', '59 min', '1 h', '47 h', '2 dias'])
    expect(told('en-US')).toEqual(['0 sec', '59 sec', '1 min', '59 min', '1 hr', '47 hr', '2 days'])
  })
})
