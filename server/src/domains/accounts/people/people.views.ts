import type { sessions } from '../../../db/tables/index.ts'
import type { Principal } from '../../../platform/http/mount.ts'
import type { User } from './people.queries.ts'

/** One of the caller's own sessions, as the API returns it. */
export const ownSessionView = (row: typeof sessions.$inferSelect, principal: Principal) => ({
  id: row.id,
  _id: row.id,
  device: row.userAgent || null,
  ip: row.lastIp ?? row.ip,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: (row.lastSeenAt ?? row.createdAt).toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  current: row.id === principal.sessionId,
})

/** A user, as the API returns it to staff (B105). */
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
