import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { StaffKey } from '../../platform/staff-keys.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { recordAudit, type Actor } from './audit.service.ts'

const windowSeconds = 600

/**
 * Write down that somebody of the staff was answered whole keys (Q120): one line of the trail for a person, a section and ten minutes,
 * which says how many different ones. Rows that hold no key, or only its end, count for nothing.
 */
export async function recordKeysSeen(
  app: App,
  section: 'licenses' | 'stock' | 'orders',
  rows: readonly (StaffKey & { id: string })[],
  actor: Actor,
): Promise<void> {
  const ids = rows.filter((row) => row.licenseKey !== row.maskedKey).map((row) => row.id)
  if (!ids.length) return
  const list = sql`array[${sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]`
  const now = app.clock.now()
  const start = secondsAfter(now, -windowSeconds)
  const known = await app.db.execute(
    sql`select 1 from keys_seen where actor_id = ${actor.actorId} and section = ${section} and since > ${start} and key_ids @> ${list}`,
  )
  if (known.rows.length) return
  await inTransaction(app, async (tx) => {
    const id = newId(now.getTime())
    const { rows: seen } = await tx.db.execute<{ audit_id: string; n: number }>(sql`
      insert into keys_seen as k (actor_id, section, audit_id, since, key_ids) values (${actor.actorId}, ${section}, ${id}, ${now}, ${list})
      on conflict (actor_id, section) do update set
        audit_id = case when k.since > ${start} then k.audit_id else excluded.audit_id end,
        since = case when k.since > ${start} then k.since else excluded.since end,
        key_ids = case when k.since > ${start} then (select array_agg(distinct one) from unnest(k.key_ids || excluded.key_ids) one) else excluded.key_ids end
      returning audit_id, cardinality(key_ids) as n`)
    const { audit_id: auditId, n } = seen[0]!
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
      await tx.db.execute(
        sql`update audit_log set details = jsonb_set(details, '{keys}', to_jsonb(${n}::int)) where id = ${auditId} and (details ->> 'keys')::int < ${n}`,
      )
  })
}
