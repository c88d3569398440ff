import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { PowerActFacts } from '../audit/audit.service.ts'
import { sendMail, sendToStaff, type Receiver } from '../mails/mails.service.ts'
import { userById } from './accounts.queries.ts'

/**
 * Mail the recovery link; its address is built from PUBLIC_URL alone (D24). The mail's id names the
 * token without giving it away.
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
 * Mail a login code, to somebody with an account or without one yet. The mail's id names the
 * request, not the code.
 */
export async function sendLoginCode(
  app: App,
  template: 'loginCode' | 'firstCode',
  to: Receiver,
  { id, code }: { id: string; code: string },
): Promise<void> {
  const name = createHash('sha256').update(`mail ${id}`).digest('hex').slice(0, 32)
  await sendMail(app, template, { id: `login-code-${name}`, to, values: { code } })
}

/** Notify every admin of a privileged action, once each. */
export async function sendPowerAct(
  app: App,
  { id, sealed }: Jobs['mail.power-act'],
): Promise<void> {
  const opened = app.vault.open(Buffer.from(sealed, 'base64'), 'jobs', id)
  const { at, ...values } = JSON.parse(opened) as PowerActFacts
  const mail = { id: `power-act-${id}`, values: { ...values, at: new Date(at) } }
  await sendToStaff(app, 'powerAct', mail, ['admin'])
}

/** Greet a new account, once. */
export async function sendWelcome(app: App, userId: string): Promise<void> {
  const user = await userById(app, userId)
  if (user) await sendMail(app, 'welcome', { id: `welcome-${userId}`, to: user, values: {} })
}
