-- Who wants to take back a purchase within seven days of paying it (CDC, art. 49): once an order. It is settled by sending the money
-- back, which the order's own status tells, or by staff declining it with a reason.
create table order_withdrawals (
  order_id uuid primary key references orders (id),
  user_id uuid not null references users (id),
  reason text check (length(reason) <= 500),
  created_at timestamp with time zone not null,
  declined_at timestamp with time zone,
  declined_by uuid,
  answer text check (length(answer) <= 500),
  check ((declined_at is null) = (answer is null))
);
create index order_withdrawals_user on order_withdrawals (user_id);
