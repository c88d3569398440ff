-- A product sells in several variants, each with its own price, stock, delivery and limits (L001 to L005). The first one has the product's id: what
-- named a product names that variant from now on, and a million keys get another column name instead of another value.
CREATE TABLE product_variants (
	id uuid PRIMARY KEY,
	product_id uuid NOT NULL REFERENCES products (id),
	name text NOT NULL DEFAULT '' CHECK (length(name) <= 80),
	name_en text CHECK (length(name_en) <= 80),
	position integer NOT NULL,
	active boolean NOT NULL DEFAULT true,
	price_cents bigint NOT NULL CHECK (price_cents >= 0),
	compare_at_cents bigint,
	provider text NOT NULL DEFAULT 'stock',
	seller_type text NOT NULL DEFAULT 'multiloader',
	level integer NOT NULL DEFAULT 1,
	validity_days integer CHECK (validity_days > 0),
	discord_role_id text,
	min_quantity integer NOT NULL DEFAULT 1,
	max_quantity integer NOT NULL DEFAULT 10,
	per_customer integer NOT NULL DEFAULT 0,
	per_customer_since timestamptz,
	version integer NOT NULL DEFAULT 1,
	created_at timestamptz NOT NULL,
	updated_at timestamptz NOT NULL,
	deleted_at timestamptz,
	CONSTRAINT product_variants_compare CHECK (compare_at_cents IS NULL OR compare_at_cents > price_cents),
	CONSTRAINT product_variants_keyauth CHECK (provider <> 'keyauth' OR validity_days IS NOT NULL),
	CONSTRAINT product_variants_quantities CHECK (min_quantity BETWEEN 1 AND max_quantity AND max_quantity <= 99 AND per_customer >= 0),
	-- The first variant can be switched off, never deleted, except with its product.
	CONSTRAINT product_variants_first CHECK (id <> product_id OR deleted_at IS NULL)
);
INSERT INTO product_variants (id, product_id, position, price_cents, provider, seller_type, level, validity_days, discord_role_id, max_quantity,
		created_at, updated_at)
	SELECT id, id, 0, price_cents, provider, seller_type, level, expiration_days, discord_role_id, max_per_order, created_at, updated_at FROM products;
CREATE UNIQUE INDEX product_variants_name ON product_variants (product_id, lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX product_variants_product ON product_variants (product_id, position, id) WHERE deleted_at IS NULL;

ALTER TABLE stock_keys DROP CONSTRAINT stock_keys_product_id_products_id_fk;
ALTER TABLE stock_keys RENAME COLUMN product_id TO variant_id;
ALTER TABLE stock_keys ADD CONSTRAINT stock_keys_variant FOREIGN KEY (variant_id) REFERENCES product_variants (id);

ALTER TABLE stock_counts RENAME COLUMN product_id TO variant_id;
CREATE OR REPLACE FUNCTION count_added_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_counts (variant_id, status, n) SELECT variant_id, status, count(*) FROM added GROUP BY variant_id, status;
	RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_removed_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_counts (variant_id, status, n) SELECT variant_id, status, -count(*) FROM removed GROUP BY variant_id, status;
	RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_moved_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_counts (variant_id, status, n) VALUES (OLD.variant_id, OLD.status, -1), (NEW.variant_id, NEW.status, 1);
	RETURN NULL;
END $$;

ALTER TABLE stock_watches DROP CONSTRAINT stock_watches_product_id_fkey;
ALTER TABLE stock_watches RENAME COLUMN product_id TO variant_id;
ALTER TABLE stock_watches ADD CONSTRAINT stock_watches_variant FOREIGN KEY (variant_id) REFERENCES product_variants (id);
ALTER TABLE stock_waits DROP CONSTRAINT stock_waits_product_id_fkey;
ALTER TABLE stock_waits RENAME COLUMN product_id TO variant_id;
ALTER TABLE stock_waits ADD CONSTRAINT stock_waits_variant FOREIGN KEY (variant_id) REFERENCES product_variants (id);

ALTER TABLE order_units RENAME COLUMN product_id TO variant_id;
ALTER TABLE order_units ADD CONSTRAINT order_units_variant FOREIGN KEY (variant_id) REFERENCES product_variants (id);

-- A line is known by an id of its own; a product may stand in a cart in several variants.
ALTER TABLE cart_items DROP CONSTRAINT cart_items_product_id_products_id_fk;
ALTER TABLE cart_items DROP CONSTRAINT cart_items_cart_id_product_id_pk;
ALTER TABLE cart_items RENAME COLUMN product_id TO variant_id;
ALTER TABLE cart_items ADD CONSTRAINT cart_items_variant FOREIGN KEY (variant_id) REFERENCES product_variants (id);
ALTER TABLE cart_items ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE cart_items ADD PRIMARY KEY (id);
ALTER TABLE cart_items ALTER COLUMN id DROP DEFAULT;
CREATE UNIQUE INDEX cart_items_line ON cart_items (cart_id, variant_id);

-- What was promised is kept with the order and the licence (decision 0002). Their name holds the variant's; null days are for life.
ALTER TABLE order_lines RENAME COLUMN expiration_days TO validity_days;
ALTER TABLE order_lines ALTER COLUMN validity_days DROP NOT NULL;
ALTER TABLE order_lines ADD COLUMN variant_id uuid, ADD COLUMN variant_name text NOT NULL DEFAULT '';
UPDATE order_lines SET variant_id = product_id;
ALTER TABLE order_lines ALTER COLUMN variant_id SET NOT NULL;

ALTER TABLE licences ADD COLUMN variant_id uuid, ADD COLUMN variant_name text NOT NULL DEFAULT '', ADD COLUMN validity_days integer;
UPDATE licences SET variant_id = product_id, validity_days = round(extract(epoch FROM expires_at - created_at) / 86400);
ALTER TABLE licences ALTER COLUMN variant_id SET NOT NULL;
DROP INDEX licences_role;
CREATE INDEX licences_role ON licences (variant_id, user_id) WHERE status = 'active';

-- A coupon is for all variants of a product, or for some.
CREATE TABLE coupon_variants (
	coupon_id uuid NOT NULL REFERENCES coupons (id) ON DELETE CASCADE,
	variant_id uuid NOT NULL REFERENCES product_variants (id) ON DELETE CASCADE,
	PRIMARY KEY (coupon_id, variant_id)
);

ALTER TABLE products DROP COLUMN price_cents, DROP COLUMN provider, DROP COLUMN seller_type, DROP COLUMN level,
	DROP COLUMN expiration_days, DROP COLUMN discord_role_id, DROP COLUMN max_per_order;

-- Jobs that wait name what they are about by its new name.
DO $$
BEGIN
	IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
		UPDATE graphile_worker._private_jobs j
			SET payload = ((payload::jsonb - 'productId') || jsonb_build_object('variantId', payload ->> 'productId'))::json
			FROM graphile_worker._private_tasks t
			WHERE t.id = j.task_id AND payload ->> 'productId' IS NOT NULL
				AND t.identifier IN ('stock.added', 'stock.back', 'mail.stock-low', 'mail.stock-back', 'chat.stock-low', 'role.product');
		UPDATE graphile_worker._private_tasks SET identifier = 'role.variant' WHERE identifier = 'role.product';
	END IF;
END $$;
