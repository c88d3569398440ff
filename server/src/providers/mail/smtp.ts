import nodemailer from 'nodemailer'
import type { Mailer } from './port.ts'

/** Mail over SMTP by one pooled connection; a refusal or a time-out throws, so that the job is tried again. */
export function createSmtpMailer(config: { url: string; from: string }): Mailer {
  const transport = nodemailer.createTransport({
    url: config.url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
  } as never)
  return {
    async send(mail) {
      await transport.sendMail({
        from: config.from,
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: mail.messageId,
        headers: mail.headers,
        attachments: mail.attachments?.map((file) => ({
          filename: file.fileName,
          content: file.content,
          contentType: file.contentType,
        })),
      })
    },
    close: () => transport.close(),
  }
}
