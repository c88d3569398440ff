-- Mails by their Message-ID, so that each is sent once, and the date for which a customer heard that a licence ends.
CREATE TABLE "mails_sent" (
  "id" text PRIMARY KEY NOT NULL,
  "template" text NOT NULL,
  "token" uuid NOT NULL,
  "claimed_at" timestamptz NOT NULL,
  "sent_at" timestamptz
);
CREATE INDEX "mails_sent_claimed" ON "mails_sent" USING btree ("claimed_at");
ALTER TABLE "licences" ADD COLUMN "expiry_told" timestamptz;
CREATE INDEX "licences_expiry_untold" ON "licences" USING btree ("expires_at") WHERE status = 'active' AND expiry_told IS DISTINCT FROM expires_at;
