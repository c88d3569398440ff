/** A figure of the shop as a whole: a gauge, and what counts it, a row for each set of labels. */
export type ShopFigure = {
  name: string
  help: string
  labels: readonly string[]
  /** Answers n and the labels. Each goes by an index or is cut off, however large the shop is. */
  statement: string
}

/** So many jobs are looked at; a queue that is longer is told as this long. */
const mostJobs = 100_000

/** So many variants that run low are told by name; how many there are is told beside. */
const mostLow = 20

const jobs = `(select j.task_id, j.run_at, j.created_at, j.locked_at, j.attempts, j.max_attempts, j.priority
  from graphile_worker._private_jobs j limit ${mostJobs}) j
  join graphile_worker._private_tasks t on t.id = j.task_id`

const jobState = `case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'dead'
  when j.attempts > 0 then 'retrying' else 'waiting' end`

const isMail = `(t.identifier like 'mail.%' or t.identifier = 'order.receipt')`
const isDue = `j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()`

const olderThan = (column: string) =>
  `coalesce(extract(epoch from now() - min(${column})), 0)::float8`

export const shopFigures: readonly ShopFigure[] = [
  {
    name: 'chaveiro_payments_pending',
    help: 'Payments that can still be paid',
    labels: [],
    statement: `select count(*)::int as n from payments where status = 'pending'`,
  },
  {
    name: 'chaveiro_payments_attention',
    help: 'Payments staff should look at',
    labels: [],
    statement: 'select count(*)::int as n from payments where on_desk',
  },
  {
    name: 'chaveiro_payments_attention_cents',
    help: 'What those payments are about, in cents of each currency',
    labels: ['currency'],
    statement: `select c.currency, coalesce(sum(p.amount_cents), 0)::float8 as n
      from (values ('BRL'), ('USD')) c (currency)
      left join (select currency, amount_cents from payments where on_desk) p on p.currency = c.currency
      group by c.currency`,
  },
  {
    name: 'chaveiro_payments_attention_oldest_seconds',
    help: 'How long the one of them that was touched least lately waits',
    labels: [],
    statement: `select ${olderThan('updated_at')} as n from payments where on_desk`,
  },
  {
    name: 'chaveiro_payments_overdue',
    help: 'Payments that should have been asked after more than ten minutes ago',
    labels: [],
    statement: `select count(*)::int as n from payments
      where next_check_at is not null and next_check_at < now() - interval '10 minutes'`,
  },
  {
    name: 'chaveiro_units_waiting',
    help: 'Paid units without a key',
    labels: [],
    statement: `select count(*)::int as n from order_units where status = 'pending'`,
  },
  {
    name: 'chaveiro_units_waiting_oldest_seconds',
    help: 'How long the oldest of them waits',
    labels: [],
    statement: `select ${olderThan('created_at')} as n from order_units where status = 'pending'`,
  },
  {
    name: 'chaveiro_jobs',
    help: 'Jobs in the queue by kind and state (waiting, retrying, running, dead)',
    labels: ['job', 'state'],
    statement: `select t.identifier as job, ${jobState} as state, count(*)::int as n from ${jobs} group by 1, 2`,
  },
  {
    name: 'chaveiro_jobs_due_oldest_seconds',
    help: 'How long the one of the jobs that somebody waits for waits to be taken that is due longest',
    labels: [],
    // Mails and what else has time (patient, priority 10) is held up by design while people buy.
    statement: `select ${olderThan('j.run_at')} as n from ${jobs} where ${isDue} and j.priority = 0`,
  },
  {
    name: 'chaveiro_jobs_dead',
    help: 'Jobs that failed so often that nobody tries them again',
    labels: [],
    statement: `select count(*)::int as n from ${jobs} where j.locked_at is null and j.attempts >= j.max_attempts`,
  },
  {
    name: 'chaveiro_mails_waiting',
    help: 'Mails in the queue that are due or wait for their next try',
    labels: [],
    statement: `select count(*)::int as n from ${jobs} where ${isMail} and j.locked_at is null
      and j.attempts < j.max_attempts and (j.attempts > 0 or j.run_at <= now())`,
  },
  {
    name: 'chaveiro_mails_waiting_oldest_seconds',
    help: 'How long the oldest mail waits that is due or was tried in vain',
    labels: [],
    statement: `select coalesce(extract(epoch from
        now() - min(case when j.attempts > 0 then j.created_at else j.run_at end)), 0)::float8 as n
      from ${jobs} where ${isMail} and j.attempts < j.max_attempts and (j.attempts > 0 or j.run_at <= now())`,
  },
  {
    name: 'chaveiro_orders_last_hour',
    help: 'Orders that were made in the last hour, by state and where they were made',
    labels: ['status', 'origin'],
    statement: `select s.status, o.origin, count(f.id)::int as n
      from (values ('pending'), ('completed'), ('cancelled'), ('refunded')) s (status)
      cross join (values ('site'), ('discord'), ('manual')) o (origin)
      left join (select id, status, origin from orders where created_at > now() - interval '1 hour') f
        on f.status = s.status and f.origin = o.origin
      group by 1, 2`,
  },
  {
    name: 'chaveiro_variants_low',
    help: 'Variants whose unsold keys fell to their threshold',
    labels: [],
    statement: 'select count(*)::int as n from stock_watches where low_since is not null',
  },
  {
    name: 'chaveiro_keys_left',
    help: `Unsold keys of the variants that run low, at most ${mostLow} of them`,
    labels: ['product', 'variant'],
    statement: `select p.name as product, v.name as variant, k.n from (select variant_id, threshold
        from stock_watches where low_since is not null order by low_since desc, variant_id limit ${mostLow}) w
      join product_variants v on v.id = w.variant_id join products p on p.id = v.product_id
      cross join lateral (select count(*)::int as n from (select 1 from stock_keys s
        where s.variant_id = w.variant_id and s.status in ('available', 'reserved')
        limit w.threshold + 1) few) k`,
  },
  {
    name: 'chaveiro_service_up',
    help: 'How each part of the shop was seen last: 1 up, 0.5 slow, 0 down; a paused one is left out',
    labels: ['part'],
    statement: `select part, case state when 'up' then 1 when 'degraded' then 0.5 else 0 end::float8 as n
      from status_parts where state <> 'paused' and measured_at > now() - interval '1 hour'`,
  },
  {
    name: 'chaveiro_backup_last_timestamp_seconds',
    help: 'The moment of the last backup that chaveiro backup made; left out where there was none',
    labels: [],
    statement: `select extract(epoch from at)::float8 as n from operation_marks where name = 'backup'`,
  },
  {
    name: 'chaveiro_archive_failing',
    help: 'Whether the last try to archive WAL failed; left out where PostgreSQL archives none',
    labels: [],
    statement: `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)::int as n
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
  },
]
