import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import { inArray } from 'drizzle-orm'

import { shopAlerts as alertRows, statusParts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

type MetricValues = { n: number; labels: Record<string, string> }[]

const namePrefix = 'chaveiro_'

/** Current values of some metrics, as /metrics reports them. */
export async function countNow(
  { pool, shopMetrics }: App,
  names: readonly string[],
): Promise<ReadonlyMap<string, MetricValues>> {
  const wantedMetrics = shopMetrics.filter(({ name }) =>
    names.includes(name.slice(namePrefix.length)),
  )

  const valuesByName = await Promise.all(
    wantedMetrics.map(async ({ name, labels, statement }) => {
      const { rows } = await pool.query<Record<string, unknown>>(statement)

      const toValue = (row: Record<string, unknown>) => ({
        n: Number(row.n),
        labels: Object.fromEntries(labels.map((label) => [label, String(row[label])])),
      })

      return [name.slice(namePrefix.length), rows.map(toValue)] as const
    }),
  )

  return new Map(valuesByName)
}

/** The single value of a metric; 0 without one. */
export const singleValue = (counted: ReadonlyMap<string, MetricValues>, name: string): number =>
  counted.get(name)?.[0]?.n ?? 0

/** The last measured state of each provider. */
export const partsNow = (app: App) =>
  app.db
    .select({
      part: statusParts.part,
      state: statusParts.state,
      measuredAt: statusParts.measuredAt,
    })
    .from(statusParts)
    .where(inArray(statusParts.part, ['pix', 'card', 'crypto', 'chat', 'mail']))
    .orderBy(statusParts.part)

/** Reported alerts that have not ended, oldest first. */
export async function alertsNow(app: App): Promise<{ name: ShopAlert; since: Date }[]> {
  const openAlerts = await app.db.select().from(alertRows).orderBy(alertRows.seenAt, alertRows.name)
  return openAlerts
    .filter(({ toldAt }) => toldAt !== null)
    .map(({ name, seenAt }) => ({ name: name as ShopAlert, since: seenAt }))
}
