import { lifetimes } from '@chaveiro/contracts/limits'
import { eq } from 'drizzle-orm'

import { sessions } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { provesByMail, useOwnMailCode } from '../mail-codes/own-code.service.ts'
import { assertPassword, hasPassword } from '../password/own-password.service.ts'
import { hasTwoFactor, type User } from '../people/people.queries.ts'
import { takeFactorTry } from '../two-factor/challenges.service.ts'
import { useOwnCode } from '../two-factor/codes.service.ts'

// Tolerance for the difference between the clocks of two processes. A proof further in the future
// was stored before a clock was set back, and is not accepted.
const skewSeconds = 60

/**
 * Whether the user of this session gave a password or a second factor in the last ten minutes.
 * Always read from the database, since another process may have received the proof.
 */
export async function hasProven(app: App, principal: Principal): Promise<boolean> {
  const [row] = await app.db
    .select({ at: sessions.provenAt })
    .from(sessions)
    .where(eq(sessions.id, principal.sessionId))

  if (!row?.at) return false

  const now = app.clock.now()

  return secondsAfter(row.at, lifetimes.stepUp) > now && row.at <= secondsAfter(now, skewSeconds)
}

/** The proof of identity that a change requires; `none` while a recent proof is valid. */
export type Proof = 'none' | 'password' | 'mail' | 'factor'

export async function neededProof(app: App, principal: Principal, user: User): Promise<Proof> {
  if (await hasProven(app, principal)) return 'none'
  if (user.passwordHash === null && (await hasTwoFactor(app, user.id))) return 'factor'

  return provesByMail(user) ? 'mail' : 'password'
}

/** The proof that a user gives; `mailCode` is for customers without a password (P171). */
type GivenProof = { password: string } | { code: string } | { mailCode: string }

/**
 * Accept a fresh proof of identity (Q113): a password, a code of the second factor, or a mailed
 * code for customers without a password. Returns when the proof expires. Wrong proofs count like
 * failed logins.
 */
export async function stepUp(
  app: App,
  principal: Principal,
  proof: GivenProof,
  caller: Caller,
): Promise<Date> {
  if ('password' in proof) await assertPassword(app, principal, proof.password, caller)
  else if ('mailCode' in proof) {
    const mailedCode = { purpose: 'proof', code: proof.mailCode } as const
    await useOwnMailCode(app, principal, mailedCode, caller)
  } else await countCodeTry(app, principal.userId)

  const provenAt = await inTransaction(app, async (tx) => {
    if ('code' in proof && !(await useOwnCode(tx, principal.userId, proof.code))) return null

    const now = tx.clock.now()
    await tx.db.update(sessions).set({ provenAt: now }).where(eq(sessions.id, principal.sessionId))

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'session.step_up',
      targetType: 'user',
      targetId: principal.userId,
      details: { by: proofName(proof) },
    })

    return now
  })

  if (!provenAt) throw fail('two_factor.code_wrong')

  return secondsAfter(provenAt, lifetimes.stepUp)
}

/** Count a try of the second factor; throws two_factor.not_enabled when the user has none. */
async function countCodeTry(app: App, userId: string): Promise<void> {
  if (!(await hasTwoFactor(app, userId))) throw fail('two_factor.not_enabled')
  await takeFactorTry(app, userId)
}

/** Use up a code of the caller's own second factor. A wrong code counts like a failed login. */
export async function assertOwnFactor(app: App, userId: string, code: string): Promise<void> {
  await countCodeTry(app, userId)
  if (!(await inTransaction(app, (tx) => useOwnCode(tx, userId, code))))
    throw fail('two_factor.code_wrong')
}

/**
 * Require the caller's password or, for an account without a password, a proof of identity from the
 * last ten minutes. Throws account.password_wrong and auth.step_up.
 */
export async function assertProven(
  app: App,
  principal: Principal,
  password: string | undefined,
  caller: Caller,
): Promise<void> {
  if (password !== undefined) return assertPassword(app, principal, password, caller)
  if (await hasPassword(app, principal.userId)) throw fail('account.password_wrong')
  if (!(await hasProven(app, principal))) throw fail('auth.step_up')
}

function proofName(proof: GivenProof): string {
  if ('password' in proof) return 'password'
  return 'mailCode' in proof ? 'mail code' : 'second factor'
}
