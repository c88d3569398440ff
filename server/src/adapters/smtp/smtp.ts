import type { Transporter } from 'nodemailer'
import type { Mailer } from '../../ports/mail.ts'

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

/**
 * Mail over SMTP by one pooled connection; a refusal or a time-out throws a MailError, so that the
 * job is tried again.
 */
export function createSmtpMailer(config: {
  url: string
  from: string
  /** For connecting, and for being greeted. */
  timeoutMs?: number | undefined
}): Mailer {
  const timeoutMs = config.timeoutMs ?? 5_000
  let transport: Transporter | null = null
  const opened = async (): Promise<Transporter> => {
    // Read in with the first mail, not with the shop.
    const { default: nodemailer } = await import('nodemailer')
    return (transport ??= nodemailer.createTransport({
      url: config.url,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 15_000,
    } as never))
  }
  return {
    async send(mail) {
      const sent = (await opened()).sendMail({
        from: config.from,
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
      await sent.catch((error: unknown) => {
        throw new MailError(error)
      })
    },
    async check() {
      // On a connection of its own, which is greeted, let in and let go.
      await (await opened()).verify().catch((error: unknown) => {
        throw new MailError(error)
      })
    },
    close: () => transport?.close(),
  }
}
