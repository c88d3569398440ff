import { z } from 'zod'

import { route } from '../route.ts'
import { entityId, instant, pageQuery, success } from '../shared.ts'
import { jobStates } from '../states.ts'
import { oneOf } from './list-query.ts'

const jobShape = z.object({
  ...entityId,
  name: z.string(),
  state: z.enum(jobStates),
  attempts: z.int(),
  maxAttempts: z.int(),
  error: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  runAt: instant,
  /** The ids among the job's arguments; other arguments may be private. */
  about: z.record(z.string(), z.string()),
})

const id = { id: z.string().regex(/^\d{1,18}$/) }
const jobCounts = z.object({ waiting: z.int(), retrying: z.int(), running: z.int(), dead: z.int() })

/** Back-office calls of the job queue: the shop's background work after a change. */
export const jobs = {
  list: route({
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'staff',
    summary:
      'Jobs of the queue: those that gave up first, then those that failed before, ' +
      'then by their turn; counts are of the whole queue',
    query: z.object({ ...pageQuery, limit: pageQuery.limit.default(20), state: oneOf(jobStates) }),
    reply: z.object({ ...success, jobs: z.array(jobShape), total: z.int(), counts: jobCounts }),
  }),

  retry: route({
    method: 'POST',
    path: '/api/admin/jobs/:id/retry',
    access: 'staff',
    params: z.object(id),
    summary: 'Run a job now, with all its attempts before it again',
    reply: z.object(success),
    errors: ['job.not_found', 'job.running'],
  }),

  discard: route({
    method: 'DELETE',
    path: '/api/admin/jobs/:id',
    access: 'staff',
    params: z.object(id),
    summary: 'Take a job off the queue for good',
    reply: z.object(success),
    errors: ['job.not_found', 'job.running'],
  }),
}
