import type { User } from './accounts.queries.ts'

/** A user on the wire, for staff (B105). */
export const userView = (user: User) => ({
  id: user.id,
  _id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  discordId: user.discordId,
  createdAt: user.createdAt.toISOString(),
  lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
  isBanned: user.isBanned,
  banReason: user.banReason,
  bannedAt: user.bannedAt?.toISOString() ?? null,
})
