import type { Config } from '../../platform/config/config.ts'
import { AddressRefused, MailTooLarge } from '../../ports/mail.ts'
import { failedTrial, passedTrial, type Trial } from '../../ports/trial.ts'
import { createSmtpMailer, MailError } from '../smtp/smtp.ts'
import { trialOfCode } from './trial-failures.ts'
import type { TrialInput } from './trial-given.ts'

/** Logs in, and sends the mail of the options if there is one. */
export async function tryMailServer(
  { smtp }: Config,
  { mail, timeoutMs }: TrialInput,
): Promise<Trial> {
  if (!smtp) return failedTrial('unexpected')

  const smtpMailer = createSmtpMailer({ ...smtp, timeoutMs })

  try {
    await smtpMailer.check()
    if (mail) await smtpMailer.send(mail)

    return passedTrial
  } catch (error) {
    if (error instanceof AddressRefused) return failedTrial('recipient')
    if (error instanceof MailTooLarge) return failedTrial('limited')

    return error instanceof MailError ? trialOfMailError(error) : failedTrial('unexpected')
  } finally {
    smtpMailer.close()
  }
}

function trialOfMailError({ code, command, message }: MailError): Trial {
  if (code === 'EAUTH') return failedTrial('secret')
  if (code === 'ETLS') return failedTrial('insecure')
  if (command === 'MAIL FROM') return failedTrial('sender')
  if (command === 'RCPT TO') return failedTrial('recipient')
  if (/answered 4/.test(message)) return failedTrial('limited')

  return trialOfCode(code) ?? failedTrial(code === 'ESOCKET' ? 'unreachable' : 'unexpected')
}
