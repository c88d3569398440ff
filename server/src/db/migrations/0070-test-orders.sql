-- outside a transaction
-- Whether an order was paid with money that is none: the books of a production shop leave it out (P423).
alter table orders add column if not exists test_mode boolean not null default false;
update orders set test_mode = true from payments
  where payments.order_id = orders.id and payments.test_mode and payments.status in ('completed', 'refunded')
    and orders.status in ('completed', 'refunded') and not orders.test_mode;
create index concurrently if not exists orders_test on orders (id) where test_mode;
