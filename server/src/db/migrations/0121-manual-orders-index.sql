-- outside a transaction
-- Orders made by staff are few and are listed by themselves.
create unique index concurrently if not exists orders_request_key on orders (request_key) where request_key is not null;
create index concurrently if not exists orders_manual on orders (created_at, id) where origin = 'manual';
