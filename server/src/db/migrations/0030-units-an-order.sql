-- How many units of a product one order may hold (Q116); a constant default, so no row is written.
alter table products add column max_per_order integer not null default 10 check (max_per_order between 1 and 99);
