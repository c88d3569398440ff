-- Searches of the back office set case aside for every letter of the language, not for plain ASCII alone.
DROP INDEX "payments_search";
DROP INDEX "orders_search";
DROP INDEX "tickets_search";
CREATE INDEX "payments_search" ON "payments" USING gin (lower((id || ' ' || coalesce(provider_reference, '') || ' ' || customer_name || ' ' || customer_email || ' ' || product_name) COLLATE "pt-BR-x-icu") gin_trgm_ops);
CREATE INDEX "orders_search" ON "orders" USING gin (lower((number || ' ' || customer_name || ' ' || customer_email) COLLATE "pt-BR-x-icu") gin_trgm_ops);
CREATE INDEX "tickets_search" ON "tickets" USING gin (lower((ticket_id || ' ' || user_name || ' ' || user_discord_id) COLLATE "pt-BR-x-icu") gin_trgm_ops);
