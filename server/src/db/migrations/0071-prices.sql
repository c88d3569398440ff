-- What each variant cost since when, and who made it so (P362).
create table price_changes (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  variant_id uuid not null references product_variants (id) on delete cascade,
  currency text not null check (currency in ('BRL', 'USD')),
  from_cents bigint check (from_cents >= 0),
  to_cents bigint not null check (to_cents >= 0),
  cause text not null check (cause in ('made', 'hand', 'currency', 'plan_start', 'plan_end')),
  actor_id uuid,
  created_at timestamp with time zone not null
);
create index price_changes_product on price_changes (product_id, created_at, id);
create index price_changes_variant on price_changes (variant_id);

-- Prices that count from a moment on, or between two (P364).
create table price_plans (
  id uuid primary key,
  product_id uuid not null references products (id) on delete cascade,
  variant_id uuid not null references product_variants (id) on delete cascade,
  price_cents bigint not null check (price_cents >= 0),
  compare_at_cents bigint,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'cancelled', 'overruled', 'missed')),
  before_cents bigint,
  before_compare_cents bigint,
  actor_id uuid,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint price_plans_compare check (compare_at_cents is null or compare_at_cents > price_cents),
  constraint price_plans_order check (ends_at is null or ends_at > starts_at),
  constraint price_plans_running check (state <> 'running' or (ends_at is not null and before_cents is not null))
);
create index price_plans_product on price_plans (product_id, starts_at, id);
create index price_plans_variant on price_plans (variant_id);
-- What is to happen yet: a handful, looked for every few seconds and by every checkout.
create index price_plans_open on price_plans (variant_id, starts_at, ends_at) where state in ('waiting', 'running');
