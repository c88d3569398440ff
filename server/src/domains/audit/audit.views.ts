import type { auditLog } from '../../db/tables/index.ts'

/**
 * A line of the trail in the story of one thing; nobody behind it means the shop itself, which may
 * have heard it from somebody. What the customer of the thing did is theirs, not of the staff.
 */
export const trailView = (row: typeof auditLog.$inferSelect, customerId: string) => ({
  action: row.action,
  createdAt: row.createdAt.toISOString(),
  performedBy: row.actorName ? { id: row.actorId ?? '', name: row.actorName } : null,
  details: row.details as Record<string, unknown>,
  source: row.actorName ? actorIn(row, customerId) : sourceIn(row.details),
})

const actorIn = ({ actorId }: { actorId: string | null }, customerId: string) =>
  actorId === customerId ? 'customer' : 'staff'

const sourceIn = (details: unknown): string => {
  const { source } = details as { source?: unknown }
  return typeof source === 'string' ? source : 'shop'
}
