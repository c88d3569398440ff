import PostalMime, { type Email } from 'postal-mime'
import { describe, expect, it } from 'vitest'

import { mailsMarkedUp } from '../../testing/mails-marked-up.ts'
import { mailsOfPrograms, rawMail } from '../../testing/mails-of-programs.ts'
import { mailsThatQuote } from '../../testing/mails-that-quote.ts'
import { letterOf } from './mail-history.rules.ts'
import { parseHead, parseLetterOf, parseMail, readLetter } from './mail-letter.rules.ts'

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

describe('the text of a mail', () => {
  const letterFrom = (mail: Partial<Email>) =>
    readLetter({ headers: [], headerLines: [], attachments: [], ...mail })

  it.each([
    ['plain text before HTML', { text: 'Oi', html: '<p>Hi</p>' }, 'Oi'],
    ['HTML without plain text', { html: '<p>Oi</p>' }, 'Oi'],
    ['HTML beside blanks', { text: ' \n\u00ad\u200b\u200d\ufeff', html: '<p>Oi</p>' }, 'Oi'],
    ['one sign of another alphabet', { text: '你', html: '<p>Hi</p>' }, '你'],
    ['neither', {}, ''],
  ])('is read from %s', (_, mail, words) => {
    expect(letterFrom(mail)).toEqual({ words, history: '', files: [] })
  })

  it('is whole when the mail is forwarded', () => {
    const text = 'Veja.\n\nOn Mon, Nov 23, 2026 at 10:00 AM Loja <loja@x.test> wrote:\n> Oi'

    expect(letterFrom({ text, subject: 'Fwd: Chave' }).words).toBe(text)
    expect(letterFrom({ text, subject: 'Re: Chave' }).words).toBe('Veja.')
  })

  it.each([
    ['foto.jpg', 'image/jpeg', 'foto.jpg'],
    [null, 'image/jpeg', 'anexo.jpeg'],
    ['', 'application/pdf', 'anexo.pdf'],
    [null, 'image/', 'anexo.bin'],
    [null, 'pdf', 'anexo.pdf'],
    [null, '', 'anexo.bin'],
  ])('comes with its file "%s" (%s) as "%s"', (filename, mimeType, name) => {
    const content = new TextEncoder().encode('bytes').buffer
    const attachments = [{ filename, mimeType, content, disposition: null }]
    expect(letterFrom({ attachments }).files).toEqual([{ name, bytes: Buffer.from('bytes') }])
  })
})

describe('a raw mail', () => {
  const nested = (levels: number) =>
    Array.from(
      { length: levels },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
    ).join('\r\n')

  it.each(['\r\n', '\n'])(
    'has a head that is read without its body, lines end in %j',
    async (end) => {
      const lines = ['Subject: Olá, 你好', 'From: Ana <ana@x.test>', '', 'Oi', '', 'tchau']
      const { subject, from, text } = (await parseHead(Buffer.from(lines.join(end))))!

      expect([subject, from?.address, text ?? '']).toEqual(['Olá, 你好', 'ana@x.test', ''])
    },
  )

  it('has a head that is read however deep its body is nested', async () => {
    const head = await parseHead(Buffer.from(`Subject: Oi\r\n${nested(30)}`))
    expect(head?.subject).toBe('Oi')
  })

  it('may consist of a head alone, or of nothing', async () => {
    expect((await parseHead(Buffer.from('Subject: Oi')))?.subject).toBe('Oi')
    expect((await parseHead(Buffer.from('\r\n\r\nOi')))?.text?.trim()).toBe('')
    expect((await parseHead(Buffer.from('')))?.headers).toEqual([])
  })

  it('has a head of at most 64 KiB', async () => {
    const keys = async (length: number) => {
      const raw = Buffer.from(`X: ${'x'.repeat(length)}\r\nSubject: Oi\r\n\r\n`)
      return (await parseHead(raw))?.headers.map(({ key }) => key)
    }

    expect(await keys(65_500)).toEqual(['x', 'subject'])
    expect(await keys(65_536)).toEqual(['x'])
  })

  it('becomes words, history and files', async () => {
    const raw = Buffer.from(rawMail({ name: '', keeps: [], text: ['Oi', '', '-- ', 'Ana'] }))
    expect(await parseLetterOf({ raw })).toEqual({ words: 'Oi', history: '-- \nAna', files: [] })
  })

  it('cannot be parsed when it is nested too deep', async () => {
    await expect(parseMail(Buffer.from(nested(20)))).resolves.toHaveProperty('attachments', [])
    await expect(parseMail(Buffer.from(nested(22)))).rejects.toThrow('20 levels')
    await expect(parseLetterOf({ raw: Buffer.from(nested(22)) })).rejects.toThrow('20 levels')
  })
})
