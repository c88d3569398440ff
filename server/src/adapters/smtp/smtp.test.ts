import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'

import type { Mail } from '../../ports/mail.ts'
import { tryMailServer } from '../trial/try-mail.ts'
import { createSmtpMailer, type SmtpConfig } from './smtp.ts'

/** A mail server's answer to a line; undefined for none. */
type Answers = (line: string) => string | undefined
let server: Server | null = null
let heard: string[] = []

afterEach(() => {
  server?.close()
  server = null
})

const open: Answers = (line) => {
  if (/^DATA/i.test(line)) return '354 go on'
  if (/^STARTTLS/i.test(line)) return '502 5.5.1 not here'

  return /^(?:EHLO|MAIL|RCPT|AUTH|QUIT|RSET|NOOP|\.$)/i.test(line) ? '250 ok' : undefined
}

const refusing =
  (reply: string): Answers =>
  (line) => {
    const to = /^RCPT TO:(<[^>]+>)/i.exec(line)?.[1]
    return to ? `${reply} ${to}: user unknown` : open(line)
  }

async function listen(answers: Answers, greeting = '220 mail.example\r\n'): Promise<number> {
  heard = []

  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(greeting)

    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        heard.push(line)
        const answer = answers(line)
        if (answer) socket.write(`${answer}\r\n`)
      }
    })
  }).listen(0)

  await once(server, 'listening')

  return (server.address() as AddressInfo).port
}

const letter: Mail = {
  to: 'maria@cofre-segredo.example',
  subject: 'Olá, Maria Segredo',
  text: 'COFRE-AAAA-0001',
  html: 'COFRE-AAAA-0001',
  messageId: '<prova@localhost>',
  headers: {},
}

async function failureOf(config: Partial<SmtpConfig>, mail = letter): Promise<Error> {
  const mailer = createSmtpMailer({ url: '', from: 'Loja <loja@exemplo.test>', ...config })

  const failure = await mailer.send(mail).then(
    () => new Error('it was taken'),
    (error: Error) => error,
  )

  mailer.close()

  return failure
}

describe('a refusal of a mail server', () => {
  it.each([
    ['550 5.1.1', 'the mail server refuses the address (550 5.1.1)'],
    ['550', 'the mail server refuses the address (550)'],
    ['556 5.1.10', 'the mail server refuses the address (556 5.1.10)'],
    // A policy, a full mailbox, or a retry: the address may be right.
    ['550 5.7.1', 'the mail server answered 550 (EENVELOPE, RCPT TO)'],
    ['550 5.2.2', 'the mail server answered 550 (EENVELOPE, RCPT TO)'],
    ['530 5.7.0', 'the mail server answered 530 (EENVELOPE, RCPT TO)'],
    ['451 4.7.1', 'the mail server answered 451 (EENVELOPE, RCPT TO)'],
  ])('%s: is reported by its codes alone [F152, F221]', async (reply, told) => {
    const error = await failureOf({ url: `smtp://127.0.0.1:${await listen(refusing(reply))}` })
    expect(error.message).toBe(told)
    const whole = inspect(error, { depth: 20, showHidden: true })
    for (const secret of ['cofre-segredo', 'Maria', 'COFRE-AAAA'])
      expect(whole).not.toContain(secret)
  })

  it('to a mail larger than its limit, before anything of it is sent [F256]', async () => {
    const answers: Answers = (line) =>
      /^EHLO/i.test(line) ? '250-mail.example\r\n250 SIZE 20000' : open(line)
    const url = `smtp://127.0.0.1:${await listen(answers)}`
    const file = (bytes: number) => [
      { fileName: 'recibo.pdf', content: Buffer.alloc(bytes), contentType: 'application/pdf' },
    ]
    const error = await failureOf({ url }, { ...letter, attachments: file(15_000) })
    expect(error.name).toBe('MailTooLarge')
    expect(heard.filter((line) => /^(?:MAIL|DATA)/i.test(line))).toEqual([])
    const taken = await failureOf({ url }, { ...letter, attachments: file(10_000) })
    expect(taken.message).toBe('it was taken')
    expect(heard.find((line) => /^MAIL/i.test(line))).toMatch(
      /^MAIL FROM:<loja@exemplo\.test> .*SIZE=15\d{3}/,
    )
  })
})

describe('a password goes to a mail server', () => {
  const lines = () => heard.filter((line) => !line.startsWith('EHLO'))

  it('over TLS only: without TLS nothing is sent, and the trial reports it [F256]', async () => {
    // An address outside of the loopback names that still leads to this machine.
    const url = `smtp://loja:segredo@0.0.0.0:${await listen(open)}`
    expect((await failureOf({ url })).message).toContain('ETLS')
    const smtp = { url, from: 'loja@exemplo.test', name: 'loja.test' }

    expect(await tryMailServer({ smtp } as never, { timeoutMs: 2000 } as never)).toEqual({
      works: false,
      reason: 'insecure',
    })

    expect(lines().join(' ')).not.toMatch(/AUTH|segredo|c2VncmVkbw/)
  })

  it('in clear on this machine, and without a password anywhere; the shop names itself [F256]', async () => {
    const port = await listen((line) =>
      /^EHLO/i.test(line) ? '250-mail.example\r\n250 AUTH PLAIN' : open(line),
    )
    const local = await failureOf({ url: `smtp://loja:x@127.0.0.1:${port}`, name: 'loja.example' })
    expect(local.message).not.toContain('ETLS')
    expect(heard[0]).toBe('EHLO loja.example')
    expect((await failureOf({ url: `smtp://0.0.0.0:${port}` })).message).toBe('it was taken')
  })
})

it('a mail server that accepts connections and never answers costs a mail its deadline', async () => {
  const begun = performance.now()
  const silent = `smtp://127.0.0.1:${await listen(() => undefined, '')}`
  expect((await failureOf({ url: silent, timeoutMs: 300 })).message).toContain('ETIMEDOUT')
  server?.close()
  // The client gets a greeting and then no answer.
  const slow = `smtp://127.0.0.1:${await listen(() => undefined)}`
  expect((await failureOf({ url: slow, deadlineMs: 400 })).message).toContain('ETIMEDOUT')
  expect(performance.now() - begun).toBeLessThan(5000)
})
