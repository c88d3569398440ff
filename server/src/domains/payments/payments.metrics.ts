import { oldestSeconds, type ShopMetric } from '../../platform/observe/metrics/shop-metric.ts'

export const paymentMetrics: readonly ShopMetric[] = [
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
    statement: `select ${oldestSeconds('updated_at')} as n from payments where on_desk`,
  },
  {
    name: 'chaveiro_payments_overdue',
    help: 'Payments that should have been asked after more than ten minutes ago',
    labels: [],
    statement: `select count(*)::int as n from payments
      where next_check_at is not null and next_check_at < now() - interval '10 minutes'`,
  },
]
