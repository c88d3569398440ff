-- Whom mails do not reach (F21): an address whose server refuses it for good, and by what a mail that comes back is
-- known as ours.
alter table mails_sent add column to_index bytea;
create table mail_refusals (
  email text primary key,
  reply text not null,
  source text not null check (source in ('refused', 'returned')),
  refused_at timestamptz not null
);
create index mail_refusals_time on mail_refusals (refused_at);
