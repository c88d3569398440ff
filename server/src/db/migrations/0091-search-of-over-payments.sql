-- outside a transaction
-- A payment is written three times more until it is over, and each time a search index takes all of its parts again:
-- that was two thirds of what the shop wrote into PostgreSQL's log. Open payments are few and are read by
-- payments_one_pending; the index holds those that are over.
create index concurrently if not exists payments_search_over on payments using gin (lower((id || ' ' || coalesce(provider_reference, '') || ' ' || customer_name || ' ' || customer_email || ' ' || product_name) COLLATE "pt-BR-x-icu") gin_trgm_ops) with (gin_pending_list_limit = 64) where status <> 'pending';
drop index concurrently if exists payments_search;
