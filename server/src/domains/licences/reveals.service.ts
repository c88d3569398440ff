import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm'
import { z } from 'zod'
import { columns, orNull, rowsOf, value } from '../../db/rows.ts'
import { auditLog, licences, licenceViews } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/mount.ts'

export type Reveal = {
  by: 'customer' | 'staff'
  name: string
  ip: string | null
  userAgent: string | null
  createdAt: string
}

/**
 * Record that keys were sent to their owner's browser, once for each address: the proof of delivery
 * in a dispute. Usually it only reads.
 */
export async function noteShown(
  app: App,
  licenceIds: readonly string[],
  caller: Caller,
): Promise<void> {
  if (!licenceIds.length) return
  const rows = await app.db
    .select({ id: licences.id })
    .from(licences)
    .where(
      and(
        inArray(licences.id, [...licenceIds]),
        notExists(
          app.db
            .select({ ip: licenceViews.ip })
            .from(licenceViews)
            .where(and(eq(licenceViews.licenceId, licences.id), eq(licenceViews.ip, caller.ip))),
        ),
      ),
    )
  if (!rows.length) return
  await app.db
    .insert(licenceViews)
    .values(
      rows.map(({ id }) => ({
        licenceId: id,
        ip: caller.ip,
        userAgent: caller.userAgent.slice(0, 300),
        createdAt: app.clock.now(),
      })),
    )
    .onConflictDoNothing()
}

/** The same for the keys of an order that its buyer sees on the page of his payment. */
export async function noteOrderShown(app: App, orderId: string, caller: Caller): Promise<void> {
  const rows = await app.db
    .select({ id: licences.id })
    .from(licences)
    .where(and(eq(licences.orderId, orderId), ne(licences.status, 'revoked')))
  await noteShown(
    app,
    rows.map((row) => row.id),
    caller,
  )
}

/** Who had a licence's key on screen, oldest first. Throws licence.not_found. */
export async function revealsOf(app: App, id: string): Promise<Reveal[]> {
  const [licence] = await app.db
    .select({ customerName: licences.customerName })
    .from(licences)
    .where(eq(licences.id, id))
  if (!licence) throw fail('licence.not_found')
  const row = columns({
    by: value(sql`'customer'`, z.enum(['customer', 'staff'])),
    name: value(sql`${licence.customerName}::text`, z.string()),
    ip: orNull(licenceViews.ip),
    userAgent: licenceViews.userAgent,
    createdAt: licenceViews.createdAt,
  })
  const rows = await rowsOf(
    app,
    row,
    sql`select ${row} from ${licenceViews} where ${licenceViews.licenceId} = ${id}
    union all select 'staff', coalesce(${auditLog.actorName}, ''), ${auditLog.ip}, null, ${auditLog.createdAt}
      from ${auditLog} where ${auditLog.targetType} = 'licence' and ${auditLog.targetId} = ${id}
        and ${auditLog.action} = 'licence.revealed' order by "createdAt"`,
  )
  return rows.map((one) => ({ ...one, createdAt: one.createdAt.toISOString() }))
}
