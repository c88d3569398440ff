-- Second factor of staff: the secret sealed, the last code's time step kept so that no code counts twice; recovery codes by hash.
create table two_factors (
  user_id uuid primary key references users (id),
  secret_cipher bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create table recovery_codes (
  user_id uuid not null references users (id),
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
-- Logins that wait for their code: by hash, for minutes, once.
create table login_challenges (
  hash bytea primary key,
  user_id uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_challenges_expires on login_challenges (expires_at);
