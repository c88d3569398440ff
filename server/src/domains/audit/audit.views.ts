import type { auditLog } from '../../db/tables/index.ts'

/**
 * An audit entry in the history of one thing. Without an actor it was the shop itself, possibly
 * after a report from elsewhere. Acts of the thing's customer count as theirs, not as staff's.
 */
export const trailView = (row: typeof auditLog.$inferSelect, customerId: string) => ({
  action: row.action,
  createdAt: row.createdAt.toISOString(),
  performedBy: row.actorName ? { id: row.actorId ?? '', name: row.actorName } : null,
  details: row.details as Record<string, unknown>,
  source: row.actorName ? actorKind(row, customerId) : readSource(row.details),
})

const actorKind = ({ actorId }: { actorId: string | null }, customerId: string) =>
  actorId === customerId ? 'customer' : 'staff'

const readSource = (details: unknown): string => {
  const { source } = details as { source?: unknown }
  return typeof source === 'string' ? source : 'shop'
}
