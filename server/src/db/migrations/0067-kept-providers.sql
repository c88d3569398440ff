-- Credentials of providers that staff entered, sealed by the vault; the environment wins (P350).
create table kept_providers (
  name text primary key,
  sealed bytea not null,
  updated_at timestamptz not null
);
-- Whether no real money moved: by a sandbox, or by a provider's own test credentials (P358).
alter table payments add column test_mode boolean not null default false;
