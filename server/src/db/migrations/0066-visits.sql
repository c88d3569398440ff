-- How many visits a day came from where and how far they went: sums, nothing of any person (P400).
create table visit_days (
  day date not null,
  step text not null check (step in ('visit', 'cart', 'checkout')),
  source text not null,
  visits bigint not null,
  primary key (day, step, source)
);
-- Where the visit of an order came from; null for what was bought in the chat or before (P401).
alter table orders add column source text;
