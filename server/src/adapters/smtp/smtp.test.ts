import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSmtpMailer } from './smtp.ts'

// A mail server that knows nobody, and quotes whom it was asked for.

let server: Server
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 mail.example\r\n')
    socket.on('data', (data) => {
      const to = /RCPT TO:(<[^>]+>)/.exec(data.toString())?.[1]
      socket.write(to ? `550 5.1.1 ${to}: user unknown\r\n` : '250 ok\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server?.close())

it('a mail that is refused fails with the codes of the refusal, and without the address that the server quotes (A2)', async () => {
  const { port } = server.address() as AddressInfo
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'loja@exemplo.test',
  })
  const error: Error = await mailer
    .send({
      to: 'maria@cofre-segredo.example',
      subject: 'Olá, Maria Segredo',
      text: 'COFRE-AAAA-0001',
      html: 'COFRE-AAAA-0001',
      messageId: '<prova@localhost>',
      headers: {},
      attachments: undefined,
    })
    .then(
      () => new Error('it was taken'),
      (refused: Error) => refused,
    )
  mailer.close()
  expect(error.message).toBe('the mail server answered 550 (EENVELOPE, RCPT TO)')
  const whole = inspect(error, { depth: 20, showHidden: true })
  for (const secret of ['cofre-segredo', 'Maria', 'COFRE-AAAA']) expect(whole).not.toContain(secret)
})
