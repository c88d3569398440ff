import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import { licences, orderLines, orders, orderUnits, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { motifPath } from '../../platform/drawing/motif-paths.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { secondsAfter } from '../../platform/time/clock.ts'
import { sendMail } from '../mails/mails.service.ts'

const daySeconds = 86_400
const noticeDays = 3

// A licence that is valid for this many days or fewer gets no expiry mail: its buyer knows when the
// licence ends.
const shortValidityDays = 7
const batchSize = 200

/**
 * Find licences that expire soon and queue one mail for each order. Each expiry is mailed once;
 * licences with a short validity get no mail.
 */
export async function notifyExpiring(app: App): Promise<void> {
  for (;;) {
    const now = app.clock.now()

    const notifiedCount = await inTransaction(app, async (tx) => {
      // One process at a time: two processes could each take part of an order's licences and mail
      // the order twice.
      await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('licences-expiring'))`)

      const row = columns({
        id: licences.id,
        orderId: licences.orderId,
        short: value(
          sql`${licences.expiresAt} - ${licences.createdAt} <= make_interval(days => ${shortValidityDays})`,
          z.boolean(),
        ),
      })

      const rows = await rowsOf(
        tx,
        row,
        sql`with due as materialized (
            select ${licences.id} from ${licences} where ${licences.status} = 'active'
              and ${licences.expiryTold} is distinct from ${licences.expiresAt}
              and ${licences.expiresAt} > ${now}
              and ${licences.expiresAt} <= ${secondsAfter(now, noticeDays * daySeconds)}
            order by ${licences.expiresAt} limit ${batchSize} for update)
          update ${licences} set expiry_told = ${licences.expiresAt} from due
          where ${licences.id} = due.id returning ${row}`,
      )

      const licencesByOrder = Map.groupBy(
        rows.filter(({ short }) => !short),
        ({ orderId }) => orderId,
      )

      for (const [orderId, orderLicences] of licencesByOrder)
        await enqueue(tx, 'mail.licences-expiring', {
          orderId,
          licenceIds: orderLicences.map(({ id }) => id).sort(),
        })

      return rows.length
    })

    if (notifiedCount < batchSize) return
  }
}

/**
 * Notify a buyer which licences of an order expire soon. Licences that expired, were revoked or got
 * another expiry meanwhile are left out.
 */
export async function sendLicencesExpiring(
  app: App,
  orderId: string,
  licenceIds: readonly string[],
): Promise<void> {
  const licenceRows = await app.db
    .select({
      id: licences.id,
      product: licences.productName,
      image: orderLines.image,
      last4: licences.last4,
      expiresAt: licences.expiresAt,
      number: orders.number,
      name: orders.customerName,
      email: users.email,
      language: users.language,
    })
    .from(licences)
    .innerJoin(orders, eq(orders.id, licences.orderId))
    .leftJoin(orderUnits, eq(orderUnits.id, licences.unitId))
    .leftJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(users, eq(users.id, licences.userId))
    .where(
      and(
        eq(licences.orderId, orderId),
        inArray(licences.id, [...licenceIds]),
        eq(licences.status, 'active'),
        isNull(licences.suspendedAt),
        isNull(users.deletedAt),
        eq(users.isBanned, false),
        sql`${licences.expiryTold} = ${licences.expiresAt}`,
      ),
    )
    .orderBy(asc(licences.expiresAt), asc(licences.id))

  const expiringRows = licenceRows.filter((row) => row.expiresAt! > app.clock.now())
  const [firstExpiring] = expiringRows

  if (firstExpiring)
    await sendMail(app, 'licenceExpiring', {
      id: `expiring-${licenceIds[0]}-${firstExpiring.expiresAt!.getTime()}`,
      to: firstExpiring,
      values: {
        number: firstExpiring.number,
        licences: expiringRows.map((row) => ({
          product: row.product,
          picture: motifPath(row.image),
          last4: row.last4,
          expiresAt: row.expiresAt!,
        })),
      },
    })
}
