-- outside a transaction
-- Indexes that another one serves as well (decision 0011): every order pays for them, no question needs them.
-- payments_desk and payments_dealt_with hold the same rows in the order in which they are asked for.
drop index concurrently if exists payments_attention;
-- order_lines_sold finds the lines of an order; the few of one order are sorted as they come.
drop index concurrently if exists order_lines_order;
-- licences_listed has the licences by time, licences_user those of a person.
drop index concurrently if exists licences_created;
-- licences_expires has the same rows but for those that were told, which are three days of them.
drop index concurrently if exists licences_expiry_untold;
-- What was written lately waits in a list until it is put into a search index. Of 4 MB, PostgreSQL's default, each
-- index kept as much room for good, and whoever filled it waited for all of it to be put away.
alter index payments_search set (gin_pending_list_limit = 64);
alter index orders_search set (gin_pending_list_limit = 64);
alter index licences_search set (gin_pending_list_limit = 64);
alter index licences_blocks set (gin_pending_list_limit = 64);
alter index stock_keys_used_by set (gin_pending_list_limit = 64);
alter index stock_keys_blocks set (gin_pending_list_limit = 64);
alter index users_search set (gin_pending_list_limit = 64);
alter index tickets_search set (gin_pending_list_limit = 64);
alter index products_search set (gin_pending_list_limit = 64);
