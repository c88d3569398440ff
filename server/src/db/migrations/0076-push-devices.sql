-- Devices of staff that asked to be told of sales and work (P372): the push service's address and the device's
-- secrets are sealed, the index finds an address again.
create table push_devices (
  id uuid primary key,
  endpoint_index bytea not null,
  sealed bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  session_id uuid not null references sessions (id) on delete cascade,
  created_at timestamp with time zone not null
);
create unique index push_devices_endpoint on push_devices (endpoint_index);
create index push_devices_user on push_devices (user_id);
create index push_devices_session on push_devices (session_id);

-- The shop's own key pair towards push services, made once (P371).
create table push_keys (
  id integer primary key check (id = 1),
  public_key text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null
);
