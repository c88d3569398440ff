-- When something that is done from outside was done last, such as a backup (P522).
create table operation_marks (
  name text primary key,
  at timestamp with time zone not null
);
-- What is wrong with the shop now: told once, and again when it is well (P530).
create table shop_alerts (
  name text primary key,
  seen_at timestamp with time zone not null,
  told_at timestamp with time zone,
  well_at timestamp with time zone,
  detail text
);
