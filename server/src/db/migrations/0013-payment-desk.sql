-- Payments that wait for staff, and how a dispute of one stands.
ALTER TABLE "payments" ADD COLUMN "on_desk" boolean DEFAULT false NOT NULL;
ALTER TABLE "payments" ADD COLUMN "dispute" text;
UPDATE "payments" SET "on_desk" = true WHERE attention IS NOT NULL;
CREATE INDEX "payments_desk" ON "payments" USING btree ("updated_at", "id") WHERE on_desk;
CREATE INDEX "payments_off_desk" ON "payments" USING btree ("updated_at", "id") WHERE attention IS NOT NULL AND NOT on_desk;
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");
