import { staffRoles } from '@chaveiro/contracts/limits'
import type { CodePurpose, ownCodePurposes } from '@chaveiro/contracts/states'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { limitKeyOf } from '../password/password-hash.ts'
import { hasTwoFactor, type User, userById } from '../people/people.queries.ts'
import {
  assertMailServer,
  codeOfSession,
  deleteCodesOf,
  isCodeOf,
  createCode,
  takeCodeTry,
  useUpCode,
  wrongCode,
  type MailedCode,
} from './mail-codes.service.ts'

// Users without a password prove their identity by a code mailed to their own address. Such a code
// proves less than a password, so staff and users with a password cannot use a code instead (Q113).

/** The purpose of a code to the user's own mail. */
export type OwnAct = (typeof ownCodePurposes)[number]

/** Whether a user proves their identity by a mailed code. */
export const provesByMail = (user: User): boolean =>
  user.passwordHash === null && !staffRoles.includes(user.role)

/**
 * Count a requested code against the user and the IP address. A new mail address has a limit too,
 * since the mailbox may be a stranger's.
 */
export async function countCodeMail(
  app: App,
  principal: Principal,
  caller: Caller,
  newMail?: string,
): Promise<void> {
  await app.limits.count('mail code', caller.ip)
  await app.limits.count('mail code', principal.userId)
  await app.limits.count('mail code day', principal.userId)
  if (newMail !== undefined) await app.limits.count('mail code', limitKeyOf(newMail))
}

/**
 * Mail a code to the caller's own address, for one purpose in this session; the new code replaces
 * an earlier one. Throws mail.unavailable, account.has_password and two_factor.instead.
 */
export async function askOwnCode(
  app: App,
  principal: Principal,
  purpose: OwnAct,
  caller: Caller,
): Promise<void> {
  assertMailServer(app)
  const user = await userById(app, principal.userId)
  if (!user) throw fail('auth.required')

  if (purpose !== 'mailbox') await assertProvesByMail(app, user)
  await countCodeMail(app, principal, caller)
  const { sessionId, userId } = principal

  await inTransaction(app, async (tx) => {
    await deleteCodesOf(tx, { sessionId, purpose })
    await createCode(tx, { purpose, userId, sessionId, language: caller.language })

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'user.code_sent',
      targetType: 'user',
      targetId: userId,
      details: { for: purpose },
    })
  })
}

/**
 * Access to a mailbox proves less than a password or a second factor, and must not replace them.
 */
async function assertProvesByMail(app: App, user: User): Promise<void> {
  if (!provesByMail(user)) throw fail('account.has_password')
  if (await hasTwoFactor(app, user.id)) throw fail('two_factor.instead')
}

/**
 * Check a submitted code against the open code of this session, and return the stored code. The
 * caller must use up the stored code in the transaction of the confirmed act. Throws
 * login_code.over and login_code.wrong.
 */
export async function rightCode(
  app: App,
  principal: Principal,
  submitted: { purpose: CodePurpose; email?: string; code: string },
  caller: Caller,
): Promise<MailedCode> {
  const { code, ...about } = submitted
  const openCode = await codeOfSession(app, { sessionId: principal.sessionId, ...about })
  if (!openCode) throw fail('login_code.over')

  const triedCode = await takeCodeTry(app, openCode.hash)
  if (isCodeOf(app, triedCode, code)) return triedCode

  app.log.info({ userId: principal.userId, ip: caller.ip }, 'a wrong code of a session')
  throw wrongCode(triedCode)
}

/** The newest code of this session for a new mail address, while it is valid. */
export const codeOfNewMail = (app: App, { sessionId }: Principal): Promise<MailedCode | null> =>
  codeOfSession(app, { sessionId, purpose: 'mail' })

/** Check a code mailed to the caller's own address and use it up. */
export async function useOwnMailCode(
  app: App,
  principal: Principal,
  { purpose, code }: { purpose: OwnAct; code: string },
  caller: Caller,
): Promise<void> {
  const checkedCode = await rightCode(app, principal, { purpose, code }, caller)
  await inTransaction(app, (tx) => useUpCode(tx, checkedCode.hash))
}
