import { describe, expect, it } from 'vitest'

import { isAutomatic, findReplyAddress } from './mail-in.rules.ts'

describe('a mail to the support', () => {
  it('names its ticket by an address of this domain only, in any case [P337]', () => {
    const domain = 'suporte.loja.test'
    const address = `Reply+Ticket-0042.${'aB'.repeat(10)}@Suporte.Loja.test`

    expect(findReplyAddress(['x@y.test', address], domain)).toEqual({
      ticketId: 'TICKET-0042',
      signature: 'ab'.repeat(10),
    })

    for (const other of [
      address.replace('Loja', 'outra'),
      address.replace('Reply+', ''),
      address.replace('aB', 'zz'),
      `${address}.mau.test`,
    ])
      expect(findReplyAddress([other], domain), other).toBe(null)
  })

  it('from a program is recognised by its headers [P337]', () => {
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
