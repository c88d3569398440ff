-- outside a transaction
-- What staff dealt with: also a dispute that ended well, of which nothing is odd any more.
create index concurrently payments_dealt_with on payments (updated_at, id)
  where (attention is not null or dispute is not null) and not on_desk;
drop index concurrently if exists payments_off_desk;
