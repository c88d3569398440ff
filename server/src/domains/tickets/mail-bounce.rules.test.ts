import { describe, expect, it } from 'vitest'

import { readReport } from './mail-bounce.rules.ts'

const part = (type: string, ...lines: string[]) => ['--b', `Content-Type: ${type}`, '', ...lines]

const mailOf = (...parts: string[][]) => {
  const lines = [
    'From: mailer-daemon@x.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    ...parts.flat(),
    '--b--',
  ]

  return { raw: Buffer.from(lines.join('\r\n')) }
}

const heads = (...lines: string[]) => part('text/rfc822-headers', ...lines)
const shopMail = heads('Subject: Re', 'Message-ID: <ticket-answer-7@loja.test>')

const report = (...lines: string[]) =>
  part('message/delivery-status', 'Reporting-MTA: dns; x.test', '', ...lines)

/** The report of one failed address, with the lines that a case changes. */
const readFailure = ({
  recipient = 'Final-Recipient: rfc822; ana@exemplo.test',
  action = 'Action: failed',
  status = 'Status: 5.1.1',
  mail = shopMail,
}) => readReport(mailOf(report(recipient, action, status), mail))

const addressOf = async (recipient: string) => (await readFailure({ recipient }))?.addresses ?? []

describe('a returned mail', () => {
  it('names the mail of the shop, the address that failed and the reason [F221]', async () => {
    expect(await readFailure({})).toEqual({
      id: 'ticket-answer-7',
      addresses: ['ana@exemplo.test'],
      reply: '5.1.1',
    })
  })

  it('is read with the whole returned mail, and with any writing of the fields', async () => {
    const returnedMail = part('message/rfc822', 'Subject: Re', 'message-id:<a.b-1@loja.test>')
    const statusReport = report(
      'no field',
      ': no name',
      'FINAL-RECIPIENT : RFC822;<Ana@Exemplo.TEST>',
      'Action:FAILED (no such user)',
      'Status:5.1.10\t(unknown)',
    )

    expect(await readReport(mailOf(statusReport, returnedMail))).toEqual({
      id: 'a.b-1',
      addresses: ['ana@exemplo.test'],
      reply: '5.1.10',
    })
  })

  it.each([
    ['without a report', mailOf(part('text/plain', 'Not found.'), shopMail)],
    ['without the mail of the shop', mailOf(report('Action: failed', 'Status: 5.1.1'))],
    [
      'of another kind of report',
      mailOf(
        part('message/feedback-report', '', 'Final-Recipient: rfc822; ana@exemplo.test'),
        shopMail,
      ),
    ],
  ])('%s is not a bounce', async (_, mail) => {
    expect(await readReport(mail)).toBe(null)
  })

  it.each([
    ['5.0.0', true],
    ['5.1.1', true],
    ['5.2.1', true],
    ['5.2.20', true],
    ['5.10.13', true],
    ['5.15.7', true],
    ['5.123.456', true],
    ['5.2.2', false],
    ['5.3.0', false],
    ['5.7.1', false],
    ['4.4.1', false],
    ['2.1.5', false],
    ['4.5.1.1', false],
    ['15.1.1', false],
    ['5.1.1.1', false],
    ['5.1.1111', false],
    ['5.1', false],
    ['5.x.1', false],
    ['5.1.x', false],
    ['550', false],
    ['', false],
  ])('with status "%s" is a permanent failure of the address: %s', async (status, isPermanent) => {
    const bounce = await readFailure({ status: `Status: ${status}` })
    expect(bounce?.reply ?? null).toBe(isPermanent ? status : null)
  })

  it.each(['Action: delayed', 'Action: relayed', 'X: failed'])(
    '"%s" is not a failure',
    async (action) => {
      expect(await readFailure({ action })).toBe(null)
    },
  )

  it('without a status is not a failure', async () => {
    expect(await readFailure({ status: 'Diagnostic-Code: smtp; 550' })).toBe(null)
  })

  it.each([
    'Subject: Re',
    'X-Message-ID: <1@loja.test>',
    'Message-ID: 1@loja.test',
    'Message-ID: <1>',
    'Message-ID: <a b@loja.test>',
    `Message-ID: <${'x'.repeat(201)}@loja.test>`,
  ])('of a mail with "%.40s" names no mail of the shop', async (line) => {
    expect(await readFailure({ mail: heads(line) })).toBe(null)
  })

  it('names a mail with an id of up to 200 signs', async () => {
    const bounce = await readFailure({
      mail: heads(`Message-ID: \t<${'x'.repeat(200)}@loja.test>`),
    })
    expect(bounce?.id).toBe('x'.repeat(200))
  })
})

describe('the address of a returned mail', () => {
  it.each([
    ['Original-Recipient: rfc822;ana@exemplo.test', ['ana@exemplo.test']],
    ['Final-Recipient: rfc822; <ana@exemplo.test> ', ['ana@exemplo.test']],
    ['Final-Recipient: utf-8; aná<x>y@exemplo.test', ['aná<x>y@exemplo.test']],
    ['Final-Recipient: rfc822; ana', []],
    ['Final-Recipient: ana@exemplo.test', []],
    ['Final-Recipient:', []],
    ['X-Recipient: rfc822; ana@exemplo.test', []],
  ])('"%s" is %j', async (recipient, addresses) => {
    expect(await addressOf(recipient)).toEqual(addresses)
  })

  it('has at most 254 signs', async () => {
    const longest = `${'x'.repeat(241)}@exemplo.test`

    expect(await addressOf(`Final-Recipient: rfc822; ${longest}`)).toEqual([longest])
    expect(await addressOf(`Final-Recipient: rfc822; x${longest}`)).toEqual([])
  })

  it('is taken once from its two fields, and with the one that it was forwarded to', async () => {
    const forwarded = (first: string, last: string) =>
      addressOf(`Final-Recipient: rfc822; ${last}\r\nOriginal-Recipient: rfc822; ${first}`)

    expect(await forwarded('ana@a.test', 'ana@a.test')).toEqual(['ana@a.test'])
    expect(await forwarded('ana@a.test', 'caixa@b.test')).toEqual(['ana@a.test', 'caixa@b.test'])
  })

  it.each([
    ['Windows', '\r\n\r\n', '\r\n'],
    ['Unix', '\n\n', '\n'],
    ['both kinds', '\r\n \t\n', '\n'],
    ['both kinds in the other order', '\n \t\r\n', '\r\n'],
  ])('is found in each block of the report, with line ends of %s', async (_, gap, lineEnd) => {
    const block = (name: string, action: string, status: string) =>
      [`Final-Recipient: rfc822; ${name}@a.test`, `Action: ${action}`, `Status: ${status}`].join(
        lineEnd,
      )

    const blocks = [
      'Reporting-MTA: dns; x.test',
      block('cheia', 'failed', '5.2.2'),
      block('ana', 'failed', '5.1.1'),
      block('bia', 'delayed', '4.4.1'),
      block('caio', 'failed', '5.1.2'),
    ]

    expect(
      await readReport(mailOf(part('message/delivery-status', blocks.join(gap)), shopMail)),
    ).toEqual({ id: 'ticket-answer-7', addresses: ['ana@a.test', 'caio@a.test'], reply: '5.1.1' })
  })

  it('is one of the first five', async () => {
    const blocks = [1, 2, 3, 4, 5, 6].flatMap((n) => [
      '',
      `Final-Recipient: rfc822; ${n}@a.test`,
      'Action: failed',
      'Status: 5.1.1',
    ])

    expect((await readReport(mailOf(report(...blocks), shopMail)))?.addresses).toEqual([
      '1@a.test',
      '2@a.test',
      '3@a.test',
      '4@a.test',
      '5@a.test',
    ])
  })

  it('is searched in the first 100 kB of the report', async () => {
    const filler = Array.from({ length: 1200 }, () => 'x'.repeat(98))
    expect(
      await addressOf([...filler, 'Final-Recipient: rfc822; ana@a.test'].join('\r\n')),
    ).toEqual([])
  })
})
