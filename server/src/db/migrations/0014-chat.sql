-- Buying and tickets in the chat: a cart of its own for what is bought there, interactions that act once, where a ticket's channel stands.
ALTER TABLE "carts" ADD COLUMN "channel" text DEFAULT 'site' NOT NULL;
DROP INDEX "carts_open";
CREATE UNIQUE INDEX "carts_open" ON "carts" ("user_id", "channel") WHERE status in ('active', 'abandoned');
CREATE TABLE "chat_interactions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"person_id" text NOT NULL,
	"sealed" bytea,
	"payment_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
ALTER TABLE "chat_interactions" ADD CONSTRAINT "chat_interactions_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id");
CREATE INDEX "chat_interactions_payment" ON "chat_interactions" ("payment_id") WHERE payment_id is not null;
CREATE INDEX "chat_interactions_created" ON "chat_interactions" ("created_at");
ALTER TABLE "tickets" ADD COLUMN "chat" text;
CREATE UNIQUE INDEX "tickets_chat_open" ON "tickets" ("user_discord_id") WHERE status = 'open' and chat in ('opening', 'open');
