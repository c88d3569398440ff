-- One reference confirms one payment by hand, over all methods, however it is written (M8): folded in case, width and blanks.
CREATE FUNCTION reference_key(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
	RETURN lower(btrim(regexp_replace(normalize(value, NFKC), '\s+', ' ', 'g')) COLLATE "pt-BR-x-icu");

-- Only what staff confirmed carries the key. Where an earlier version let one reference confirm several payments, the first one keeps it.
ALTER TABLE receipts ADD COLUMN reference_key text;
UPDATE receipts r SET reference_key = reference_key(r.receipt_id)
	FROM (SELECT DISTINCT ON (reference_key(receipt_id)) method, receipt_id FROM receipts WHERE by_hand ORDER BY reference_key(receipt_id), created_at, method, receipt_id) first
	WHERE r.method = first.method AND r.receipt_id = first.receipt_id;
CREATE UNIQUE INDEX receipts_reference ON receipts (reference_key) WHERE reference_key IS NOT NULL;

-- A reference that staff type is looked for among all money that came, whoever told of it.
CREATE INDEX receipts_written ON receipts (reference_key(receipt_id));
CREATE INDEX deposits_written ON deposits (reference_key(tx_id));
