-- The address of every product, what its page says beyond name and description, its pictures and what is shown beside it.

-- A slug belongs to its product for ever, also when the product has a newer one or was deleted: an old link never leads to another product.
CREATE TABLE product_slugs (
	slug text PRIMARY KEY CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80 AND slug <> 'category'),
	product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
	is_current boolean NOT NULL DEFAULT true,
	created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX product_slugs_current ON product_slugs (product_id) WHERE is_current;
CREATE INDEX product_slugs_product ON product_slugs (product_id);

-- Give a product a slug made of its name: plain ASCII words with hyphens, and -2, -3 where it is taken. Of two that are made at once the
-- second waits here for the first one's end. A name without a letter or digit of ours is called produto.
CREATE FUNCTION give_slug(product uuid, product_name text, made_at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	words text := btrim(regexp_replace(search_text(product_name) COLLATE "C", '[^a-z0-9]+', '-', 'g'), '-');
	ending text := '';
	chosen text;
BEGIN
	IF words = '' THEN words := 'produto'; END IF;
	FOR n IN 2 .. 2147483647 LOOP
		chosen := rtrim(left(words, 80 - length(ending)), '-') || ending;
		IF chosen <> 'category' THEN
			INSERT INTO product_slugs (slug, product_id, created_at) VALUES (chosen, product, made_at) ON CONFLICT (slug) DO NOTHING;
			IF FOUND THEN RETURN; END IF;
		END IF;
		ending := '-' || n;
	END LOOP;
END $$;

-- By a trigger, so that a copy of the version before this one, which knows no slugs, makes no product without one.
CREATE FUNCTION slug_of_new_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM give_slug(NEW.id, NEW.name, NEW.created_at);
	RETURN NULL;
END $$;
CREATE TRIGGER products_slug AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION slug_of_new_product();

-- The trigger keeps new products out until this ends; those that are there get theirs in the order in which they were made.
DO $$
DECLARE
	product record;
BEGIN
	FOR product IN SELECT id, name, created_at FROM products ORDER BY created_at, id LOOP
		PERFORM give_slug(product.id, product.name, product.created_at);
	END LOOP;
END $$;

-- Texts as staff wrote them (Markdown), and in trees what is drawn of them. Name and description in pt-BR are the product's own.
CREATE TABLE product_texts (
	product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
	language text NOT NULL CHECK (language IN ('pt-BR', 'en-US')),
	name text,
	summary text,
	body text NOT NULL DEFAULT '',
	requirements text NOT NULL DEFAULT '',
	includes text NOT NULL DEFAULT '',
	guide text NOT NULL DEFAULT '',
	seo_title text,
	seo_description text,
	trees jsonb NOT NULL DEFAULT '{}',
	updated_at timestamptz NOT NULL,
	PRIMARY KEY (product_id, language),
	CHECK (language <> 'pt-BR' OR (name IS NULL AND summary IS NULL))
);

CREATE TABLE product_images (
	id uuid PRIMARY KEY,
	product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
	url text NOT NULL CHECK (url ~ '^/uploads/[0-9a-f]{64}\.webp$'),
	alt_pt text NOT NULL DEFAULT '',
	alt_en text NOT NULL DEFAULT '',
	width integer NOT NULL CHECK (width > 0),
	height integer NOT NULL CHECK (height > 0),
	position integer NOT NULL CHECK (position BETWEEN 0 AND 9)
);
CREATE UNIQUE INDEX product_images_product ON product_images (product_id, position);

CREATE TABLE product_related (
	product_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
	related_id uuid NOT NULL REFERENCES products (id) ON DELETE CASCADE,
	position integer NOT NULL CHECK (position BETWEEN 0 AND 7),
	PRIMARY KEY (product_id, related_id),
	CHECK (product_id <> related_id)
);
CREATE INDEX product_related_related ON product_related (related_id);
