import type { Language } from '@chaveiro/contracts/limits'
import type { PowerAct } from '@chaveiro/contracts/power-acts'
import type { ConsentChannel } from '@chaveiro/contracts/states'
import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { auditLog, consents } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'

export type AuditEntry = {
  id?: string
  action: string
  actorId?: string | null
  actorName?: string | null
  targetType?: string
  targetId?: string
  details?: object
  ip?: string | null
}

/** The person behind a change, as the audit log stores them. */
export type Actor = Required<Pick<AuditEntry, 'actorId' | 'actorName' | 'ip'>>

/** A person and the address of their request. */
export type By = { principal: { userId: string; name: string }; caller: { ip: string } }

/** The actor of a staff call, from the session and address of its request. */
export const actorOf = ({ principal, caller }: By): Actor => ({
  actorId: principal.userId,
  actorName: principal.name,
  ip: caller.ip,
})

/**
 * A change for the details of an audit entry: the differing fields, before and after. A created or
 * deleted row has only one side.
 */
export function changeOf(
  before: object | null,
  after: object | null,
): { before?: object; after?: object } {
  const [was, is] = [
    before as Record<string, unknown> | null,
    after as Record<string, unknown> | null,
  ]

  if (!was || !is) return { ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }

  const changedFields = Object.keys(is).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  const pickChanged = (row: Record<string, unknown>) =>
    Object.fromEntries(changedFields.map((field) => [field, row[field] ?? null]))

  return { before: pickChanged(was), after: pickChanged(is) }
}

/**
 * Adds audit entries, in the transaction of their cause. Without an actor it was the system.
 * Details never hold secrets (Q26).
 */
export async function recordAudit(tx: App, ...entries: AuditEntry[]): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .insert(auditLog)
    .values(entries.map((entry) => ({ id: newId(now.getTime()), createdAt: now, ...entry })))
}

/** The facts in a mail about a privileged act: act, target, person, address and time. */
export type PowerActFacts = { act: PowerAct; about: string; by: string; ip: string; at: string }

/** Records a privileged act and queues a mail to all admins (Q113), in its transaction. */
export async function recordPowerAct(
  tx: App,
  entry: AuditEntry,
  act: PowerAct,
  subject: string,
): Promise<void> {
  await recordAudit(tx, entry)
  const id = newId()

  const actFacts: PowerActFacts = {
    act,
    about: subject,
    by: entry.actorName ?? '-',
    ip: entry.ip ?? '-',
    at: tx.clock.now().toISOString(),
  }

  // Encrypted: a name must not stay in the queue after its person was deleted.
  const sealedFacts = tx.vault.seal(JSON.stringify(actFacts), 'jobs', id).toString('base64')
  await enqueue(tx, 'mail.power-act', { id, sealed: sealedFacts })
}

/**
 * Stores a person's consent, in the transaction that needs it. terms is the shown text; its
 * SHA-256 is stored ('' means the built-in text).
 */
export async function recordConsent(
  tx: App,
  entry: {
    userId: string
    orderId?: string
    terms: string
    channel: ConsentChannel
    ip: string | null
    userAgent: string | null
    language: Language
  },
): Promise<void> {
  const now = tx.clock.now()
  const { terms, ...row } = entry

  await tx.db.insert(consents).values({
    ...row,
    id: newId(now.getTime()),
    kind: 'terms',
    version: createHash('sha256')
      .update(terms || 'built-in')
      .digest('hex'),
    createdAt: now,
  })
}

/** Audit entries by or about a user, newest first. */
export const historyOf = (app: App, userId: string, limit = 200) =>
  app.db
    .select()
    .from(auditLog)
    .where(
      or(
        eq(auditLog.actorId, userId),
        and(eq(auditLog.targetType, 'user'), eq(auditLog.targetId, userId)),
      ),
    )
    .orderBy(desc(auditLog.createdAt))
    .limit(limit)

/**
 * Removes the name of a deleted person from the audit log, in that transaction; the rest of each
 * entry stays.
 */
export const purgeActorName = (tx: App, userId: string): Promise<unknown> =>
  tx.db
    .update(auditLog)
    .set({ actorName: null })
    .where(and(eq(auditLog.actorId, userId), isNotNull(auditLog.actorName)))
