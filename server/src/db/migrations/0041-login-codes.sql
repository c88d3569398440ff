-- Login codes sent by mail (decision Q117): by the hash of the secret that the asking browser holds, the code by its keyed hash.
-- A row without a user stands for a mail that nobody has, so that guessing answers the same.
create table login_codes (
  hash bytea primary key,
  user_id uuid references users (id),
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index login_codes_user on login_codes (user_id);
create index login_codes_expires on login_codes (expires_at);
