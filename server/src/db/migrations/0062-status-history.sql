-- What was seen of each part of the shop (P190): a row a part and day in the shop's time zone, in minutes.
create table status_days (
  part text not null,
  day date not null,
  up smallint not null default 0,
  degraded smallint not null default 0,
  down smallint not null default 0,
  paused smallint not null default 0,
  primary key (part, day)
);
create index status_days_day on status_days (day);

-- How each part stands now.
create table status_parts (
  part text primary key,
  state text not null check (state in ('up', 'degraded', 'down', 'paused')),
  measured_at timestamptz not null
);

-- A spell of trouble; it goes on while its end is the minute that was measured last.
create table status_incidents (
  id uuid primary key,
  part text not null,
  worst text not null check (worst in ('degraded', 'down')),
  detail text,
  started_at timestamptz not null,
  ended_at timestamptz not null
);
create index status_incidents_part on status_incidents (part, ended_at);
create index status_incidents_ended on status_incidents (ended_at);

-- One row: which minute somebody is measuring, and up to which all is counted.
create table status_clock (
  id integer primary key default 1 check (id = 1),
  claimed_at timestamptz not null,
  measured_at timestamptz
);
