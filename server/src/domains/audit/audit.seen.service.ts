import { and, arrayContains, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, value } from '../../db/rows.ts'
import { auditLog, keysSeen } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import type { StaffKey } from '../../platform/secrets/staff-keys.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { recordAudit, type Actor } from './audit.service.ts'

const windowSeconds = 600

/**
 * Records that staff saw whole licence keys (Q120): one audit entry for each user, section and ten
 * minutes, with the number of different keys. Rows without a key, or with a masked key, are not
 * counted.
 */
export async function recordKeysSeen(
  app: App,
  section: 'licenses' | 'stock' | 'orders',
  shownKeys: readonly (StaffKey & { id: string })[],
  actor: Actor,
): Promise<void> {
  const visibleKeyIds = shownKeys
    .filter((row) => row.licenseKey !== row.maskedKey)
    .map((row) => row.id)
  if (!visibleKeyIds.length) return

  const now = app.clock.now()
  const windowStart = secondsAfter(now, -windowSeconds)

  const [recordedView] = await app.db
    .select({ auditId: keysSeen.auditId })
    .from(keysSeen)
    .where(
      and(
        sql`${keysSeen.actorId} = ${actor.actorId}`,
        eq(keysSeen.section, section),
        gt(keysSeen.since, windowStart),
        arrayContains(keysSeen.keyIds, visibleKeyIds),
      ),
    )

  if (recordedView) return

  await inTransaction(app, async (tx) => {
    const id = newId(now.getTime())

    const viewColumns = columns({
      auditId: keysSeen.auditId,
      n: value(sql`cardinality(${keysSeen.keyIds})`, z.int()),
    })

    const isWindowOpen = sql`${keysSeen.since} > ${windowStart}`

    const { auditId, n } = await oneRow(
      tx,
      viewColumns,
      sql`insert into ${keysSeen} (actor_id, section, audit_id, since, key_ids)
        values (${actor.actorId}, ${section}, ${id}, ${now}, ${sql.param(visibleKeyIds, keysSeen.keyIds)})
      on conflict (actor_id, section) do update set
        audit_id = case when ${isWindowOpen} then ${keysSeen.auditId} else excluded.audit_id end,
        since = case when ${isWindowOpen} then ${keysSeen.since} else excluded.since end,
        key_ids = case when ${isWindowOpen} then (select array_agg(distinct one)
          from unnest(${keysSeen.keyIds} || excluded.key_ids) one) else excluded.key_ids end
      returning ${viewColumns}`,
    )

    if (auditId === id)
      await recordAudit(tx, {
        ...actor,
        id,
        action: 'keys.seen',
        targetType: 'section',
        targetId: section,
        details: { section, keys: n },
      })
    else
      await tx.db
        .update(auditLog)
        .set({ details: sql`jsonb_set(${auditLog.details}, '{keys}', to_jsonb(${n}::int))` })
        .where(and(eq(auditLog.id, auditId), sql`(${auditLog.details} ->> 'keys')::int < ${n}`))
  })
}
