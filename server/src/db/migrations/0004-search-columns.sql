-- What is searched is made when a product is stored, not again for every row that a search looks at (ten thousand products: a second less).
DROP INDEX products_search;
ALTER TABLE products
	ADD COLUMN search_name text NOT NULL GENERATED ALWAYS AS (search_text(name)) STORED,
	ADD COLUMN search_all text NOT NULL GENERATED ALWAYS AS (search_text(name || ' ' || description)) STORED;
CREATE INDEX products_search ON products USING gin (search_all gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL AND status = 'active';
