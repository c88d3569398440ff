-- A mail to the support is kept whole (Q129): what it quotes beside its words, the names of what the shop does not
-- take, and the mail as it came, sealed, as long as its message.
alter table ticket_messages add column history text not null default '';
alter table ticket_messages add column left_out jsonb not null default '[]';
alter table ticket_messages add column mail_size integer;
create table ticket_mails (
  message_id uuid primary key references ticket_messages (id) on delete cascade,
  sealed bytea not null
);
