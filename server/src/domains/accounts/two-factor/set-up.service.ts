import { staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, isNull } from 'drizzle-orm'
import { Secret } from 'otpauth'

import { twoFactors, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import { assertMailServer, useUpCode } from '../mail-codes/mail-codes.service.ts'
import { rightCode } from '../mail-codes/own-code.service.ts'
import { userById } from '../people/people.queries.ts'
import { endSessionsOf } from '../session/session.service.ts'
import { dropChallenges } from './challenges.service.ts'
import { newRecoveryCodes, stepOfCode, createTotp } from './codes.service.ts'
import { queueFactorNotice } from './two-factor.service.ts'

// Registering with a password does not prove the mailbox. A stranger could register another
// person's mail and set up a second factor. The owner of the mailbox could then not log in by a
// mailed code (P175).

/**
 * Whether the mailbox must be proven before a second factor is set up. An admin appoints staff, so
 * staff need no such proof.
 */
async function needsMailbox(app: App, principal: Principal): Promise<boolean> {
  if (staffRoles.includes(principal.role)) return false
  return !(await userById(app, principal.userId))?.emailProvenAt
}

/**
 * Create a secret for the caller's authenticator app. The secret has no effect until a first code
 * confirms it.
 */
export async function startTwoFactor(
  app: App,
  principal: Principal,
): Promise<{ secret: string; uri: string; mailbox: boolean }> {
  const isMailboxNeeded = await needsMailbox(app, principal)
  if (isMailboxNeeded) assertMailServer(app)
  const newSecret = new Secret({ size: 20 }).base32
  const { siteName } = await siteSettings(app)

  await inTransaction(app, async (tx) => {
    const factorColumns = {
      secretCipher: tx.vault.seal(newSecret, 'two_factors', principal.userId),
      confirmedAt: null,
      lastStep: 0,
      tries: 0,
      createdAt: tx.clock.now(),
    }

    const storedRows = await tx.db
      .insert(twoFactors)
      .values({ userId: principal.userId, ...factorColumns })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: factorColumns,
        setWhere: isNull(twoFactors.confirmedAt),
      })
      .returning({ userId: twoFactors.userId })

    if (!storedRows.length) throw fail('two_factor.enabled')
  })

  return {
    secret: newSecret,
    uri: createTotp(newSecret, principal.email, siteName).toString(),
    mailbox: isMailboxNeeded,
  }
}

/**
 * Activate the second factor with a first code; returns the recovery codes, which are shown only
 * once. Other sessions, unfinished logins and mailed codes become void.
 */
export async function confirmTwoFactor(
  app: App,
  principal: Principal,
  { code, mailCode }: { code: string; mailCode?: string | undefined },
  caller: Caller,
): Promise<string[]> {
  const isMailboxNeeded = await needsMailbox(app, principal)
  if (isMailboxNeeded && mailCode === undefined) throw fail('two_factor.mailbox')

  const mailboxProof = isMailboxNeeded
    ? await rightCode(app, principal, { purpose: 'mailbox', code: mailCode! }, caller)
    : null

  return inTransaction(app, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(twoFactors)
      .where(eq(twoFactors.userId, principal.userId))
      .for('update')

    if (!row) throw fail('two_factor.not_enabled')
    if (row.confirmedAt) throw fail('two_factor.enabled')

    const codeStep = stepOfCode(tx, row.secretCipher, principal.userId, code)
    if (codeStep === null) throw fail('two_factor.code_wrong')

    if (mailboxProof) await proveByCode(tx, principal, mailboxProof.hash)

    await tx.db
      .update(twoFactors)
      .set({ confirmedAt: tx.clock.now(), lastStep: codeStep })
      .where(eq(twoFactors.userId, principal.userId))

    const newCodes = await newRecoveryCodes(tx, principal.userId)
    await dropChallenges(tx, principal.userId)
    await endSessionsOf(tx, principal.userId, 'second factor set up', principal.sessionId)
    await queueFactorNotice(tx, principal.userId, 'on')

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'two_factor.enabled',
      targetType: 'user',
      targetId: principal.userId,
    })

    return newCodes
  })
}

/** Use up the code mailed to the present address, and record the mailbox as proven. */
async function proveByCode(tx: App, { userId, email }: Principal, hash: Buffer): Promise<void> {
  await useUpCode(tx, hash)

  const provenRows = await tx.db
    .update(users)
    .set({ emailProvenAt: tx.clock.now() })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning({ id: users.id })

  if (!provenRows.length) throw fail('login_code.over')
}
