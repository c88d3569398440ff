-- Tries of a second factor, counted where they are taken.
alter table two_factors add column tries integer not null default 0, add column tries_since timestamptz;
