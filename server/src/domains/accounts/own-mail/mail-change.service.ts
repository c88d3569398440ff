import { staffRoles } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { actorOf, recordAudit, recordPowerAct } from '../../audit/audit.service.ts'
import {
  assertMailServer,
  deleteCodesOf,
  createCode,
  useUpCode,
} from '../mail-codes/mail-codes.service.ts'
import { codeOfNewMail, countCodeMail, rightCode } from '../mail-codes/own-code.service.ts'
import { queueNotice } from '../people/notices.service.ts'
import { userByEmail, userById, type User } from '../people/people.queries.ts'
import { maskedPersonal } from '../people/people.rules.ts'
import { endSessionsOf, openSession, type Tokens } from '../session/session.service.ts'
import { neededProof } from '../step-up/step-up.service.ts'
import { dropRecoveries } from './recoveries.service.ts'

// Users change their own mail: they prove their identity, then the new mailbox. Until the code sent
// to the new address is entered correctly, no reply shows whether another account uses that
// address.

/** The state of the form: the present mail, and a change that still needs its code. */
export async function mailChangeOf(app: App, principal: Principal) {
  const user = await userById(app, principal.userId)
  if (!user) throw fail('auth.required')

  const [proof, waiting] = await Promise.all([
    neededProof(app, principal, user),
    codeOfNewMail(app, principal),
  ])

  return {
    email: user.email,
    mails: app.providers.mail !== null,
    proof,
    waiting: waiting && { email: waiting.email!, until: waiting.expiresAt.toISOString() },
  }
}

/**
 * Mail a code to the caller's new address; the contract requires a proof of identity first
 * (auth.step_up). Reply and work are the same when another account uses the address. A newer code
 * for the same address replaces this one.
 */
export async function askMailChange(
  app: App,
  principal: Principal,
  email: string,
  caller: Caller,
): Promise<void> {
  assertMailServer(app)
  if (email === principal.email) throw fail('mail_change.same')

  await countCodeMail(app, principal, caller, email)
  const { sessionId, userId } = principal

  await inTransaction(app, async (tx) => {
    await deleteCodesOf(tx, { sessionId, purpose: 'mail', email })
    await createCode(tx, { purpose: 'mail', userId, sessionId, email, language: caller.language })

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'user.code_sent',
      targetType: 'user',
      targetId: userId,
      details: { for: 'mail', to: maskedPersonal(email) },
    })
  })
}

/**
 * Change the caller's mail with the code mailed to the new address. Every session ends, as after a
 * new password, and the caller continues in a new one. The old address is notified. Throws
 * login_code.over, login_code.wrong and mail_change.taken.
 */
export async function changeMail(
  app: App,
  principal: Principal,
  { email, code }: { email: string; code: string },
  caller: Caller,
): Promise<{ user: User; tokens: Tokens }> {
  const codeRow = await rightCode(app, principal, { purpose: 'mail', email, code }, caller)
  return inTransaction(app, async (tx) => {
    // Lock the user first: changes by staff take their locks in this order too.
    const [before] = await tx.db
      .select()
      .from(users)
      .where(eq(users.id, principal.userId))
      .for('update')

    if (!before || before.deletedAt || before.isBanned) throw fail('auth.required')

    await useUpCode(tx, codeRow.hash)
    if (await userByEmail(tx, email)) throw fail('mail_change.taken')

    const [after] = await tx.db
      .update(users)
      .set({ email, emailProvenAt: tx.clock.now() })
      .where(eq(users.id, principal.userId))
      .returning()

    await dropRecoveries(tx, principal.userId)
    await endSessionsOf(tx, principal.userId, 'mail change')
    await recordMailChange(tx, { principal, caller }, before, after!)

    return { user: after!, tokens: await openSession(tx, after!, caller, false) }
  }).catch((error) => {
    throw isDuplicate(error) ? fail('mail_change.taken') : error
  })
}

/** Record the change and notify the old address. If the user is staff, notify all admins too. */
async function recordMailChange(
  tx: App,
  by: { principal: Principal; caller: Caller },
  before: User,
  after: User,
): Promise<void> {
  const [was, is] = [maskedPersonal(before.email), maskedPersonal(after.email)]

  const auditEntry = {
    ...actorOf(by),
    action: 'user.mail_changed',
    targetType: 'user',
    targetId: after.id,
    details: { before: { email: was }, after: { email: is } },
  }

  if (staffRoles.includes(after.role))
    await recordPowerAct(tx, auditEntry, 'email', `${before.name} (${was}) → ${is}`)
  else await recordAudit(tx, auditEntry)

  await queueNotice(tx, before, {
    name: 'mailChanged',
    email: before.email,
    values: { to: is, at: tx.clock.now() },
  })
}
