import type { Config } from '../../platform/config/config.ts'
import { AddressRefused, MailTooLarge } from '../../ports/mail.ts'
import { fails, works, type Trial } from '../../ports/trial.ts'
import { createSmtpMailer, MailError } from '../smtp/smtp.ts'
import { ofCode } from './trial-failures.ts'
import type { TrialInput } from './trial-given.ts'

/** Logs in, and sends the letter if there is one. */
export async function tryMail({ smtp }: Config, { mail, timeoutMs }: TrialInput): Promise<Trial> {
  if (!smtp) return fails('unexpected')

  const mailer = createSmtpMailer({ ...smtp, timeoutMs })

  try {
    await mailer.check()
    if (mail) await mailer.send(mail)

    return works
  } catch (error) {
    if (error instanceof AddressRefused) return fails('recipient')
    if (error instanceof MailTooLarge) return fails('limited')

    return error instanceof MailError ? ofMail(error) : fails('unexpected')
  } finally {
    mailer.close()
  }
}

function ofMail({ code, command, message }: MailError): Trial {
  if (code === 'EAUTH') return fails('secret')
  if (code === 'ETLS') return fails('insecure')
  if (command === 'MAIL FROM') return fails('sender')
  if (command === 'RCPT TO') return fails('recipient')
  if (/answered 4/.test(message)) return fails('limited')

  return ofCode(code) ?? fails(code === 'ESOCKET' ? 'unreachable' : 'unexpected')
}
