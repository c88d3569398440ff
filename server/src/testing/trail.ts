import { asc } from 'drizzle-orm'

import { auditLog } from '../db/tables/index.ts'
import type { TestShop } from './test-shop.ts'

/** A line of the trail: who did what to which thing, and what its details name. */
export type Line = readonly [
  action: string,
  actorId: string | null,
  targetType: string | null,
  targetId: string | null,
  details: string,
]

/** Reads the lines of the trail that were written since it was read last. */
export function trailOf({ app }: TestShop): () => Promise<Line[]> {
  const read = new Set<string>()
  return async () => {
    const rows = await app.db
      .select()
      .from(auditLog)
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id))

    const fresh = rows.filter(({ id }) => !read.has(id))
    for (const { id } of fresh) read.add(id)

    return fresh.map(({ action, actorId, targetType, targetId, details }) => [
      action,
      actorId,
      targetType,
      targetId,
      [...Object.keys(details as object).toSorted(), ...unchangedIn(details as Change)].join(' '),
    ])
  }
}

type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> }

/** Fields that read the same before and after, each behind '='. */
const unchangedIn = ({ before = {}, after = {} }: Change): string[] =>
  Object.keys(before)
    .filter((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]))
    .map((field) => `=${field}`)
