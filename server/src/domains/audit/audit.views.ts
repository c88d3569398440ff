import type { auditLog } from '../../db/tables/index.ts'

/**
 * An audit entry in the history of an order or another object. Without an actor, the shop itself
 * acted, possibly after a report from a provider. Acts of the customer have the source `customer`,
 * not `staff`.
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
