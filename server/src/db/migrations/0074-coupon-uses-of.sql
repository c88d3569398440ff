-- outside a transaction
-- Which coupons one customer used (P338).
create index concurrently coupon_uses_user on coupon_uses (user_id, created_at);
