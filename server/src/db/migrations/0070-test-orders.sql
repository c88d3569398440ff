-- Whether an order was paid with money that is none: the books of a production shop leave it out (P423).
alter table orders add column test_mode boolean not null default false;
update orders set test_mode = true from payments
  where payments.order_id = orders.id and payments.test_mode and payments.status in ('completed', 'refunded')
    and orders.status in ('completed', 'refunded');
create index orders_test on orders (id) where test_mode;
