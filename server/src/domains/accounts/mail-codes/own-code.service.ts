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

// A code to one's own mail is the proof for users without a password. It proves less than a
// password, so users with one and staff cannot use it instead (Q113).

/** The purpose of a code to the user's own mail. */
export type OwnAct = (typeof ownCodePurposes)[number]

/** Whether a user proves their identity by a mailed code. */
export const provesByMail = (user: User): boolean =>
  user.passwordHash === null && !staffRoles.includes(user.role)

/**
 * Count a code that a session asks for, against its user and IP address. A new mail address is
 * counted too, since it may be a stranger's mailbox.
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
 * Mail a code to the caller's own mail, for one act in this session; a newer one replaces it.
 * Throws mail.unavailable, account.has_password and two_factor.instead.
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

/** A mailbox proves less than a password or a second factor, and must not replace them. */
async function assertProvesByMail(app: App, user: User): Promise<void> {
  if (!provesByMail(user)) throw fail('account.has_password')
  if (await hasTwoFactor(app, user.id)) throw fail('two_factor.instead')
}

/**
 * Try the open code of this session for an act. Returns it when the digits are right, to be used
 * up with the act. Throws login_code.over and login_code.wrong.
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

/** The newest code of this session for a new mail, while it can be tried. */
export const codeOfNewMail = (app: App, { sessionId }: Principal): Promise<MailedCode | null> =>
  codeOfSession(app, { sessionId, purpose: 'mail' })

/** Use up a right code to the own mail for an act, once. */
export async function useOwnMailCode(
  app: App,
  principal: Principal,
  { purpose, code }: { purpose: OwnAct; code: string },
  caller: Caller,
): Promise<void> {
  const checkedCode = await rightCode(app, principal, { purpose, code }, caller)
  await inTransaction(app, (tx) => useUpCode(tx, checkedCode.hash))
}
