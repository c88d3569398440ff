-- The views that each of the staff keeps of the back office's tables (P406).
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users (id),
  section text not null,
  name text not null,
  filters jsonb not null,
  hidden jsonb not null,
  created_at timestamp with time zone not null
);
create unique index saved_views_name on saved_views (user_id, section, lower(name));
