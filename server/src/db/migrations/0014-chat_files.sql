-- What was attached in the channels of tickets: the chat's own addresses of it end after a day.
CREATE TABLE "ticket_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"ticket_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bytes" bytea NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
ALTER TABLE "ticket_files" ADD CONSTRAINT "ticket_files_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id") ON DELETE cascade;
CREATE INDEX "ticket_files_ticket" ON "ticket_files" ("ticket_id");
