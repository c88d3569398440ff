import type { Language } from '@chaveiro/contracts/limits'
import type { PowerAct } from '@chaveiro/contracts/power-acts'
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

/** The caller, as the trail names them: for changes that staff make. */
export type Actor = Required<Pick<AuditEntry, 'actorId' | 'actorName' | 'ip'>>

/** Who acts, and from where. */
export type By = { principal: { userId: string; name: string }; caller: { ip: string } }

/** The actor of a staff call, from the session and address of its request. */
export const actorOf = ({ principal, caller }: By): Actor => ({
  actorId: principal.userId,
  actorName: principal.name,
  ip: caller.ip,
})

/**
 * What a change did, for the details of the trail: the fields that differ, before and after. A row
 * that was made or deleted has only one side.
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

  const changed = Object.keys(is).filter(
    (field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]),
  )
  const only = (row: Record<string, unknown>) =>
    Object.fromEntries(changed.map((field) => [field, row[field] ?? null]))

  return { before: only(was), after: only(is) }
}

/**
 * Record in the trail who did what, in the transaction that did it. No actor means the system;
 * details never hold secrets (Q26).
 */
export async function recordAudit(tx: App, ...entries: AuditEntry[]): Promise<void> {
  const now = tx.clock.now()
  await tx.db
    .insert(auditLog)
    .values(entries.map((entry) => ({ id: newId(now.getTime()), createdAt: now, ...entry })))
}

/**
 * The content of the mail about a privileged action: what, about whom or what, by whom, from which
 * address, when.
 */
export type PowerActFacts = { act: PowerAct; about: string; by: string; ip: string; at: string }

/**
 * Record a privileged action in the trail and have all admins notified by mail (Q113), in the
 * transaction that did it.
 */
export async function recordPowerAct(
  tx: App,
  entry: AuditEntry,
  act: PowerAct,
  about: string,
): Promise<void> {
  await recordAudit(tx, entry)
  const id = newId()

  const facts: PowerActFacts = {
    act,
    about,
    by: entry.actorName ?? '-',
    ip: entry.ip ?? '-',
    at: tx.clock.now().toISOString(),
  }

  // Encrypted: a name must not stay in the queue after its person was deleted.
  const sealed = tx.vault.seal(JSON.stringify(facts), 'jobs', id).toString('base64')
  await enqueue(tx, 'mail.power-act', { id, sealed })
}

/**
 * Store what a person accepted, in the transaction it was accepted for. terms is the text shown, of
 * which the SHA-256 is stored ('' for the built-in one).
 */
export async function recordConsent(
  tx: App,
  entry: {
    userId: string
    orderId?: string
    terms: string
    channel: 'registration' | 'site' | 'discord'
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

/** What a user did and what was done to them, newest first. */
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
 * Erase the name of somebody whose account is deleted from the trail, in that transaction;
 * everything else of a line stays as it was written.
 */
export const purgeActorName = (tx: App, userId: string): Promise<unknown> =>
  tx.db
    .update(auditLog)
    .set({ actorName: null })
    .where(and(eq(auditLog.actorId, userId), isNotNull(auditLog.actorName)))
