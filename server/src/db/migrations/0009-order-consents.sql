-- Each order keeps the consent it was placed with.
ALTER TABLE "consents" ADD COLUMN "order_id" uuid;
CREATE INDEX "consents_order" ON "consents" USING btree ("order_id");
