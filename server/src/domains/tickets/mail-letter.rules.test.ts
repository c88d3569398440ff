import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'

import { mailsMarkedUp } from '../../testing/mails-marked-up.ts'
import { mailsOfPrograms, rawMail } from '../../testing/mails-of-programs.ts'
import { mailsThatQuote } from '../../testing/mails-that-quote.ts'
import { letterOf } from './mail-history.rules.ts'
import { readLetter } from './mail-letter.rules.ts'

const mails = [...mailsOfPrograms, ...mailsThatQuote, ...mailsMarkedUp]

describe('the mail of each program [F204]', () => {
  it.each(mails)('$name', async ({ keeps, folds = [], files = [], ...mail }) => {
    const raw = rawMail({ ...mail, keeps })
    const { words, history, files: read } = readLetter(await PostalMime.parse(raw))
    for (const kept of keeps) expect(words).toContain(kept)

    for (const folded of folds) {
      expect(words).not.toContain(folded)
      expect(history).toContain(folded)
    }

    if (!folds.length) expect(history).toBe('')
    expect(read.map(({ name }) => name)).toEqual(files)
  })

  it('is split at the quoted answer, whatever line introduces the quote [P337]', () => {
    const quoted = '> Resposta de Dora\n> Vou olhar.'

    for (const head of [
      'Em seg., 23 de nov. de 2026 às 10:00, Loja <loja@x.test> escreveu:',
      'Em seg., 23 de nov. de 2026 às 10:00, Loja <loja@x.test>\nescreveu:',
      'On Mon, Nov 23, 2026 at 10:00 AM Loja <loja@x.test> wrote:',
      '-----Mensagem original-----',
      '________________________________',
      'From: Loja <loja@x.test>',
      '',
    ])
      expect(
        letterOf(`Em casa funcionou.\r\n\r\nObrigada!\r\n${head}\n\n${quoted}\n\n`).words,
        head,
      ).toBe('Em casa funcionou.\n\nObrigada!')

    for (const whole of ['> a pergunta\nA resposta.\n> outra\nMais.', quoted])
      expect(letterOf(whole)).toEqual({ words: whole, history: '' })
    expect(letterOf('a\u0000b\n\n\n\n\nc\ud800').words).toBe('ab\n\nc\ufffd')
  })

  it('every line of a text is among the words or in the history', () => {
    for (const { name, text } of mails.filter((mail) => mail.text)) {
      const { words, history } = letterOf(text!.join('\n'))
      const lines = (of: string) => of.split('\n').map((line) => line.trim())
      expect([...lines(words), ...lines(history)].filter(Boolean), name).toEqual(
        text!.map((line) => line.trim()).filter(Boolean),
      )
    }
  })

  it('a mail made to slow the parser down is read at once', () => {
    for (const piece of [
      '>\n',
      '\n',
      'on a\n',
      'De: a\n',
      '________________________\nDe: a\n',
      '<@',
    ]) {
      const begun = performance.now()
      letterOf(piece.repeat(190_000 / piece.length))
      expect(performance.now() - begun, piece).toBeLessThan(2000)
    }

    expect(letterOf(`${'x'.repeat(300_000)}\n> y`)).toEqual({
      words: `${'x'.repeat(300_000)}\n> y`,
      history: '',
    })
  })
})
