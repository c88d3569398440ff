-- Each dispute of a payment by itself: a payment can have several, over parts of its money, with deadlines and ends of their own.
-- payments.dispute stays as the summary of them.
create table disputes (
  payment_id text not null references payments (id),
  dispute_id text not null,
  receipt_id text,
  state text not null,
  contested_cents bigint not null,
  taken_cents bigint not null,
  due_at timestamptz,
  read_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (payment_id, dispute_id)
);
