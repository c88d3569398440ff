import { z } from 'zod'

import { auditEntry, user } from '../account-shapes.ts'
import { roles } from '../limits.ts'
import { route } from '../route.ts'
import {
  amount,
  csvReply,
  email,
  entityId,
  filterOf,
  instant,
  line,
  listTotals,
  pageQuery,
  search,
  success,
  uuid,
} from '../shared.ts'

const id = { params: z.object({ id: uuid }) }
export const userSorts = ['createdAt', 'name', 'email', 'lastLoginAt'] as const

export const userFilter = {
  search,
  role: filterOf(roles),
  banned: filterOf(['true', 'false']),
  sort: z
    .union([z.literal(''), z.enum(userSorts)])
    .optional()
    .transform((value) => value || ('createdAt' as const)),
  order: z
    .union([z.literal(''), z.enum(['asc', 'desc'])])
    .optional()
    .transform((value) => value || undefined),
}

const actionReply = z.object({ ...success, message: z.string(), user, data: user })
const otherUserErrors = ['account.not_found', 'account.self', 'account.last_admin'] as const

const userSession = z.object({
  ...entityId,
  createdAt: instant,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
})

const userDetails = z.object({
  ...user.shape,
  twoFactor: z.boolean(),
  /**
   * The year until which orders and licences keep the name, if the user were deleted today (Q114).
   */
  namesKeptUntil: z.int(),
  figures: z.object({ totalOrders: z.int(), activeLicenses: z.int(), totalPayments: amount }),
  sessions: z.array(userSession),
})

const discordId = z.union([
  z.literal('').transform(() => null),
  z.null(),
  z
    .string()
    .trim()
    .regex(/^\d{17,20}$/),
])

/** Back-office calls of users (Q13, Q15, Q20, Q21). */
export const users = {
  list: route({
    method: 'GET',
    path: '/api/admin/users',
    access: 'staff',
    fromReplica: true,
    summary: 'Users, newest first; search in name, email and chat id',
    query: z.object({ ...pageQuery, ...userFilter }),
    reply: z.object({ ...success, data: z.array(user), users: z.array(user), ...listTotals }),
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/users/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'How many users there are, by role, and how many are banned',
    reply: z.object({
      ...success,
      totalUsers: z.int(),
      clients: z.int(),
      admins: z.int(),
      developers: z.int(),
      bannedUsers: z.int(),
    }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/users/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The list of users as CSV, newest first',
    query: z.object(userFilter),
    ...csvReply,
  }),

  banMany: route({
    method: 'POST',
    path: '/api/admin/users/bulk-ban',
    access: 'staff',
    summary: 'Ban several users with one reason; each that may not be banned is told apart',
    body: z.object({ ids: z.array(uuid).min(1).max(100), reason: line(500) }),
    reply: z.object({
      ...success,
      message: z.string(),
      banned: z.int(),
      refused: z.array(z.object({ id: z.string(), code: z.string(), error: z.string() })),
    }),
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/users/:id',
    access: 'staff',
    summary: 'A user with his figures and open sessions',
    ...id,
    reply: z.object({ ...success, user: userDetails, data: userDetails }),
    errors: ['account.not_found'],
  }),

  update: route({
    method: 'PUT',
    path: '/api/admin/users/:id',
    also: ['PATCH /api/admin/users/:id'],
    access: 'staff',
    stepUp: ['email'],
    summary: 'Change name, email or chat id; everything else has a call of its own',
    ...id,
    body: z.object({ name: line(80), email, discordId, role: z.unknown() }).partial(),
    reply: actionReply,
    errors: ['account.role_call', 'account.not_found', 'account.email_taken', 'chat.taken'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/users/:id',
    access: 'staff',
    stepUp: true,
    summary:
      'Delete a user: open charges are closed, sessions and personal data go, orders and payments stay for the books',
    ...id,
    reply: actionReply,
    errors: [...otherUserErrors, 'account.charges_open', 'account.just_paid'],
  }),

  role: route({
    method: 'PUT',
    path: '/api/admin/users/:id/role',
    also: ['PATCH /api/admin/users/:id/role'],
    access: 'staff',
    stepUp: true,
    summary: 'Change the role; ends all sessions',
    ...id,
    body: z.object({ role: z.enum(roles) }),
    reply: actionReply,
    errors: [...otherUserErrors, 'account.is_banned'],
  }),

  ban: route({
    method: 'POST',
    path: '/api/admin/users/:id/ban',
    access: 'staff',
    summary: 'Ban with a reason; ends all sessions',
    ...id,
    body: z.object({ reason: line(500) }),
    reply: actionReply,
    errors: otherUserErrors,
  }),

  unban: route({
    method: 'POST',
    path: '/api/admin/users/:id/unban',
    access: 'staff',
    summary: 'Lift the ban of a user',
    ...id,
    reply: actionReply,
    errors: ['account.not_found'],
  }),

  history: route({
    method: 'GET',
    path: '/api/admin/users/:id/history',
    access: 'staff',
    summary: 'What a user did and what was done to him, newest first',
    ...id,
    reply: z.object({ ...success, history: z.array(auditEntry), data: z.array(auditEntry) }),
    errors: ['account.not_found'],
  }),

  resetTwoFactor: route({
    method: 'DELETE',
    path: '/api/admin/users/:id/two-factor',
    access: 'staff',
    stepUp: true,
    summary: 'Take away the second factor of somebody who lost it; ends all sessions',
    ...id,
    reply: actionReply,
    errors: [...otherUserErrors, 'two_factor.not_enabled'],
  }),
}
