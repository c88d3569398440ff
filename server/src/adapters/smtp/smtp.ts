import type { Transporter } from 'nodemailer'

import { AddressRefused, MailTooLarge, type Mail, type Mailer } from '../../ports/mail.ts'

/**
 * The mail server's no as it may be logged and kept: its codes, never its sentence, which quotes
 * whom it does not know.
 */
export class MailError extends Error {
  readonly code: string
  readonly command: string

  constructor(error: unknown) {
    const { code, responseCode, command } = error as Record<string, unknown>
    const reply = typeof responseCode === 'number' ? `answered ${responseCode}` : 'did not take it'
    super(`the mail server ${reply} (${[code, command].filter(isWord).join(', ')})`)
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
  /** How the shop calls itself to the server (EHLO). */
  name?: string | undefined
  /** For connecting, and for being greeted. */
  timeoutMs?: number | undefined
  /** For a whole mail, however slowly the server answers. */
  deadlineMs?: number | undefined
}

/**
 * Mail over SMTP by two pooled connections. A receiver whom the server refuses for good throws
 * AddressRefused, a mail beyond the server's SIZE MailTooLarge; everything else throws a MailError, so
 * that the job is tried again.
 */
export function createSmtpMailer(config: SmtpConfig): Mailer {
  let transport: Transporter | null = null

  const opened = async (): Promise<Transporter> => {
    // Read in with the first mail, not with the shop.
    const { default: nodemailer } = await import('nodemailer')
    return (transport ??= nodemailer.createTransport(optionsOf(config) as never))
  }

  const close = () => {
    transport?.close()
    transport = null
  }

  /** What is not over by then is given up with its connection. */
  const inTime = async <T>(work: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined

    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        close()
        reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' }))
      }, config.deadlineMs ?? 45_000)
    })

    return Promise.race([work, late]).finally(() => clearTimeout(timer))
  }

  return {
    async send(mail) {
      const sending = (await opened()).sendMail(letterOf(config.from, mail))
      await inTime(sending).catch((error: unknown) => {
        throw failureOf(error)
      })
    },
    async check() {
      // On a connection of its own, which is greeted, let in and let go.
      await inTime((await opened()).verify()).catch((error: unknown) => {
        throw new MailError(error)
      })
    },
    close,
  }
}

function optionsOf({ url, name, timeoutMs = 5_000 }: SmtpConfig) {
  const { protocol, hostname, password } = new URL(url)
  return {
    url,
    ...(name && { name }),
    // A password goes over no line that others can read; on this machine nobody listens.
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

const letterOf = (from: string, mail: Mail) => ({
  from,
  // The server's SIZE is compared with it before anything is sent.
  envelope: { from, to: mail.to, size: sizeOf(mail) },
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

/** About how many bytes a mail has on its way: four signs for three bytes of a file, and line ends. */
function sizeOf({ text, html, attachments = [] }: Mail): number {
  const files = attachments.reduce((sum, { content }) => sum + content.length, 0)
  return Math.ceil((files * 4) / 3 / 0.97 + Buffer.byteLength(text + html) * 1.3 + 2000)
}

function failureOf(error: unknown): Error {
  const { code, responseCode, command, response } = error as Record<string, unknown>
  if (code === 'EMESSAGE' && command === 'MAIL FROM') return new MailTooLarge()
  if (responseCode === 552 && command !== 'RCPT TO') return new MailTooLarge()

  const status = enhancedStatus(response)
  if (command === 'RCPT TO' && isRefusal(Number(responseCode), status))
    return new AddressRefused(`${String(responseCode)}${status && ` ${status}`}`)

  return new MailError(error)
}

/** The three numbers of RFC 3463 in a reply; '' without them. */
const enhancedStatus = (response: unknown): string =>
  /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(String(response))?.[1] ?? ''

/**
 * Whether it is the receiver that is refused, and for good: not a full box (5.2.2), and not what the
 * server holds against us (5.7: no relaying, no rights, a policy).
 */
const isRefusal = (reply: number, status: string): boolean =>
  [550, 551, 553, 556].includes(reply) && !/^5\.(?:7\.|2\.2$|3\.)/.test(status)
