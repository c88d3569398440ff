-- A ticket is opened in the shop too (P160): what it is about, who spoke last, what its customer has seen.
alter table tickets
  add column source text not null default 'discord' check (source in ('shop', 'discord')),
  add column order_id uuid references orders (id),
  add column client_id uuid,
  add column last_from text check (last_from in ('customer', 'staff')),
  add column last_at timestamp with time zone,
  add column staff_position bigint not null default 0,
  add column customer_seen bigint not null default 0,
  add column mailed_position bigint not null default 0;
create index tickets_user on tickets (user_id, updated_at, id);
create index tickets_chat_person on tickets (user_discord_id);
create index tickets_order on tickets (order_id) where order_id is not null;
create unique index tickets_client on tickets (user_id, client_id) where client_id is not null;

alter table ticket_messages
  add column channel text not null default 'discord' check (channel in ('shop', 'mail', 'discord')),
  add column sender_id uuid,
  add column client_id uuid,
  add column chat_message_ids jsonb not null default '[]';
create unique index ticket_messages_client on ticket_messages (ticket_id, client_id) where client_id is not null;
create index ticket_messages_sender on ticket_messages (sender_id, created_at) where sender_id is not null;

update tickets t set last_from = case m.role when 'staff' then 'staff' else 'customer' end, last_at = m.created_at
  from (select distinct on (ticket_id) ticket_id, role, created_at from ticket_messages
    where role <> 'bot' order by ticket_id, created_at desc, position desc) m
  where m.ticket_id = t.id;

-- A file sent up in the shop waits without a ticket until its owner says something with it.
alter table ticket_files
  alter column ticket_id drop not null,
  add column owner_id uuid,
  add column message_id uuid references ticket_messages (id) on delete cascade,
  add column type text,
  add column size integer,
  add check (ticket_id is not null or owner_id is not null);
create index ticket_files_message on ticket_files (message_id);
create index ticket_files_waiting on ticket_files (owner_id, created_at) where ticket_id is null;
