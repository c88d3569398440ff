import { and, eq, isNull } from 'drizzle-orm'

import { keyReplacements, licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { createKeyMarks } from '../../platform/secrets/key-marks.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import type { Licence } from './licences.admin.service.ts'
import { openLicence } from './licences.queries.ts'

// A licence keeps its row, date and history when its key is replaced. The old key moves to
// key_replacements and stays known for ever.

export type Replacement = typeof keyReplacements.$inferSelect

/**
 * Record that a locked licence is to get another key. Throws licence.not_active, and
 * licence.replacing when another replacement is open.
 */
export async function askReplacement(
  tx: App,
  licence: Licence,
  reason: string,
  actor: Actor,
): Promise<Replacement> {
  if (licence.status !== 'active') throw fail('licence.not_active')
  if (await openReplacement(tx, licence.unitId)) throw fail('licence.replacing')

  const id = newId()

  const [newReplacement] = await tx.db
    .insert(keyReplacements)
    .values({
      id,
      licenceId: licence.id,
      unitId: licence.unitId,
      orderId: licence.orderId,
      reason,
      oldCipher: tx.vault.seal(openLicence(tx, licence), 'key_replacements', id),
      oldIndex: licence.keyIndex,
      oldLast4: licence.last4,
      oldStockKeyId: licence.stockKeyId,
      actorId: actor.actorId ?? null,
      actorName: actor.actorName ?? null,
      createdAt: tx.clock.now(),
    })
    .returning()

  return newReplacement!
}

/** The open replacement of a unit's key; null when there is none. */
export async function openReplacement(tx: App, unitId: string): Promise<Replacement | null> {
  const [openRow] = await tx.db
    .select({ one: keyReplacements })
    .from(keyReplacements)
    .innerJoin(licences, eq(licences.id, keyReplacements.licenceId))
    .where(and(eq(licences.unitId, unitId), isNull(keyReplacements.doneAt)))
  return openRow?.one ?? null
}

/**
 * Store the new key in its licence and mail the buyer. The audit trail records reason and author.
 * Returns the blind index of the old key.
 */
export async function storeReplacementKey(
  tx: App,
  replacement: Replacement,
  newKey: { key: string; stockKeyId: string | null; stockIndex?: Buffer },
  details: Record<string, unknown> = {},
): Promise<Buffer> {
  const newMarks = createKeyMarks(tx.vault, newKey.key, newKey.stockIndex)

  await tx.db
    .update(licences)
    .set({
      keyCipher: tx.vault.seal(newKey.key, 'licences', replacement.licenceId),
      ...newMarks,
      stockKeyId: newKey.stockKeyId,
    })
    .where(eq(licences.id, replacement.licenceId))

  // Return the index from the row: a rotation of STORE_SECRET may have changed the index meanwhile.
  const [finished] = await tx.db
    .update(keyReplacements)
    .set({ doneAt: tx.clock.now() })
    .where(eq(keyReplacements.id, replacement.id))
    .returning({ oldIndex: keyReplacements.oldIndex })

  await recordAudit(tx, {
    action: 'licence.replaced',
    targetType: 'licence',
    targetId: replacement.licenceId,
    actorId: replacement.actorId,
    actorName: replacement.actorName,
    details: {
      before: { last4: replacement.oldLast4 },
      after: { last4: newMarks.last4 },
      reason: replacement.reason,
      orderId: replacement.orderId,
      ...details,
    },
  })

  await enqueue(tx, 'mail.key-replaced', { replacementId: replacement.id })

  return finished!.oldIndex
}
