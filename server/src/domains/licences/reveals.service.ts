import { eq, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, orNull, rowsOf, value } from '../../db/rows.ts'
import { auditLog, licences, licenceViews } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/mount.ts'
import { unitRows, unitViews, type ShownLicence, type UnitView } from './licences.queries.ts'

export type Reveal = {
  by: 'customer' | 'staff'
  name: string
  ip: string | null
  userAgent: string | null
  createdAt: string
}

/** SQL condition: a view of the joined licence's key from this IP address is already recorded. */
export const isViewRecorded = ({ ip }: Pick<Caller, 'ip'>): SQL<boolean> =>
  sql`exists (select 1 from ${licenceViews}
    where ${licenceViews.licenceId} = ${licences.id} and ${licenceViews.ip} = ${ip})`

/**
 * Record that keys were sent to their owner's browser, once for each IP address: proof of delivery
 * in a dispute. Revoked keys are not sent.
 */
export async function recordViews(
  app: App,
  units: readonly { licence: Pick<ShownLicence, 'id' | 'status'> | null; isNoted: boolean }[],
  caller: Caller,
): Promise<void> {
  const rows = units.flatMap(({ licence, isNoted }) =>
    licence && licence.status !== 'revoked' && !isNoted ? [licence] : [],
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

/** The units of an order for the payment page of its buyer; records which keys were shown. */
export async function showUnits(app: App, orderId: string, caller: Caller): Promise<UnitView[]> {
  const rows = await unitRows(app, orderId, isViewRecorded(caller))
  await recordViews(app, rows, caller)

  return unitViews(app, rows)
}

/**
 * The views of a licence's key by its customer and by staff, oldest first. Throws
 * licence.not_found.
 */
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
