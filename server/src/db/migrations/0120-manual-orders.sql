-- An order made by staff (Q134) is made once for each dialog that was opened.
alter table orders add column request_key uuid;
