-- Keys that a provider mints for us: chosen and kept here before the provider is asked, so that asking again makes no second one.
create table licence_grants (
  id uuid primary key,
  unit_id uuid not null references order_units (id),
  order_id uuid not null references orders (id),
  seller_type text not null,
  level integer not null,
  days integer not null,
  key_cipher bytea not null,
  key_index bytea not null,
  state text not null default 'asked',
  standing text,
  tries integer not null default 0,
  problem text,
  busy_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index licence_grants_key on licence_grants (key_index);
create unique index licence_grants_asked on licence_grants (unit_id) where state = 'asked';
create index licence_grants_unit on licence_grants (unit_id);
create index licence_grants_order on licence_grants (order_id);
create index licence_grants_due on licence_grants (updated_at) where state = 'asked' or problem is not null;
create index order_units_pending on order_units (created_at, id) where status = 'pending';

-- Keys that were taken from a licence and another one given: never sold again. An open one waits for its provider.
create table key_replacements (
  id uuid primary key,
  licence_id uuid not null references licences (id),
  unit_id uuid not null,
  order_id uuid not null,
  reason text not null,
  old_cipher bytea not null,
  old_index bytea not null,
  old_last4 text not null,
  old_stock_key_id uuid,
  actor_id uuid,
  actor_name text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index key_replacements_licence on key_replacements (licence_id, created_at);
create index key_replacements_order on key_replacements (order_id);
create index key_replacements_old on key_replacements (old_index);
create unique index key_replacements_open on key_replacements (licence_id) where done_at is null;

-- When a customer first had a key on screen, from which address.
create table licence_views (
  licence_id uuid not null references licences (id),
  ip text not null,
  user_agent text,
  created_at timestamptz not null,
  primary key (licence_id, ip)
);
-- Taken out of use for a dispute: what a won one gives back.
alter table licences add column suspended_at timestamptz;
alter table orders add column suspended_at timestamptz;

-- Stock watch: from how many free keys staff hear of it, since when it is so low; and who wants to know when keys are back.
create table stock_watches (
  product_id uuid primary key references products (id),
  threshold integer not null,
  low_since timestamptz
);
create table stock_waits (
  product_id uuid not null references products (id),
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (product_id, user_id)
);
create index stock_waits_user on stock_waits (user_id);
create index order_units_sold on order_units (created_at) include (product_id, status);
