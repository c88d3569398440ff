import type { Currency } from '@chaveiro/contracts/limits'
import { and, eq, inArray, lte } from 'drizzle-orm'

import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { createKeyMarks } from '../../platform/secrets/key-marks.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { rolesChanged } from '../discord-roles/roles.service.ts'

export type NewLicence = {
  unitId: string
  orderId: string
  userId: string
  productId: string
  variantId: string
  productName: string
  variantName: string
  stockKeyId: string | null
  licenceKey: string
  /** The blind index of the delivered stock key; the licence gets the same index. */
  stockIndex?: Buffer
  priceCents: number
  currency: Currency
  customerName: string
  customerEmail: string
  /** null means for life. */
  validityDays: number | null
}

/**
 * Issue licences for delivered units in the caller's transaction. Validity counts from now in days
 * (Q40); each key is encrypted for its own row.
 */
export async function issueLicences(tx: App, input: readonly NewLicence[]): Promise<void> {
  if (!input.length) return

  const now = tx.clock.now()

  const licenceRows = input.map(({ licenceKey, stockIndex, ...row }) => {
    const id = newId(now.getTime())
    return {
      ...row,
      id,
      keyCipher: tx.vault.seal(licenceKey, 'licences', id),
      ...createKeyMarks(tx.vault, licenceKey, stockIndex),
      createdAt: now,
      expiresAt: row.validityDays === null ? null : secondsAfter(now, row.validityDays * 86_400),
    }
  })

  await Promise.all([
    tx.db.insert(licences).values(licenceRows),
    rolesChanged(
      tx,
      input.map((licence) => licence.userId),
    ),
  ])
}

const batchSize = 200

/** Expire licences past their date, each with an entry in the audit trail. */
export async function expireLicences(app: App): Promise<void> {
  for (;;) {
    const expiredCount = await inTransaction(app, async (tx) => {
      const dueLicences = await tx.db
        .select({ id: licences.id, userId: licences.userId })
        .from(licences)
        .where(and(eq(licences.status, 'active'), lte(licences.expiresAt, tx.clock.now())))
        .orderBy(licences.expiresAt)
        .limit(batchSize)
        .for('update', { skipLocked: true })

      if (!dueLicences.length) return 0

      await tx.db
        .update(licences)
        .set({ status: 'expired' })
        .where(
          inArray(
            licences.id,
            dueLicences.map((licence) => licence.id),
          ),
        )

      for (const { id } of dueLicences)
        await recordAudit(tx, {
          action: 'licence.expired',
          targetType: 'licence',
          targetId: id,
          details: { before: { status: 'active' }, after: { status: 'expired' } },
        })

      await rolesChanged(
        tx,
        dueLicences.map((licence) => licence.userId),
      )

      return dueLicences.length
    })
    if (expiredCount < batchSize) return
  }
}
