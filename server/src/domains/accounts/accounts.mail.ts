import type { Language } from '@chaveiro/contracts/limits'
import { createHash } from 'node:crypto'

import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/queue/jobs.ts'
import type { PowerActFacts } from '../audit/audit.service.ts'
import { sendMail, sendToStaff, type Receiver } from '../mails/mails.service.ts'
import type { CodeToMail } from './mail-codes/mail-codes.service.ts'
import { userById } from './people/people.queries.ts'

/**
 * Mail the recovery link. Its host comes from PUBLIC_URL, never from the request (D024). The id of
 * a mail is stored in clear, so this id is a hash of the token.
 */
export async function sendRecovery(app: App, userId: string, token: string): Promise<void> {
  const user = await userById(app, userId)
  if (user)
    await sendMail(app, 'recovery', {
      id: `recovery-${createHash('sha256').update(`mail ${token}`).digest('hex').slice(0, 32)}`,
      to: user,
      values: { token },
    })
}

/**
 * Mail a code, once, to the user or to `email`, which is their new address or an address without an
 * account. A mail to `email` does not greet by name, since a stranger may read it.
 */
export async function sendCode(
  app: App,
  { purpose, user, email }: CodeToMail,
  { id, code, language }: { id: string; code: string; language: Language },
): Promise<void> {
  const mailName = createHash('sha256').update(`mail ${id}`).digest('hex').slice(0, 32)
  const codeMail = { id: `login-code-${mailName}`, values: { code } }

  if (email !== null) {
    const mailReceiver: Receiver = { name: email, email, language: user?.language ?? language }
    await sendMail(app, purpose === 'mail' ? 'newMailCode' : 'firstCode', {
      ...codeMail,
      to: mailReceiver,
    })
  } else if (user)
    await sendMail(app, purpose === 'login' ? 'loginCode' : templateOfPurpose[purpose], {
      ...codeMail,
      to: user,
    })
}

const templateOfPurpose = {
  proof: 'proofCode',
  removal: 'removalCode',
  mailbox: 'proofCode',
  mail: 'newMailCode',
} as const

/** Mail a privileged action to every admin. A repeated job mails no admin twice. */
export async function sendPowerAct(
  app: App,
  { id, sealed }: Jobs['mail.power-act'],
): Promise<void> {
  const openedJob = app.vault.open(Buffer.from(sealed, 'base64'), 'jobs', id)
  const { at, ...values } = JSON.parse(openedJob) as PowerActFacts
  const powerActMail = { id: `power-act-${id}`, values: { ...values, at: new Date(at) } }
  await sendToStaff(app, 'powerAct', powerActMail, ['admin'])
}

/** Send the welcome mail of a new account. A repeated job does not send it twice. */
export async function sendWelcome(app: App, userId: string): Promise<void> {
  const user = await userById(app, userId)
  if (user) await sendMail(app, 'welcome', { id: `welcome-${userId}`, to: user, values: {} })
}
