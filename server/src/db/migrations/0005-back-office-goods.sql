-- Back office of licences, stock and coupons: what staff hid or handled by hand, and indexes that keep their lists and searches flat.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
ALTER TABLE "licences" ADD COLUMN "hidden_at" timestamp with time zone;
ALTER TABLE "stock_keys" ADD COLUMN "handled_by" uuid;
CREATE INDEX "licences_listed" ON "licences" USING btree ("created_at","id") WHERE hidden_at is null;
CREATE INDEX "licences_last4" ON "licences" USING btree ("last4");
CREATE INDEX "licences_search" ON "licences" USING gin (lower("customer_name" collate "pt-BR-x-icu") gin_trgm_ops,lower("customer_email" collate "pt-BR-x-icu") gin_trgm_ops,lower("product_name" collate "pt-BR-x-icu") gin_trgm_ops);
CREATE INDEX "stock_keys_created" ON "stock_keys" USING btree ("created_at","id");
CREATE INDEX "stock_keys_status" ON "stock_keys" USING btree ("status","created_at","id");
CREATE INDEX "stock_keys_product_created" ON "stock_keys" USING btree ("product_id","created_at","id");
CREATE INDEX "stock_keys_last4" ON "stock_keys" USING btree ("last4");
CREATE INDEX "stock_keys_used_by" ON "stock_keys" USING gin (lower("used_by_email" collate "pt-BR-x-icu") gin_trgm_ops);
CREATE INDEX "coupons_created" ON "coupons" USING btree ("created_at","id");
