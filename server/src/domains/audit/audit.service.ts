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

/** The user who made a change, as the audit log stores them. */
export type Actor = Required<Pick<AuditEntry, 'actorId' | 'actorName' | 'ip'>>

/** A user and the IP address of their request. */
export type By = { principal: { userId: string; name: string }; caller: { ip: string } }

/** The actor of a call by staff, from the session and IP address of the request. */
export const actorOf = ({ principal, caller }: By): Actor => ({
  actorId: principal.userId,
  actorName: principal.name,
  ip: caller.ip,
})

/**
 * A change for the details of an audit entry: the fields that differ, before and after. A created
 * or deleted row has only one of the two.
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
 * Adds audit entries in the transaction of the change that they record. An entry without an actor
 * is an action of the shop itself. Details never contain secrets (Q26).
 */
export async function recordAudit(tx: App, ...entries: AuditEntry[]): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .insert(auditLog)
    .values(entries.map((entry) => ({ id: newId(now.getTime()), createdAt: now, ...entry })))
}

/**
 * The content of a mail about a privileged act: the act, its target, the actor, IP address and
 * time.
 */
export type PowerActFacts = { act: PowerAct; about: string; by: string; ip: string; at: string }

/**
 * Records a privileged act and queues a mail to all admins (Q113), in the transaction of the act.
 */
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

  // Encrypted, so that the queue reveals no name after that person was erased.
  const sealedFacts = tx.vault.seal(JSON.stringify(actFacts), 'jobs', id).toString('base64')
  await enqueue(tx, 'mail.power-act', { id, sealed: sealedFacts })
}

/**
 * Stores a user's consent, in the transaction that requires it. `terms` is the text that was shown
 * ('' means the built-in text); only its SHA-256 is stored.
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
 * Removes the name of an erased person from the audit log, in the transaction of the erasure. The
 * rest of each entry stays.
 */
export const purgeActorName = (tx: App, userId: string): Promise<unknown> =>
  tx.db
    .update(auditLog)
    .set({ actorName: null })
    .where(and(eq(auditLog.actorId, userId), isNotNull(auditLog.actorName)))
