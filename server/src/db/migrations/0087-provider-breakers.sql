-- Whether the calls to each provider are let through (P560): a row a provider that ever failed, shared by all
-- processes and written by the database's own time.
create table provider_breakers (
  provider text primary key,
  state text not null check (state in ('closed', 'open', 'half-open')),
  reason text,
  failed_probes integer not null default 0,
  opened_at timestamptz not null,
  next_probe_at timestamptz not null
);
