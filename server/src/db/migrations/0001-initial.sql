-- The first tables of the shop. Written once; later changes come as files of their own.
CREATE SEQUENCE order_number START 1001;
CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"channel" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "password_resets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);

CREATE TABLE "refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"rotated_at" timestamp with time zone
);

CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text,
	"ip" text,
	"user_agent" text
);

CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'client' NOT NULL,
	"discord_id" text,
	"language" text DEFAULT 'pt-BR' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_login_at" timestamp with time zone,
	"is_banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"banned_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);

CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"target_type" text,
	"target_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"ip" text,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "cart_items" (
	"cart_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_items_cart_id_product_id_pk" PRIMARY KEY("cart_id","product_id")
);

CREATE TABLE "carts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"was_abandoned" boolean DEFAULT false NOT NULL,
	"terms_accepted" boolean DEFAULT false NOT NULL,
	"coupon_code" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image" text,
	"color" text DEFAULT '#3B82F6' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"currency" text DEFAULT 'BRL' NOT NULL,
	"image" text,
	"category_id" uuid NOT NULL,
	"provider" text DEFAULT 'stock' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"discord_role_id" text,
	"is_featured" boolean DEFAULT false NOT NULL,
	"seller_type" text DEFAULT 'multiloader' NOT NULL,
	"level" integer DEFAULT 1 NOT NULL,
	"expiration_days" integer DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);

CREATE TABLE "coupon_products" (
	"coupon_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "coupon_products_coupon_id_product_id_pk" PRIMARY KEY("coupon_id","product_id")
);

CREATE TABLE "coupon_uses" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"type" text NOT NULL,
	"value" integer NOT NULL,
	"min_purchase_cents" bigint DEFAULT 0 NOT NULL,
	"max_discount_cents" bigint DEFAULT 0 NOT NULL,
	"usage_limit" integer DEFAULT 0 NOT NULL,
	"usage_count" integer DEFAULT 0 NOT NULL,
	"reserved_count" integer DEFAULT 0 NOT NULL,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "licences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"unit_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"product_name" text NOT NULL,
	"stock_key_id" uuid,
	"key_cipher" "bytea" NOT NULL,
	"key_index" "bytea" NOT NULL,
	"last4" text NOT NULL,
	"price_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);

CREATE TABLE "order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"name" text NOT NULL,
	"image" text,
	"unit_cents" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"provider" text NOT NULL,
	"seller_type" text NOT NULL,
	"level" integer NOT NULL,
	"expiration_days" integer NOT NULL
);

CREATE TABLE "order_units" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"unit_index" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone
);

CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text DEFAULT 'ORD-' || lpad(nextval('order_number')::text, 6, '0') NOT NULL,
	"user_id" uuid NOT NULL,
	"cart_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"currency" text NOT NULL,
	"subtotal_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"coupon_code" text,
	"payment_method" text NOT NULL,
	"origin" text DEFAULT 'site' NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone
);

CREATE TABLE "deposits" (
	"id" text PRIMARY KEY NOT NULL,
	"coin" text NOT NULL,
	"network" text NOT NULL,
	"coin_units" bigint NOT NULL,
	"amount" text NOT NULL,
	"tx_id" text NOT NULL,
	"status" integer NOT NULL,
	"confirmations" text,
	"inserted_at" timestamp with time zone NOT NULL,
	"payment_id" text,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"cart_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"method" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"attention" text,
	"note" text,
	"currency" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"original_cents" bigint NOT NULL,
	"discount_cents" bigint NOT NULL,
	"received_cents" bigint DEFAULT 0 NOT NULL,
	"usd_rate" numeric NOT NULL,
	"coupon_code" text,
	"product_name" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_email" text NOT NULL,
	"language" text NOT NULL,
	"discord_id" text,
	"discord_message_id" text,
	"discord_channel_id" text,
	"cpf_cipher" "bytea",
	"provider_reference" text,
	"charge" jsonb,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"coin" text,
	"network" text,
	"coin_units" bigint,
	"refunded" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"checked_at" timestamp with time zone
);

CREATE TABLE "receipts" (
	"method" text NOT NULL,
	"receipt_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_method_receipt_id_pk" PRIMARY KEY("method","receipt_id")
);

CREATE TABLE "refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"receipt_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"provider_id" text,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "webhook_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"reference" text,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "webhook_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);

CREATE TABLE "captcha_uses" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "site_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

CREATE TABLE "stock_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"key_cipher" "bytea" NOT NULL,
	"key_index" "bytea" NOT NULL,
	"last4" text NOT NULL,
	"status" text DEFAULT 'available' NOT NULL,
	"payment_id" text,
	"unit_id" uuid,
	"used_by_email" text,
	"used_by_name" text,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);

ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "carts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "carts" ADD CONSTRAINT "carts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "coupon_products" ADD CONSTRAINT "coupon_products_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "coupon_products" ADD CONSTRAINT "coupon_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "coupons"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "licences" ADD CONSTRAINT "licences_unit_id_order_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "order_units"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "licences" ADD CONSTRAINT "licences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_units" ADD CONSTRAINT "order_units_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_units" ADD CONSTRAINT "order_units_line_id_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "deposits" ADD CONSTRAINT "deposits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "stock_keys" ADD CONSTRAINT "stock_keys_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "products"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "consents_user" ON "consents" USING btree ("user_id");
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");
CREATE INDEX "users_created" ON "users" USING btree ("created_at");
CREATE INDEX "audit_created" ON "audit_log" USING btree ("created_at");
CREATE INDEX "audit_actor" ON "audit_log" USING btree ("actor_id","created_at");
CREATE INDEX "audit_target" ON "audit_log" USING btree ("target_type","target_id","created_at");
CREATE INDEX "cart_items_product" ON "cart_items" USING btree ("product_id");
CREATE UNIQUE INDEX "carts_open" ON "carts" USING btree ("user_id") WHERE status in ('active', 'abandoned');
CREATE INDEX "carts_created" ON "carts" USING btree ("created_at");
CREATE INDEX "carts_updated" ON "carts" USING btree ("updated_at") WHERE status = 'active';
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree (lower("name"));
CREATE INDEX "products_category" ON "products" USING btree ("category_id") WHERE deleted_at is null;
CREATE INDEX "products_featured" ON "products" USING btree ("is_featured") WHERE is_featured and deleted_at is null;
CREATE INDEX "coupon_uses_coupon" ON "coupon_uses" USING btree ("coupon_id","state");
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code");
CREATE UNIQUE INDEX "licences_unit" ON "licences" USING btree ("unit_id");
CREATE UNIQUE INDEX "licences_key" ON "licences" USING btree ("key_index");
CREATE INDEX "licences_user" ON "licences" USING btree ("user_id","created_at");
CREATE INDEX "licences_order" ON "licences" USING btree ("order_id");
CREATE INDEX "licences_expires" ON "licences" USING btree ("expires_at") WHERE status = 'active';
CREATE INDEX "licences_created" ON "licences" USING btree ("created_at");
CREATE INDEX "order_lines_order" ON "order_lines" USING btree ("order_id","position");
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id");
CREATE UNIQUE INDEX "order_units_once" ON "order_units" USING btree ("line_id","unit_index");
CREATE INDEX "order_units_order" ON "order_units" USING btree ("order_id");
CREATE INDEX "order_units_waiting" ON "order_units" USING btree ("product_id","created_at") WHERE status = 'pending';
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");
CREATE INDEX "orders_user" ON "orders" USING btree ("user_id","created_at");
CREATE INDEX "orders_cart" ON "orders" USING btree ("cart_id");
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at");
CREATE INDEX "orders_status" ON "orders" USING btree ("status","created_at");
CREATE INDEX "deposits_payment" ON "deposits" USING btree ("payment_id");
CREATE INDEX "deposits_state" ON "deposits" USING btree ("state","inserted_at");
CREATE UNIQUE INDEX "payments_one_pending" ON "payments" USING btree ("cart_id") WHERE status = 'pending';
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("method","provider_reference");
CREATE UNIQUE INDEX "payments_coin_amount" ON "payments" USING btree ("coin","network","coin_units") WHERE next_check_at is not null and coin_units is not null;
CREATE INDEX "payments_due" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","created_at");
CREATE INDEX "payments_created" ON "payments" USING btree ("created_at");
CREATE INDEX "payments_attention" ON "payments" USING btree ("attention") WHERE attention is not null;
CREATE INDEX "receipts_payment" ON "receipts" USING btree ("payment_id");
CREATE UNIQUE INDEX "refunds_once" ON "refunds" USING btree ("payment_id","receipt_id","reason");
CREATE INDEX "refunds_open" ON "refunds" USING btree ("updated_at") WHERE status = 'pending';
CREATE INDEX "webhook_events_received" ON "webhook_events" USING btree ("received_at");
CREATE INDEX "captcha_uses_expires" ON "captcha_uses" USING btree ("expires_at");
CREATE UNIQUE INDEX "stock_keys_key" ON "stock_keys" USING btree ("key_index");
CREATE UNIQUE INDEX "stock_keys_unit" ON "stock_keys" USING btree ("unit_id") WHERE unit_id is not null;
CREATE INDEX "stock_keys_available" ON "stock_keys" USING btree ("product_id","position") WHERE status = 'available';
CREATE INDEX "stock_keys_reserved" ON "stock_keys" USING btree ("payment_id") WHERE status = 'reserved';
CREATE INDEX "stock_keys_product" ON "stock_keys" USING btree ("product_id","status");
-- What proves consent and who did what is append-only: nothing in the shop may rewrite it.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER consents_append_only BEFORE UPDATE OR DELETE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
