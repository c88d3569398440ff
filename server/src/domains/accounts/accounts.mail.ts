import { createHash } from 'node:crypto'
import type { App } from '../../platform/app.ts'
import { sendMail } from '../mails/mails.service.ts'
import { userById, type User } from './accounts.queries.ts'

/** Mail the recovery link; its address is built from PUBLIC_URL alone (D24). The mail's id names the token without giving it away. */
export async function sendRecovery(app: App, userId: string, token: string): Promise<void> {
  const user = await userById(app, userId)
  if (user)
    await sendMail(app, 'recovery', {
      id: `recovery-${createHash('sha256').update(`mail ${token}`).digest('hex').slice(0, 32)}`,
      to: user,
      values: { token },
    })
}

/** Mail a login code; the mail's id names the asking, not the code. */
export async function sendLoginCode(app: App, user: User, id: string, code: string): Promise<void> {
  const name = createHash('sha256').update(`mail ${id}`).digest('hex').slice(0, 32)
  await sendMail(app, 'loginCode', { id: `login-code-${name}`, to: user, values: { code } })
}

/** Greet a new account, once. */
export async function sendWelcome(app: App, userId: string): Promise<void> {
  const user = await userById(app, userId)
  if (user) await sendMail(app, 'welcome', { id: `welcome-${userId}`, to: user, values: {} })
}
