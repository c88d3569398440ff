import type { licenceStory } from '@chaveiro/contracts/admin/licences'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { z } from 'zod'

import {
  auditLog,
  licenceGrants,
  licences,
  licenceViews,
  orderUnits,
  stockKeys,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { maskKey } from '../../platform/secrets/staff-keys.ts'
import { toWire } from '../../platform/text/money.ts'
import { trailView } from '../audit/audit.views.ts'
import { adminLicenceOf } from './licences.admin.queries.ts'

type Story = z.infer<typeof licenceStory>
const isoTime = (moment: Date | null) => moment?.toISOString() ?? null

/** A licence with its unit, and with its stock key if it was sold from stock. */
const soldLicence = (app: App, id: string) =>
  app.db
    .select({ licence: licences, unit: orderUnits, key: stockKeys })
    .from(licences)
    .innerJoin(orderUnits, eq(orderUnits.id, licences.unitId))
    .leftJoin(stockKeys, eq(stockKeys.id, licences.stockKeyId))
    .where(eq(licences.id, id))

/** The audit entries of a licence and its key, and the times when its customer saw the key. */
async function momentsOf(app: App, id: string): Promise<Story['timeline']> {
  const keyId = sql`(select ${licences.stockKeyId}::text from ${licences} where ${licences.id} = ${id})`

  const [[customer], auditLines, views] = await Promise.all([
    app.db.select({ id: licences.userId }).from(licences).where(eq(licences.id, id)),
    app.db
      .select()
      .from(auditLog)
      .where(
        or(
          and(eq(auditLog.targetType, 'licence'), eq(auditLog.targetId, id)),
          and(eq(auditLog.targetType, 'stock'), eq(auditLog.targetId, keyId)),
        ),
      )
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id)),
    app.db
      .select()
      .from(licenceViews)
      .where(eq(licenceViews.licenceId, id))
      .orderBy(asc(licenceViews.createdAt)),
  ])

  const viewMoments = views.map((view) => ({
    action: 'licence.shown',
    createdAt: view.createdAt.toISOString(),
    performedBy: null,
    source: 'customer',
    details: { ip: view.ip },
  }))

  return [...auditLines.map((row) => trailView(row, customer?.id ?? '')), ...viewMoments]
}

const grantsOf = (app: App, id: string) =>
  app.db
    .select()
    .from(licenceGrants)
    .where(
      eq(
        licenceGrants.unitId,
        sql`(select ${licences.unitId} from ${licences} where ${licences.id} = ${id})`,
      ),
    )
    .orderBy(asc(licenceGrants.createdAt), asc(licenceGrants.id))

const originOf = (key: object | null, provider: string): Story['origin'] => {
  if (key) return 'stock'
  return provider === 'keyauth' ? 'keyauth' : 'manual'
}

/**
 * Everything about one licence except its key (P346); null for a licence that staff removed from
 * their lists.
 */
export async function licenceStoryOf(app: App, id: string): Promise<Story | null> {
  const [listedLicence, [saleRow], grants, timeline] = await Promise.all([
    adminLicenceOf(app, id, maskKey),
    soldLicence(app, id),
    grantsOf(app, id),
    momentsOf(app, id),
  ])

  if (!listedLicence || !saleRow) return null

  const { licence, unit, key } = saleRow

  return {
    ...listedLicence,
    validityDays: licence.validityDays,
    price: toWire(licence.priceCents),
    currency: licence.currency,
    origin: originOf(key, unit.provider),
    stocked: key && {
      at: key.createdAt.toISOString(),
      cost: key.costCents === null ? null : toWire(key.costCents),
    },
    deliveredAt: isoTime(unit.deliveredAt),
    suspendedAt: isoTime(licence.suspendedAt),

    grants: grants.map((grant) => ({
      id: grant.id,
      _id: grant.id,
      state: grant.state,
      standing: grant.standing,
      problem: grant.problem,
      createdAt: grant.createdAt.toISOString(),
    })),

    timeline,
  }
}
