-- When the channel of a ticket was last looked at for what was said there (P412).
alter table tickets add column chat_read_at timestamp with time zone;
create index tickets_chat_read on tickets (chat_read_at nulls first) where status = 'open' and chat = 'open';
