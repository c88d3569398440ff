import { z } from 'zod'

import { route } from '../route.ts'
import { entityId, instant, listTotals, pageQuery, search, success, uuid } from '../shared.ts'
import { roleProblems, roleStates, roleWarnings } from '../states.ts'
import { oneOf } from './list-query.ts'

/**
 * A chat role that a person's licences give or gave: whether they should have it, its actual state,
 * and the problem if the two differ.
 */
export const chatRole = z.object({
  ...entityId,

  user: z.object({
    ...entityId,
    name: z.string(),
    email: z.string(),
    discordId: z.string().nullable(),
  }),

  discordId: z.string(),
  roleId: z.string(),
  wanted: z.boolean(),
  state: z.enum(roleStates),
  problem: z.enum(roleProblems).nullable(),
  detail: z.string().nullable(),
  tries: z.int(),
  nextAt: instant.nullable(),
  updatedAt: instant,
  /** Products whose active licences give the role. */
  products: z.array(z.string()),
})

const roleCounts = z.object({
  waiting: z.int(),
  given: z.int(),
  taken: z.int(),
  absent: z.int(),
  failed: z.int(),
})

/** Back-office calls of roles in the chat server (Q47). */
export const roles = {
  list: route({
    method: 'GET',
    path: '/api/admin/chat-roles',
    access: 'staff',
    summary:
      'Roles that licences give in the chat server, the last changed first; search ' +
      'finds name, email and chat account; counts are of all',

    query: z.object({
      ...pageQuery,
      limit: pageQuery.limit.default(20),
      search,
      state: oneOf(roleStates),
      userId: uuid.optional(),
    }),

    reply: z.object({
      ...success,
      roles: z.array(chatRole),
      counts: roleCounts,
      configured: z.boolean(),
      ...listTotals,
    }),
  }),

  guild: route({
    method: 'GET',
    path: '/api/admin/chat-roles/guild',
    access: 'staff',
    summary:
      "The chat server's roles as it tells them now, each with why the bot could not " +
      'give it; problem says why there are none',
    reply: z.object({
      ...success,
      problem: z.enum(['unconfigured', 'unreachable']).nullable(),
      name: z.string().nullable(),
      roles: z.array(
        z.object({ id: z.string(), name: z.string(), warning: z.enum(roleWarnings).nullable() }),
      ),
    }),
  }),

  retry: route({
    method: 'POST',
    path: '/api/admin/chat-roles/:id/retry',
    access: 'staff',
    summary: 'Give or take a role now instead of at its next turn',
    params: z.object({ id: uuid }),
    reply: z.object(success),
    errors: ['role.not_found', 'chat.unconfigured'],
  }),
}
