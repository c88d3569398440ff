import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import { inArray } from 'drizzle-orm'

import { shopAlerts as alertRows, statusParts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

type Counted = { n: number; labels: Record<string, string> }[]

const beginning = 'chaveiro_'

/** Count some figures of the shop now, as /metrics would tell them. */
export async function countNow(
  { pool, shopMetrics }: App,
  names: readonly string[],
): Promise<ReadonlyMap<string, Counted>> {
  const wanted = shopMetrics.filter(({ name }) => names.includes(name.slice(beginning.length)))

  const counted = await Promise.all(
    wanted.map(async ({ name, labels, statement }) => {
      const { rows } = await pool.query<Record<string, unknown>>(statement)

      const of = (row: Record<string, unknown>) => ({
        n: Number(row.n),
        labels: Object.fromEntries(labels.map((label) => [label, String(row[label])])),
      })

      return [name.slice(beginning.length), rows.map(of)] as const
    }),
  )

  return new Map(counted)
}

/** The single number of a figure; 0 where it tells none. */
export const single = (counted: ReadonlyMap<string, Counted>, name: string): number =>
  counted.get(name)?.[0]?.n ?? 0

/** How each part of the shop was seen last. */
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

/** What staff were told of and is not well yet, the oldest first. */
export async function alertsNow(app: App): Promise<{ name: ShopAlert; since: Date }[]> {
  const rows = await app.db.select().from(alertRows).orderBy(alertRows.seenAt, alertRows.name)
  return rows
    .filter(({ toldAt }) => toldAt !== null)
    .map(({ name, seenAt }) => ({ name: name as ShopAlert, since: seenAt }))
}
