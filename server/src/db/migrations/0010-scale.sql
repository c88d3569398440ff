-- Numbers that people see keep counting when they outgrow their zeros: lpad cuts what is too long, so ticket 10,000 was to be called as ticket 1,000 is.
CREATE FUNCTION next_name(prefix text, counter regclass, digits integer) RETURNS text LANGUAGE sql VOLATILE AS $$
	SELECT prefix || lpad(n::text, greatest(digits, length(n::text)), '0') FROM (SELECT nextval(counter) AS n) s
$$;
ALTER TABLE orders ALTER COLUMN number SET DEFAULT next_name('ORD-', 'order_number', 6);
ALTER TABLE tickets ALTER COLUMN ticket_id SET DEFAULT next_name('TICKET-', 'ticket_number', 4);

-- The carts of one person, for his page in the back office and for what a login merges.
CREATE INDEX carts_user ON carts (user_id, created_at);

-- Keys of the stock by product and status, counted as they change: a million keys are not counted again for every look at the list.
-- Changes are only added, so nobody who sells waits for anybody else; a clock task folds them into one row each.
CREATE TABLE stock_counts (
	product_id uuid NOT NULL,
	status text NOT NULL,
	n bigint NOT NULL
);
INSERT INTO stock_counts (product_id, status, n) SELECT product_id, status, count(*) FROM stock_keys GROUP BY product_id, status;
CREATE FUNCTION count_added_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_counts (product_id, status, n) SELECT product_id, status, count(*) FROM added GROUP BY product_id, status;
	RETURN NULL;
END $$;
CREATE FUNCTION count_removed_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_counts (product_id, status, n) SELECT product_id, status, -count(*) FROM removed GROUP BY product_id, status;
	RETURN NULL;
END $$;
CREATE FUNCTION count_moved_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO stock_counts (product_id, status, n) VALUES (OLD.product_id, OLD.status, -1), (NEW.product_id, NEW.status, 1);
	RETURN NULL;
END $$;
CREATE TRIGGER stock_keys_added AFTER INSERT ON stock_keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_keys();
CREATE TRIGGER stock_keys_removed AFTER DELETE ON stock_keys REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_keys();
CREATE TRIGGER stock_keys_moved AFTER UPDATE ON stock_keys FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.product_id <> NEW.product_id) EXECUTE FUNCTION count_moved_key();

-- The rate at which an order in dollars was paid, read from the index alone.
CREATE INDEX payments_rate ON payments (order_id, settled_at, id) INCLUDE (usd_rate) WHERE status IN ('completed', 'refunded');
