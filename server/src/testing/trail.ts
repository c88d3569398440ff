import { asc } from 'drizzle-orm'

import { auditLog } from '../db/tables/index.ts'
import type { TestShop } from './test-shop.ts'

/** An audit entry: action, actor, target and the names of its details. */
export type Line = readonly [
  action: string,
  actorId: string | null,
  targetType: string | null,
  targetId: string | null,
  details: string,
]

/** Reads the audit entries since the last read. */
export function trailOf({ app }: TestShop): () => Promise<Line[]> {
  const readIds = new Set<string>()
  return async () => {
    const rows = await app.db
      .select()
      .from(auditLog)
      .orderBy(asc(auditLog.createdAt), asc(auditLog.id))

    const newEntries = rows.filter(({ id }) => !readIds.has(id))
    for (const { id } of newEntries) readIds.add(id)

    return newEntries.map(({ action, actorId, targetType, targetId, details }) => [
      action,
      actorId,
      targetType,
      targetId,
      [...Object.keys(details as object).toSorted(), ...unchangedIn(details as Change)].join(' '),
    ])
  }
}

type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> }

/** Names of the fields that are equal before and after, each with the prefix '='. */
const unchangedIn = ({ before = {}, after = {} }: Change): string[] =>
  Object.keys(before)
    .filter((field) => JSON.stringify(before[field]) === JSON.stringify(after[field]))
    .map((field) => `=${field}`)
