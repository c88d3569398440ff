-- What tells at the start that a key of the vault is the one this database was sealed with: a known word sealed with each.
-- The row 0 is for STORE_SECRET, of which the blind indexes are made.
create table vault_canaries (
  key_id integer primary key,
  sealed bytea not null,
  created_at timestamptz not null default now()
);
