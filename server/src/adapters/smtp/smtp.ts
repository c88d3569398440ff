import type { Transporter } from 'nodemailer'

import { AddressRefused, MailTooLarge, type Mail, type Mailer } from '../../ports/mail.ts'

/**
 * A refusal of the mail server that is safe to log and store: its codes without its text, which
 * quotes the receiver's address.
 */
export class MailError extends Error {
  readonly code: string
  readonly command: string

  constructor(error: unknown) {
    const { code, responseCode, command } = error as Record<string, unknown>
    const replyText =
      typeof responseCode === 'number' ? `answered ${responseCode}` : 'did not take it'
    super(`the mail server ${replyText} (${[code, command].filter(isWord).join(', ')})`)
    this.name = 'MailError'
    this.code = isWord(code) ? code : ''
    this.command = isWord(command) ? command : ''
  }
}

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Z0-9_ ]{2,40}$/.test(value)

export type SmtpConfig = {
  url: string
  from: string
  /** The shop's name for the server (EHLO). */
  name?: string | undefined
  /** Timeout of connecting and of the greeting, in milliseconds. */
  timeoutMs?: number | undefined
  /** Timeout of a whole mail in milliseconds, however slowly the server answers. */
  deadlineMs?: number | undefined
}

/**
 * Mail over SMTP with two pooled connections. Throws AddressRefused when the server refuses the
 * receiver for good, and MailTooLarge beyond its SIZE. Any other failure is a MailError, so that
 * the job retries.
 */
export function createSmtpMailer(config: SmtpConfig): Mailer {
  let transport: Transporter | null = null

  const openTransport = async (): Promise<Transporter> => {
    // Loaded with the first mail, so that the shop starts faster.
    const { default: nodemailer } = await import('nodemailer')
    return (transport ??= nodemailer.createTransport(optionsOf(config) as never))
  }

  const closeTransport = () => {
    transport?.close()
    transport = null
  }

  /** Closes the connection of a mail that misses its deadline. */
  const withDeadline = async <T>(work: Promise<T>): Promise<T> => {
    let deadlineTimer: NodeJS.Timeout | undefined

    const deadline = new Promise<never>((_, reject) => {
      deadlineTimer = setTimeout(() => {
        closeTransport()
        reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' }))
      }, config.deadlineMs ?? 45_000)
    })

    return Promise.race([work, deadline]).finally(() => clearTimeout(deadlineTimer))
  }

  return {
    async send(mail) {
      const sending = (await openTransport()).sendMail(transportMessage(config.from, mail))
      await withDeadline(sending).catch((error: unknown) => {
        throw failureOf(error)
      })
    },
    async check() {
      // verify() opens a new connection, authenticates and closes the connection.
      await withDeadline((await openTransport()).verify()).catch((error: unknown) => {
        throw new MailError(error)
      })
    },
    close: closeTransport,
  }
}

function optionsOf({ url, name, timeoutMs = 5_000 }: SmtpConfig) {
  const { protocol, hostname, password } = new URL(url)
  return {
    url,
    ...(name && { name }),
    // A password needs TLS, except on this machine.
    requireTLS: protocol === 'smtp:' && password !== '' && !isThisMachine(hostname),
    pool: true,
    maxConnections: 2,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 15_000,
  }
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)

const transportMessage = (from: string, mail: Mail) => ({
  from,
  // The library compares `size` with the server's SIZE before it sends.
  envelope: { from, to: mail.to, size: estimateBytes(mail) },
  to: mail.to,
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  messageId: mail.messageId,
  replyTo: mail.replyTo,
  headers: mail.headers,
  attachments: mail.attachments?.map((file) => ({
    filename: file.fileName,
    content: file.content,
    contentType: file.contentType,
  })),
})

/**
 * Estimated bytes of a mail on the wire: four characters for three bytes of a file, and line
 * breaks.
 */
function estimateBytes({ text, html, attachments = [] }: Mail): number {
  const attachmentBytes = attachments.reduce((sum, { content }) => sum + content.length, 0)
  return Math.ceil((attachmentBytes * 4) / 3 / 0.97 + Buffer.byteLength(text + html) * 1.3 + 2000)
}

function failureOf(error: unknown): Error {
  const { code, responseCode, command, response } = error as Record<string, unknown>
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return new MailTooLarge()
  if (responseCode === 552 && command !== 'RCPT TO') return new MailTooLarge()

  const enhancedCode = enhancedStatus(response)
  if (command === 'RCPT TO' && isRefusal(Number(responseCode), enhancedCode))
    return new AddressRefused(`${String(responseCode)}${enhancedCode && ` ${enhancedCode}`}`)

  return new MailError(error)
}

/** The enhanced status code of a reply (RFC 3463), such as 5.1.1; '' without one. */
const enhancedStatus = (response: unknown): string =>
  /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? ''

/**
 * Whether the server refuses the receiver for good. Full mailboxes (5.2.2), mail system errors
 * (5.3) and refusals of our shop (5.7: relaying, rights, policy) do not count.
 */
const isRefusal = (reply: number, status: string): boolean =>
  [550, 551, 553, 556].includes(reply) && !/^5\.(?:7\.|2\.2$|3\.)/.test(status)
