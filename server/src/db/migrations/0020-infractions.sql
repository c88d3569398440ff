-- Reports of fraud about PIX payments (MED), with the shop's defence.
create table infractions (
  id text primary key,
  payment_id text not null references payments (id),
  receipt_id text not null,
  status text not null,
  contested_cents bigint not null check (contested_cents >= 0),
  reason text,
  opened_at timestamptz not null,
  due_at timestamptz,
  defence text,
  defended_by text,
  defence_state text check (defence_state in ('pending', 'sent', 'failed')),
  defence_failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index infractions_payment on infractions (payment_id);
