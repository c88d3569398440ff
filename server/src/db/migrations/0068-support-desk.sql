-- Who of the staff has a ticket, how long its customer waits, and how quickly he was first answered (P330).
alter table tickets
  add column assignee_id uuid,
  add column first_customer_at timestamp with time zone,
  add column customer_at timestamp with time zone,
  add column response_seconds integer,
  add column waiting_since timestamp with time zone,
  add column customer_position bigint not null default 0,
  add column staff_seen bigint not null default 0;
create index tickets_last_word on tickets (status, (coalesce(last_at, created_at)), id);
create index tickets_assignee on tickets (assignee_id) where assignee_id is not null;
create index tickets_responses on tickets (first_response_at) where response_seconds is not null;

update tickets t set
  first_customer_at = coalesce(said.first_at, case when t.chat is not null then t.created_at end),
  customer_at = said.last_at,
  customer_position = coalesce(said.last_position, 0),
  staff_seen = case when t.last_from = 'staff' or t.status = 'closed' then coalesce(said.last_position, 0) else 0 end
  from tickets same
  left join (select ticket_id, min(created_at) as first_at, max(created_at) as last_at, max(position) as last_position
    from ticket_messages where role = 'user' group by ticket_id) said on said.ticket_id = same.id
  where same.id = t.id;
update tickets set response_seconds = extract(epoch from first_response_at - first_customer_at)::integer
  where first_response_at >= first_customer_at;
update tickets t set waiting_since = coalesce((select min(m.created_at) from ticket_messages m
    where m.ticket_id = t.id and m.role = 'user' and m.created_at > coalesce((select max(s.created_at)
      from ticket_messages s where s.ticket_id = t.id and s.role = 'staff'), '-infinity')), t.created_at)
  where t.status = 'open' and t.last_from is distinct from 'staff';

-- What staff note for each other (P331): a table of its own, so that nothing that is said to a customer reads it.
create table ticket_notes (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  author_id uuid,
  author text not null,
  text text not null,
  client_id uuid not null,
  created_at timestamp with time zone not null
);
create unique index ticket_notes_client on ticket_notes (ticket_id, client_id);
create index ticket_notes_ticket on ticket_notes (ticket_id, created_at, id);
create index ticket_notes_author on ticket_notes (author_id) where author_id is not null;

-- Answers that staff keep ready, in both languages (P333).
create table saved_replies (
  id uuid primary key,
  title text not null,
  texts jsonb not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null
);
create unique index saved_replies_title on saved_replies (lower(title));
