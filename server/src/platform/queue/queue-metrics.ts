import { oldestSeconds, type ShopMetric } from '../observe/metrics/shop-metric.ts'

/** At most this many jobs are counted; a longer queue is reported with this length. */
const countedJobs = 100_000

const countedJobsSql = `(select j.task_id, j.run_at, j.created_at, j.locked_at, j.attempts, j.max_attempts, j.priority
  from graphile_worker._private_jobs j limit ${countedJobs}) j
  join graphile_worker._private_tasks t on t.id = j.task_id`

const jobStateSql = `case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'dead'
  when j.attempts > 0 then 'retrying' else 'waiting' end`

const mailCondition = `(t.identifier like 'mail.%' or t.identifier = 'order.receipt')`
const dueCondition = `j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()`

export const queueMetrics: readonly ShopMetric[] = [
  {
    name: 'chaveiro_jobs',
    help: 'Jobs in the queue by kind and state (waiting, retrying, running, dead)',
    labels: ['job', 'state'],
    statement: `select t.identifier as job, ${jobStateSql} as state, count(*)::int as n
      from ${countedJobsSql} group by 1, 2`,
  },
  {
    name: 'chaveiro_jobs_due_oldest_seconds',
    help: 'How long the longest due job that a person waits for has waited',
    labels: [],
    // Patient jobs such as mails (priority 10) are left out, because they wait on purpose while
    // people buy.
    statement: `select ${oldestSeconds('j.run_at')} as n
      from ${countedJobsSql} where ${dueCondition} and j.priority = 0`,
  },
  {
    name: 'chaveiro_jobs_dead',
    help: 'Jobs that failed too often and are not tried again',
    labels: [],
    statement: `select count(*)::int as n from ${countedJobsSql}
      where j.locked_at is null and j.attempts >= j.max_attempts`,
  },
  {
    name: 'chaveiro_mails_waiting',
    help: 'Mails in the queue that are due or wait for their next try',
    labels: [],
    statement: `select count(*)::int as n from ${countedJobsSql} where ${mailCondition} and j.locked_at is null
      and j.attempts < j.max_attempts and (j.attempts > 0 or j.run_at <= now())`,
  },
  {
    name: 'chaveiro_mails_waiting_oldest_seconds',
    help: 'How long the oldest mail that is due or failed before has waited',
    labels: [],
    statement: `select coalesce(extract(epoch from
        now() - min(case when j.attempts > 0 then j.created_at else j.run_at end)), 0)::float8 as n
      from ${countedJobsSql} where ${mailCondition} and j.attempts < j.max_attempts
      and (j.attempts > 0 or j.run_at <= now())`,
  },
]
