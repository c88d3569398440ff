-- The pages that staff write, in both languages (P383).
create table site_pages (
  id uuid primary key,
  slug text not null unique,
  texts jsonb not null,
  trees jsonb not null,
  is_published boolean not null default false,
  in_footer boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
