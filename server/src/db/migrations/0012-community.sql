-- Roles that licences give in the chat server, and linking a chat account.
CREATE TABLE "role_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL REFERENCES "users"("id"),
	"discord_id" text NOT NULL,
	"role_id" text NOT NULL,
	"wanted" boolean NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"detail" text,
	"turn" integer DEFAULT 1 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"checked_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
CREATE UNIQUE INDEX "role_grants_one" ON "role_grants" ("discord_id", "role_id");
CREATE INDEX "role_grants_user" ON "role_grants" ("user_id");
CREATE INDEX "role_grants_due" ON "role_grants" ("next_at") WHERE next_at is not null;
CREATE INDEX "role_grants_checked" ON "role_grants" ("checked_at") WHERE wanted;
CREATE INDEX "role_grants_listed" ON "role_grants" ("updated_at", "id");
CREATE INDEX "role_grants_state" ON "role_grants" ("state", "updated_at", "id");
CREATE INDEX "licences_role" ON "licences" ("product_id", "user_id") WHERE status = 'active';

ALTER TABLE "users" ADD COLUMN "discord_name" text;
-- A chat account belongs to one person: of several the account that had it first keeps it.
UPDATE users u SET discord_id = null WHERE discord_id IS NOT NULL AND EXISTS (SELECT 1 FROM users o WHERE o.discord_id = u.discord_id AND (o.created_at, o.id) < (u.created_at, u.id));
CREATE UNIQUE INDEX "users_discord" ON "users" ("discord_id");

CREATE TABLE "chat_links" (
	"hash" bytea PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL REFERENCES "sessions"("id") ON DELETE CASCADE,
	"expires_at" timestamp with time zone NOT NULL
);
CREATE INDEX "chat_links_expires" ON "chat_links" ("expires_at");
CREATE INDEX "chat_links_session" ON "chat_links" ("session_id");
