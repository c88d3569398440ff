-- What staff say about a part of the shop on its status page, in both languages (P281).
create table status_announcements (
  id uuid primary key,
  part text not null,
  kind text not null check (kind in ('incident', 'maintenance')),
  texts jsonb not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ended_at >= started_at)
);
create index status_announcements_started on status_announcements (started_at);
