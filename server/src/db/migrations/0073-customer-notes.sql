-- What staff note for each other about a customer (P342): a table of its own, so that nothing that he is given reads it.
create table customer_notes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  author_id uuid,
  author text not null,
  text text not null,
  client_id uuid not null,
  created_at timestamp with time zone not null
);
create unique index customer_notes_client on customer_notes (user_id, client_id);
create index customer_notes_user on customer_notes (user_id, created_at, id);
create index customer_notes_author on customer_notes (author_id) where author_id is not null;
