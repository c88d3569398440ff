import { describe, expect, it } from 'vitest'

import { letterOf } from './mail-history.rules.ts'

const underscores = '_'.repeat(20)
const gmailHead = 'On Mon, Nov 23, 2026 at 10:00 AM Loja <loja@x.test> wrote:'

/** Whether lines below the writer's word are history. */
const isFolded = (...lines: string[]): boolean => {
  const { words, history } = letterOf(['Oi', ...lines].join('\n'))
  if (history) expect([words, history]).toEqual(['Oi', lines.join('\n').trim()])

  return history !== ''
}

/** Whether a head above a quote of one line is history. */
const isFoldedHead = (...head: string[]): boolean => isFolded(...head, '> Resposta')

describe('the text of a letter', () => {
  it.each([
    ['', '', ''],
    [' \n\n ', '', ''],
    ['Oi\rtudo\r\nbem\n', 'Oi\ntudo\nbem', ''],
    ['Oi\r\n\r\ntudo', 'Oi\n\ntudo', ''],
    ['a\n\nb\n\n\nc', 'a\n\nb\n\nc', ''],
    ['\u0007a\tb\u007f\u001b', 'a\tb', ''],
    ['Oi\n> Resposta\u0000\n>\n\n\n\n> fim', 'Oi', '> Resposta\n>\n\n> fim'],
    ['> Resposta', '> Resposta', ''],
    [`${gmailHead}\n> Resposta`, `${gmailHead}\n> Resposta`, ''],
    ['Привет\n> Ответ', 'Привет', '> Ответ'],
  ])('%j has the words %j and the history %j', (text, words, history) => {
    expect(letterOf(text)).toEqual({ words, history })
  })

  it('is split up to a length of 200 000 signs', () => {
    const quote = '\n> y'
    const longest = 'x'.repeat(200_000 - quote.length)

    expect(letterOf(`${longest}${quote}`)).toEqual({ words: longest, history: '> y' })
    expect(letterOf(`x${longest}${quote}`)).toEqual({ words: `x${longest}${quote}`, history: '' })
  })
})

describe('a forwarded letter', () => {
  it.each([
    ['Fwd: Chave', true],
    ['FW: Chave', true],
    ['fw : Chave', true],
    [' ENC: Chave', true],
    ['RV: Clave', true],
    ['TR: Chave', true],
    ['Re: Fwd: Chave', false],
    ['Fwd Chave', false],
    ['Bienc: Chave', false],
    ['Fwdx: Chave', false],
    ['', false],
  ])('with the subject "%s" is read whole: %s', (subject, isWhole) => {
    expect(letterOf('Oi\n> Resposta', subject).history).toBe(isWhole ? '' : '> Resposta')
  })

  it.each([
    '---------- Forwarded message ---------',
    '-----Mensagem encaminhada-----',
    '----- Mensaje reenviado -----',
    '----- Forwarded by Ana Lima/Loja on 26/11/2026 10:00 -----',
    `----- Forwarded by ${'x'.repeat(79)} -----`,
    ' Begin forwarded message:',
    '*Início da mensagem encaminhada:*',
    'INICIO DEL MENSAJE REENVIADO:',
  ])('with the line "%s" is read whole', (mark) => {
    expect(isFolded(mark, '> Resposta')).toBe(false)
  })

  it.each([
    '---- Forwarded message -----',
    '----- Forwarded message ----',
    '- ----- Forwarded message -----',
    '----- Forwarded message ----- fim',
    '-----x Forwarded message -----',
    '-----xForwarded message-----',
    '-----Forwarded messagex-----',
    '----- Forwarded by -----',
    `----- Forwarded by ${'x'.repeat(81)} -----`,
    'Oh, begin forwarded message:',
    'Begin forwarded message: fim',
  ])('is not made by the line "%s"', (line) => {
    expect(letterOf(`Oi\n${line}\n> Resposta`).history).toBe('> Resposta')
  })
})

describe('a quote without a head', () => {
  it.each([
    ['is history below the last word', 'Oi\n \n > Resposta\n', 'Oi', '> Resposta'],
    ['may have blank lines', 'Oi\n> a\n\n> b', 'Oi', '> a\n\n> b'],
    ['is kept above an answer', '> a\nOi', '> a\nOi', ''],
    ['does not exist where a sign is within a line', 'Oi\na > b', 'Oi\na > b', ''],
  ])('%s', (_, text, words, history) => {
    expect(letterOf(text)).toEqual({ words, history })
  })
})

describe('a mark of the original mail', () => {
  it.each([
    ['-----Original Message-----', true],
    ['--- mensagem original ---', true],
    ['\u2010\u2010\u2010 Mensaje original \u2010\u2010\u2010', true],
    [' *-----Mensagem original-----* ', true],
    ['\ufeff---Mensagem original---\u200b', true],
    ['--Mensagem original--', false],
    ['a -----Mensagem original-----', false],
    ['-----Mensagem original----- fim', false],
    ['-----Mensagem-----', false],
  ])('"%s" begins the history: %s', (mark, isHistory) => {
    expect(isFolded(mark, 'Resposta')).toBe(isHistory)
  })

  it('is no history with nothing below', () => {
    expect(isFolded('-----Original Message-----')).toBe(false)
    expect(isFolded('-----Original Message-----', '', ' ')).toBe(false)
  })

  it('begins the history above words, quotes or both', () => {
    expect(isFolded('-----Original Message-----', 'a', '> b', 'c')).toBe(true)
    expect(isFoldedHead('-----Original Message-----')).toBe(true)
  })
})

describe('a head of labels', () => {
  const head = ['De: Loja', 'Enviado: 26/11/2026', 'Para: Maria', 'Assunto: Re: chave']
  const changed = (index: number, ...lines: string[]) => head.toSpliced(index, 1, ...lines)

  it.each([
    ['Portuguese', head],
    ['English', ['From: Shop', 'Sent: Monday', 'To: Ana', 'Subject: Re: key']],
    ['Spanish', ['De: Tienda', 'Enviado el: lunes', 'Para: Ana', 'Asunto: Re: clave']],
    ['any order', ['FROM : Shop', 'Subject : Re', 'Date : Monday', 'To : Ana']],
    ['bold labels', head.map((line) => `*${line.replace(':', ':*')}`)],
    ['a line above', [underscores, ...head]],
    ['a longer line above', [`${underscores}____`, ...head]],
    ...['Enviada em: 26/11', 'Data: 26/11', 'Fecha: 26/11', 'Enviada: 26/11'].map(
      (line): [string, string[]] => [line, changed(1, line)],
    ),
    ...['Cc: a', 'Cópia: a', 'Bcc: a', 'Cco: a', 'Reply-To: a', 'Responder a: a'].map(
      (line): [string, string[]] => [line, changed(2, line)],
    ),
  ])('is history with %s', (_, lines) => {
    expect(isFolded(...lines, '', 'Resposta')).toBe(true)
  })

  it.each([
    ['no sender', head.slice(1)],
    ['a word for its sender', changed(0, 'Tudo bem')],
    ['no date', changed(1)],
    ['no receiver', changed(2)],
    ['no subject', head.slice(0, 3)],
    ['a sender in a sentence', changed(0, 'Recebi de: Loja')],
    ['a date in a sentence', changed(1, 'Foi enviado: 26/11')],
    ['a receiver in a sentence', changed(2, 'Foi para: Maria')],
    ['a subject in a sentence', changed(3, 'O assunto: chave')],
    ['another word in a label', changed(0, 'Dex: Loja')],
    ['another word in the date', changed(1, 'Enviadox: 26/11')],
    ['another word in the receiver', changed(2, 'Parax: Maria')],
    ['another word in the subject', changed(3, 'Assuntox: chave')],
    ['a second sender inside', [head[0]!, 'De: outra', ...head.slice(1, 3)]],
    ['a subject before words', [head[0]!, head[3]!, 'texto', head[1]!, head[2]!]],
  ])('is no history with %s', (_, lines) => {
    expect(isFolded(...lines, '', 'Resposta')).toBe(false)
  })

  it('may continue a list of receivers in three lines, and not in four', () => {
    const receivers = ['b@x.test;', 'c@x.test;', 'd@x.test']

    expect(isFolded(...changed(2, 'Para: a;', ...receivers), 'Resposta')).toBe(true)
    expect(isFolded(...changed(2, 'Para: a;', ...receivers, 'e@x.test'), 'Resposta')).toBe(false)
  })

  it('counts the continuation of each label by itself', () => {
    const twice = [...changed(2, 'Para: a', 'b', 'c', 'Cc: d', 'e', 'f')]
    expect(isFolded(...twice, 'Resposta')).toBe(true)
  })

  it('is kept with nothing below, however many lines it has', () => {
    expect(isFolded(...head)).toBe(false)
    expect(isFolded(underscores, ...head)).toBe(false)
    expect(isFolded(...changed(2, 'Para: a;', 'b@x.test'))).toBe(false)
  })
})

describe('a line that is not certain by itself', () => {
  const loose = [
    underscores,
    'From: Loja <loja@x.test>',
    'De : loja@x.test',
    'Loja <loja@x.test> wrote:',
    'On Monday Loja wrote:',
    '2026-11-26 10:00 GMT-03:00 Loja <loja@x.test>:',
  ]

  it.each(loose)('"%s" begins the history above quotes only', (line) => {
    expect(isFolded(line, '', '> Resposta')).toBe(true)
    expect(isFolded(line, '> Resposta', '-- ', 'Ana')).toBe(true)
    expect(isFolded(line, 'Resposta')).toBe(false)
    expect(isFolded(line, '> Resposta', 'mais')).toBe(false)
    expect(isFolded(line)).toBe(false)
  })

  it.each([
    ['_'.repeat(19)],
    [`a${underscores}`],
    [`${underscores}a`],
    ['Veja de: loja@x.test'],
    ['De: Loja'],
    ['De:loja@x.test'],
    ['Dex: loja@x.test'],
    ['wrote: a'],
    ['Loja wrote:'],
    ['Loja <loja> wrote:'],
    ['Loja <@x.test wrote:'],
    ['2026-11-26 10:00 Loja <loja@x.test>'],
    ['2026-11-26 10:00 Loja:'],
    ['2026-11-26 <loja@x.test> Loja:'],
    ['26-11-26 10:00 Loja <loja@x.test>:'],
    ['em 2026-11-26 10:00 Loja <loja@x.test>:'],
    ['2026-11-26x10:00 Loja <loja@x.test>:'],
    ['abcd-11-26 10:00 Loja <loja@x.test>:'],
    ['2026-a1-26 10:00 Loja <loja@x.test>:'],
    ['2026-1a-26 10:00 Loja <loja@x.test>:'],
    ['2026-11-a6 10:00 Loja <loja@x.test>:'],
    ['2026-11-2a 10:00 Loja <loja@x.test>:'],
    ['Loja <loja@x.test>:'],
  ])('"%s" is a word of the writer', (line) => {
    expect(letterOf(`Oi\n${line}\n> Resposta`)).toEqual({
      words: `Oi\n${line}`,
      history: '> Resposta',
    })
  })
})

describe('a line that names the quoted writer', () => {
  it.each([
    gmailHead,
    'Em seg., 23 de nov. de 2026 às 10:00, Loja <loja@x.test> escreveu:',
    'El lun, 23 nov 2026 a las 10:00, Tienda (<loja@x.test>) escribió:',
    'No dia 26/11/2026, às 10:00, Loja <loja@x.test> escreveu:',
    '26/11/26 10h00 Loja <loja@x.test> escreveu:',
    '6.1.26 9.05 Loja <loja@x.test> escreveu:',
    'Loja <loja@x.test> escreveu (26-11-26 10:00):',
    'Loja <loja@x.test> wrote (2026, 10:00): ',
    'Loja <loja@x.test>, 1999, 10:00 WROTE:',
    'On 2026 10:00 Ana who wrote to Loja <loja@x.test> wrote:',
  ])('"%s" begins the history above plain words', (line) => {
    expect(isFolded(line, 'Resposta')).toBe(true)
    expect(letterOf(`Oi\n${line}\nResposta\n> antes`).words).toBe(`Oi\n${line}\nResposta`)
  })

  it.each([
    ['without an address', 'On Mon, Nov 23, 2026 at 10:00 AM Loja wrote:'],
    ['without a time', 'On Nov 23, 2026 Loja <loja@x.test> wrote:'],
    ['without a year', 'On Nov 23 at 10:00 Loja <loja@x.test> wrote:'],
    ['with a number of five digits', 'On 12026 at 10:00 Loja <loja@x.test> wrote:'],
    ['with another century', 'On 3026 at 10:00 Loja <loja@x.test> wrote:'],
    ['with words for a day', 'On a/11/26 10:00 Loja <loja@x.test> wrote:'],
    ['with a comma in the day', 'On 6,11/26 10:00 Loja <loja@x.test> wrote:'],
    ['with words for a month', 'On 6/ab/26 10:00 Loja <loja@x.test> wrote:'],
    ['with a comma in the month', 'On 6/11,26 10:00 Loja <loja@x.test> wrote:'],
    ['with words for a year', 'On 6/11/a6 10:00 Loja <loja@x.test> wrote:'],
    ['with half a year', 'On 6/11/2a 10:00 Loja <loja@x.test> wrote:'],
    ['with a comma in the time', 'On 2026 10,00 Loja <loja@x.test> wrote:'],
  ])('%s begins no history above plain words', (_, line) => {
    expect(isFolded(line, 'Resposta')).toBe(false)
    expect(isFoldedHead(line)).toBe(true)
  })

  it.each([
    ['with words after the verb', 'Loja <loja@x.test> 2026 10:00 wrote: sim'],
    ['with an open bracket', 'Loja <loja@x.test> 2026 10:00 wrote (hoje:'],
    ['with a closed bracket only', 'Loja <loja@x.test> 2026 10:00 wrote hoje):'],
    ['with another first word', 'Ontem 2026 10:00 a loja wrote:'],
    ['with a first word that only begins so', 'Onde 2026 10:00 a loja wrote:'],
    ['with a verb that goes on', `${gmailHead.slice(0, -1)}x:`],
  ])('%s is a text of the writer', (_, line) => {
    expect(letterOf(`Oi\n${line}\n> Resposta`).words).toBe(`Oi\n${line}`)
  })

  it('may be broken into four lines, and not into five', () => {
    const broken = ['On Mon, Nov 23,', '2026 at 10:00', 'Loja <loja@x.test>', 'wrote:']

    expect(isFolded(...broken, 'Resposta')).toBe(true)
    expect(isFolded('On', ...broken.slice(1), 'Resposta')).toBe(false)
    expect(isFolded(...broken.toSpliced(3, 0, '(loja)'), 'Resposta')).toBe(false)
  })

  it.each([
    ['a blank line', ['On 2026 10:00', '', 'Loja <loja@x.test> wrote:'], 'a'],
    ['a quote', ['On 2026 10:00', '> Loja <loja@x.test> wrote:'], '> a'],
  ])('is not broken by %s', (_, lines, below) => {
    expect(letterOf(['Oi', ...lines, below].join('\n')).words).toMatch(/^Oi\nOn 2026 10:00/)
  })

  it('begins at its own first word, and not at a line before', () => {
    const lines = ['On Friday I asked', 'On 2026 10:00', 'Loja <loja@x.test> wrote:', '> a']
    expect(letterOf(lines.join('\n')).words).toBe('On Friday I asked')
  })

  it('is broken only after a line that can begin it', () => {
    expect(letterOf('Oi\nLoja 2026 10:00\n<loja@x.test> wrote:\n> a').words).toBe(
      'Oi\nLoja 2026 10:00',
    )

    expect(letterOf('Oi\nLoja 2026 10:00 <\nloja@x.test> wrote:\n> a').words).toBe('Oi')
  })

  it('has at most 400 signs', () => {
    const start = `On ${'x'.repeat(397)}`.slice(0, 400 - 'L <l@x.test> wrote:'.length)

    expect(isFoldedHead(start, 'L <l@x.test> wrote:')).toBe(true)
    expect(letterOf(`Oi\n${start}x\nL <l@x.test> wrote:\n> a`).words).toBe(`Oi\n${start}x`)
  })
})

describe('the signature of a writer', () => {
  const signature = (lines: number) => ['-- ', ...Array.from({ length: lines }, () => 'Ana')]

  it('is not among the words, up to twelve lines with its mark', () => {
    expect(isFolded(...signature(1))).toBe(true)
    expect(isFolded(...signature(11))).toBe(true)
    expect(isFolded(...signature(12))).toBe(false)
  })

  it('is not longer for the blank lines below it', () => {
    expect(isFolded(...signature(1), ...Array.from({ length: 12 }, () => ''))).toBe(true)
  })

  it('begins at the last mark, which ends with a blank', () => {
    expect(letterOf('Oi\n-- \nAna\n-- \nLima').words).toBe('Oi\n-- \nAna')
    expect(isFolded('--', 'Ana')).toBe(false)
  })

  it('may be all of a mail that has no words', () => {
    expect(letterOf('-- \nAna')).toEqual({ words: '-- \nAna', history: '' })
  })

  it('below a quote counts as no word', () => {
    expect(isFolded(gmailHead, '> Resposta', '-- ', 'Ana')).toBe(true)
    expect(isFolded('Loja <loja@x.test> wrote:', '> Resposta', '-- ', 'Ana')).toBe(true)
  })
})

describe('the advertisement of a mail program', () => {
  it.each([
    ['Enviado do meu iPhone', true],
    [' Sent from my Galaxy', true],
    ['Get Outlook for iOS', true],
    ['Obtenha o Yahoo Mail', true],
    [`Sent from ${'x'.repeat(102)} iPhone`, true],
    [`Sent from ${'x'.repeat(103)} iPhone`, false],
    ['Foi enviado do meu iPhone', false],
    ['xSent from my iPhone', false],
    ['Sentar no iPhone', false],
    ['Enviado do meu bolso', false],
    ['Meu iPhone', false],
  ])('"%s" is not among the words: %s', (line, isAdvertisement) => {
    expect(isFolded(line)).toBe(isAdvertisement)
  })

  it('is found above blank lines, a signature and a quote', () => {
    expect(isFolded('Enviado do meu iPhone', '', '-- ', 'Ana')).toBe(true)
    expect(isFolded('Enviado do meu iPhone', '', gmailHead, '> Resposta')).toBe(true)
    expect(letterOf('Enviado do meu iPhone').words).toBe('Enviado do meu iPhone')
  })
})
