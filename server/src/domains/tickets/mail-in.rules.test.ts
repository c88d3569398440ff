import { describe, expect, it } from 'vitest'

import {
  findReplyAddress,
  isAutomatic,
  isReport,
  isSigned,
  messageIdOf,
  replyAddress,
} from './mail-in.rules.ts'

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
      `x${address}`,
      address.replace('0042', ''),
      address.replace('0042', '1234567890123'),
      address.replace('aB', 'aBa'),
      '',
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

  it.each([
    ['auto-submitted', ' Auto-Generated ', true],
    ['auto-submitted', ' NO ', false],
    ['precedence', 'junk', true],
    ['precedence', 'list', true],
    ['precedence', 'Auto_Reply', true],
    ['precedence', 'normal', false],
    ['return-path', '<ana@x.test>', false],
    ['content-type', 'multipart/mixed', false],
    ['content-type', 'text/plain; name=multipart/report', false],
    ['from', '"Mail" <postmaster@x.test>', false],
    ['from', 'postmaster@x.test', true],
    ['from', 'no-postmaster@x.test', false],
    ['x-autoreply', ' ', false],
    ['subject', 'bulk', false],
  ])('with "%s: %s" is from a program: %s', (key, value, isFromProgram) => {
    expect(
      isAutomatic([
        { key: 'to', value: 'loja@x.test' },
        { key, value },
      ]),
    ).toBe(isFromProgram)
  })

  it.each([
    [[], false],
    [[{ key: 'content-type', value: ' Multipart/Report; boundary=b' }], true],
    [[{ key: 'content-type', value: 'multipart/mixed' }], false],
    [[{ key: 'subject', value: 'multipart/report' }], false],
  ])('with the headers %j is a delivery report: %s', (headers, isDeliveryReport) => {
    expect(isReport(headers)).toBe(isDeliveryReport)
  })

  it('is the same message at each delivery, by its id or else by its bytes [P337]', () => {
    const raw = Buffer.from('Subject: Oi\r\n\r\nOi')
    const firstId = '6edcc21f-5312-8a67-9f8e-82a517934329'

    expect(messageIdOf({ messageId: '<1@x.test>' }, raw)).toBe(firstId)
    expect(messageIdOf({ messageId: '<1@x.test>' }, Buffer.from('again'))).toBe(firstId)
    expect(messageIdOf({ messageId: '<2@x.test>' }, raw)).toBe(
      'a9a53699-ccf9-8759-a7ea-8951f82fd5e5',
    )
    expect(messageIdOf({}, raw)).toBe('a4d9faf1-a3aa-8bde-a40b-4ed1108a2968')
  })
})

describe('the reply address of a ticket', () => {
  const ticket = { id: '6b1f', ticketId: 'TICKET-0042' }
  const supportMail = { domain: 'suporte.loja.test', secret: 'relay' }
  const storeSecret = Buffer.from('new secret')
  const olderSecrets = [Buffer.from('old secret')]

  const newSignature = 'bbe6c697f5154b791be0'
  const oldSignature = '97a8717a1f5680f0a10b'

  it('is in lowercase and signed with the newest secret of the store [P337, P580]', () => {
    expect(replyAddress({ storeSecret, olderSecrets, supportMail }, ticket)).toBe(
      `reply+ticket-0042.${newSignature}@suporte.loja.test`,
    )
  })

  it('does not exist where the shop takes no mail', () => {
    expect(replyAddress({ storeSecret, supportMail: null }, ticket)).toBe(null)
  })

  it.each([
    ['of the newest secret', newSignature, true],
    ['of an older secret', oldSignature, true],
    ['of another ticket', 'c702c55a6b009f4a43a8', false],
    ['that is cut', newSignature.slice(0, 19), false],
    ['that is longer', `${newSignature}0`, false],
    ['that is empty', '', false],
  ])('with a signature %s (%s) is valid: %s', (_, signature, isValid) => {
    expect(isSigned({ storeSecret, olderSecrets }, ticket, signature)).toBe(isValid)
  })

  it('is refused with the signature of a secret that the store gave up', () => {
    expect(isSigned({ storeSecret }, ticket, oldSignature)).toBe(false)
  })
})
