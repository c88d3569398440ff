-- outside a transaction
-- What a provider told of one payment (P343).
create index concurrently webhook_events_reference on webhook_events (reference, received_at);
