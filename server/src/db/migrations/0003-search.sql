-- Search in the shop: accents, case and punctuation set aside, any part of a word found by trigrams.
CREATE EXTENSION IF NOT EXISTS unaccent;
CREATE EXTENSION IF NOT EXISTS pg_trgm;
-- What is compared when something is searched: plain lower-case words, a blank before each. The dictionary is named and the body
-- bound here, so the result depends on the text alone and may be indexed.
CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 500
	RETURN ' ' || btrim(regexp_replace(lower(unaccent('unaccent', normalize(value, NFC)) COLLATE "pt-BR-x-icu"), '[^[:alnum:]]+', ' ', 'g'));
CREATE INDEX products_search ON products USING gin (search_text(name || ' ' || description) gin_trgm_ops) WITH (fastupdate = off) WHERE deleted_at IS NULL AND status = 'active';
