-- Tickets, and what the back office needs to read orders, payments and carts quickly.
CREATE SEQUENCE ticket_number START 1;
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" text DEFAULT 'TICKET-' || lpad(nextval('ticket_number')::text, 4, '0') NOT NULL,
	"user_name" text NOT NULL,
	"user_discord_id" text NOT NULL,
	"user_id" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"channel_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"first_response_at" timestamp with time zone,
	"closed_at" timestamp with time zone
);
CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL REFERENCES "tickets"("id") ON DELETE CASCADE,
	"position" bigserial NOT NULL,
	"author" text NOT NULL,
	"author_id" text,
	"role" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"embeds" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
CREATE UNIQUE INDEX "tickets_name" ON "tickets" ("ticket_id");
CREATE UNIQUE INDEX "tickets_channel" ON "tickets" ("channel_id") WHERE channel_id IS NOT NULL;
CREATE INDEX "tickets_created" ON "tickets" ("created_at", "id");
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" ("ticket_id", "created_at", "position");

ALTER TABLE "orders" ADD COLUMN "deleted_at" timestamp with time zone;
ALTER TABLE "receipts" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;
ALTER TABLE "stock_keys" ADD COLUMN "cost_cents" bigint;

-- Figures are read from the index alone: what a sum needs stands beside its time.
CREATE INDEX "orders_sold" ON "orders" ("completed_at") INCLUDE ("id", "status", "currency", "total_cents", "subtotal_cents", "payment_method") WHERE completed_at IS NOT NULL;
DROP INDEX "orders_created";
CREATE INDEX "orders_created" ON "orders" ("created_at", "id") INCLUDE ("status", "deleted_at", "currency", "total_cents");
DROP INDEX "payments_created";
CREATE INDEX "payments_created" ON "payments" ("created_at", "id") INCLUDE ("status", "method", "currency", "amount_cents", "usd_rate");
DROP INDEX "carts_created";
CREATE INDEX "carts_created" ON "carts" ("created_at", "id") INCLUDE ("status", "expires_at");
CREATE INDEX "order_lines_sold" ON "order_lines" ("order_id") INCLUDE ("product_id", "unit_cents", "quantity");
CREATE INDEX "refunds_done" ON "refunds" ("updated_at") WHERE status = 'succeeded';
CREATE INDEX "stock_keys_cost" ON "stock_keys" ("used_at") INCLUDE ("cost_cents") WHERE cost_cents IS NOT NULL AND used_at IS NOT NULL;

-- A search finds text anywhere in it; trigrams make that an index read.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX "payments_search" ON "payments" USING gin ((lower(id || ' ' || coalesce(provider_reference, '') || ' ' || customer_name || ' ' || customer_email || ' ' || product_name)) gin_trgm_ops);
CREATE INDEX "orders_search" ON "orders" USING gin ((lower(number || ' ' || customer_name || ' ' || customer_email)) gin_trgm_ops);
CREATE INDEX "tickets_search" ON "tickets" USING gin ((lower(ticket_id || ' ' || user_name || ' ' || user_discord_id)) gin_trgm_ops);
