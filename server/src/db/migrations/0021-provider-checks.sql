-- What the shop asks its providers for by the clock, when it is asked next, and what was found last.
create table provider_checks (
  name text primary key,
  next_at timestamptz not null,
  checked_at timestamptz,
  found text,
  detail text
);
