import type { jobs } from '@chaveiro/contracts/admin/jobs'

import type { Handlers } from '../../platform/http/mount.ts'
import { actorOf } from '../audit/audit.service.ts'
import {
  countJobs,
  discardJob,
  idsInPayload,
  jobsMatching,
  retryJob,
  type Job,
} from './job-queue.service.ts'

/** Back-office calls of the job queue. */
export const jobsAdmin: Handlers<typeof jobs> = {
  async list(app, { query }) {
    const [rows, counts] = await Promise.all([
      jobsMatching(app, query.state, query),
      countJobs(app),
    ])

    const totalCount = query.state
      ? counts[query.state]
      : Object.values(counts).reduce((sum, n) => sum + n, 0)

    return { success: true as const, jobs: rows.map(jobView), total: totalCount, counts }
  },

  async retry(app, { params, principal, caller }) {
    await retryJob(app, params.id, actorOf({ principal, caller }))
    return { success: true as const }
  },
  async discard(app, { params, principal, caller }) {
    await discardJob(app, params.id, actorOf({ principal, caller }))
    return { success: true as const }
  },
}

const jobView = ({ payload, createdAt, updatedAt, runAt, ...job }: Job) => ({
  ...job,
  _id: job.id,
  about: idsInPayload(payload),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  runAt: runAt.toISOString(),
})
