import { and, eq, gte, isNull, lt, notExists } from 'drizzle-orm'

import { keptCpfs, payments, sessions } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Principal } from '../../../platform/http/mount.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'

// The CPF that a customer asked the shop to remember. The CPF is encrypted for its row, and
// decrypted only to charge, mask or export it.

const tableName = 'kept_cpfs'

/**
 * The stored CPF of an account; null when the account has none. `cpf` is null while no key of the
 * vault can decrypt the CPF: the checkout then asks for the CPF again.
 */
export async function keptCpfOf(
  app: App,
  userId: string,
): Promise<{ cpf: string | null; keptAt: Date } | null> {
  const [row] = await app.db.select().from(keptCpfs).where(eq(keptCpfs.userId, userId))
  if (!row) return null

  try {
    return { cpf: app.vault.open(row.cpfCipher, tableName, userId), keptAt: row.keptAt }
  } catch {
    app.log.warn({ userId, vaultKey: row.cpfCipher[0] }, 'a kept CPF cannot be opened')
    return { cpf: null, keptAt: row.keptAt }
  }
}

/**
 * Store the CPF that was entered for a purchase, in the transaction of that purchase, in place of
 * an earlier CPF. The caller must have locked the account. For a session that ended meanwhile
 * nothing is stored: the account may now belong to the owner of its mailbox (P175).
 */
export async function keepCpf(
  tx: App,
  buyer: Pick<Principal, 'userId' | 'sessionId' | 'name'>,
  cpf: string,
): Promise<void> {
  const [open] = await tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, buyer.sessionId), isNull(sessions.revokedAt)))

  if (!open) return

  const { userId } = buyer
  const sealedCpf = { cpfCipher: tx.vault.seal(cpf, tableName, userId), keptAt: tx.clock.now() }

  await tx.db
    .insert(keptCpfs)
    .values({ userId, ...sealedCpf })
    .onConflictDoUpdate({ target: keptCpfs.userId, set: sealedCpf })

  await recordAudit(tx, {
    action: 'user.cpf_kept',
    actorId: userId,
    actorName: buyer.name,
    targetType: 'user',
    targetId: userId,
  })
}

/** Remove the caller's own kept CPF. Idempotent. */
export async function forgetOwnCpf(app: App, actor: Actor): Promise<void> {
  const userId = actor.actorId!
  await inTransaction(app, async (tx) => {
    if (!(await dropKeptCpf(tx, userId))) return
    await recordAudit(tx, {
      ...actor,
      action: 'user.cpf_forgotten',
      targetType: 'user',
      targetId: userId,
    })
  })
}

/**
 * Remove the kept CPF of an account, in the caller's transaction; returns whether the account had a
 * CPF.
 */
export async function dropKeptCpf(tx: App, userId: string): Promise<boolean> {
  const deletedRows = await tx.db
    .delete(keptCpfs)
    .where(eq(keptCpfs.userId, userId))
    .returning({ userId: keptCpfs.userId })
  return deletedRows.length > 0
}

const yearSeconds = 365 * 86_400

/**
 * Remove CPFs that were kept for a year in which their owner started no payment (LGPD, art. 16).
 */
export async function forgetUnusedCpfs(app: App): Promise<void> {
  const cutoffDate = secondsAfter(app.clock.now(), -yearSeconds)

  const paidSince = app.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.userId, keptCpfs.userId), gte(payments.createdAt, cutoffDate)))

  await app.db.delete(keptCpfs).where(and(lt(keptCpfs.keptAt, cutoffDate), notExists(paidSince)))
}
