import { describe, expect, it } from 'vitest'
import { isAutomatic, namedIn, ownWords } from './mail-in.rules.ts'

describe('a mail to the support', () => {
  it('is read down to what it answers, however its program marks that [P337]', () => {
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
        ownWords(`Em casa funcionou.\r\n\r\nObrigada!\r\n${head}\n\n${quoted}\n\n`),
        head,
      ).toBe('Em casa funcionou.\n\nObrigada!')
    expect(ownWords('> a pergunta\nA resposta.\n> outra\nMais.')).toBe(
      '> a pergunta\nA resposta.\n> outra\nMais.',
    )
    expect(ownWords(quoted)).toBe(quoted)
    expect(ownWords('a\u0000b\n\n\n\n\nc\ud800')).toBe('ab\n\nc\ufffd')
    // What is made to keep a machine busy is read at once: the test would run out of its time.
    expect(ownWords(`${'>\n'.repeat(500_000)}fim`).slice(0, 3)).toBe('>\n>')
    expect(ownWords(`on ${'a '.repeat(500_000)}`).slice(0, 6)).toBe('on a a')
  })

  it('names its ticket by an address of this domain alone, in any case [P337]', () => {
    const domain = 'suporte.loja.test'
    const address = `Reply+Ticket-0042.${'aB'.repeat(10)}@Suporte.Loja.test`
    expect(namedIn(['x@y.test', address], domain)).toEqual({
      ticketId: 'TICKET-0042',
      signature: 'ab'.repeat(10),
    })
    for (const other of [
      address.replace('Loja', 'outra'),
      address.replace('Reply+', ''),
      address.replace('aB', 'zz'),
      `${address}.mau.test`,
    ])
      expect(namedIn([other], domain), other).toBe(null)
  })

  it('that nobody wrote is known by its head [P337]', () => {
    const of = (key: string, value: string) => isAutomatic([{ key, value }])
    expect(
      [
        of('auto-submitted', 'auto-replied'),
        of('precedence', 'bulk'),
        of('return-path', '<>'),
        of('content-type', 'multipart/report; report-type=delivery-status'),
        of('from', 'Mail <MAILER-DAEMON@x.test>'),
        of('x-autoreply', 'yes'),
      ].every(Boolean),
    ).toBe(true)
    expect([of('auto-submitted', 'no'), of('from', 'Ana <ana@x.test>')]).toEqual([false, false])
  })
})
