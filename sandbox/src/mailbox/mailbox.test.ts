import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'

useBench()

const send = (more: object = {}) =>
  createTransport({ url: bench.sandbox.env['SMTP_URL'], socketTimeout: 400 } as never).sendMail({
    from: 'Chaveiro <loja@chaveiro.test>',
    to: 'ana@demo.test',
    subject: 'Sua licença chegou',
    text: 'Olá, sua chave está no painel.',
    html: '<p>Olá, <b>sua chave</b></p>',
    attachments: [{ filename: 'fatura-ORD-1.pdf', content: Buffer.from('%PDF-1.4 test') }],
    ...more,
  })

it('keeps what was sent, newest first, and filters by recipient', async () => {
  await send()
  await send({ to: ['bia@demo.test', 'caio@demo.test'], subject: 'Outra' })
  const mails = await bench.control('GET', '/mail')

  expect(mails.map((mail: { subject: string }) => mail.subject)).toEqual([
    'Outra',
    'Sua licença chegou',
  ])

  expect(mails[1]).toMatchObject({
    from: 'loja@chaveiro.test',
    fromName: 'Chaveiro',
    to: 'ana@demo.test',
    text: expect.stringContaining('sua chave está'),
    html: expect.stringContaining('<b>sua chave</b>'),
    attachments: ['fatura-ORD-1.pdf'],
  })

  expect(await bench.control('GET', '/mail?to=CAIO@demo.test')).toHaveLength(1)
  expect(await bench.control('GET', '/mail?to=nobody@demo.test')).toEqual([])
  const one = await bench.control('GET', `/mail/${mails[1].id}`)
  expect(one.headers.find((header: { name: string }) => header.name === 'Subject')).toBeDefined()

  expect(
    (await bench.http('GET', `${bench.sandbox.origin}/sandbox/api/mail/${one.id}/attachments/0`))
      .body,
  ).toBe('%PDF-1.4 test')

  await bench.control('DELETE', '/mail')
  expect(await bench.control('GET', '/mail')).toEqual([])
  await expect(bench.control('GET', `/mail/${one.id}`)).rejects.toThrow('404')
})

it('can refuse, hang up, and take a mail without ever saying so', async () => {
  const fault = (action: string) =>
    bench.control('POST', '/faults', [
      { provider: 'mail', method: 'DATA', path: '*', times: 1, do: action },
    ])

  await fault('status:451')
  await expect(send()).rejects.toMatchObject({ responseCode: 451 })
  await fault('reset')
  await expect(send()).rejects.toThrow()
  expect(await bench.control('GET', '/mail')).toEqual([])
  await fault('commit-then-timeout')
  await expect(send()).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(await bench.control('GET', '/mail')).toHaveLength(1)
  await send()
  expect(await bench.control('GET', '/mail')).toHaveLength(2)
})

it('one server wants STARTTLS, of a certificate that can be trusted, before name and mail', async () => {
  const { starttls, ca } = await bench.control('GET', '/mail-server')
  const { hostname, port, username, password } = new URL(starttls)
  const given = { user: username, pass: password }

  const send = (more: object) =>
    createTransport({ host: hostname, port: Number(port), ...more }).sendMail({
      from: 'loja@chaveiro.test',
      to: 'ana@demo.test',
      text: 'Olá',
    })

  const tls = { ca: readFileSync(ca, 'utf8') }
  await expect(send({ ignoreTLS: true, auth: given })).rejects.toMatchObject({ responseCode: 538 })
  await expect(send({ ignoreTLS: true })).rejects.toMatchObject({ responseCode: 530 })
  await expect(send({ requireTLS: true, auth: given })).rejects.toMatchObject({ code: 'ESOCKET' })
  expect(await bench.control('GET', '/mail')).toEqual([])

  await send({ requireTLS: true, tls, auth: given })
  expect(await bench.control('GET', '/mail')).toHaveLength(1)
  const wrong = { user: 'loja', pass: 'outra' }
  await expect(send({ requireTLS: true, tls, auth: wrong })).rejects.toMatchObject({
    responseCode: 535,
  })
})
