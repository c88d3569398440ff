-- The schema of the first release, written by pg_dump. It has what 67 earlier migrations made one
-- after the other; a shop that applied all of them goes on without this one (db/contained.ts).
-- Later changes have files of their own. Some NOT NULL constraints have the names that
-- PostgreSQL 18 gives them in a shop from before, whose tables and columns were renamed.
-- Functions stand before the tables that they name.
set local check_function_bodies = false;

create extension if not exists pg_trgm;
create extension if not exists unaccent;

CREATE FUNCTION count_added_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO stock_counts (variant_id, status, n) SELECT variant_id, status, count(*) FROM added GROUP BY variant_id, status;
	RETURN NULL;
END $$;

CREATE FUNCTION count_moved_key() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO stock_counts (variant_id, status, n) VALUES (OLD.variant_id, OLD.status, -1), (NEW.variant_id, NEW.status, 1);
	RETURN NULL;
END $$;

CREATE FUNCTION count_removed_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	INSERT INTO stock_counts (variant_id, status, n) SELECT variant_id, status, -count(*) FROM removed GROUP BY variant_id, status;
	RETURN NULL;
END $$;

CREATE FUNCTION give_slug(product uuid, product_name text, made_at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION keep_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' and new.actor_name is null
    and (new.id, new.action, new.actor_id, new.target_type, new.target_id, new.details, new.ip, new.created_at) is not distinct from (old.id, old.action, old.actor_id, old.target_type, old.target_id, old.details, old.ip, old.created_at)
  then return new; end if;
  raise exception 'audit_log is append-only';
end $$;

CREATE FUNCTION keep_trail() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and current_setting('chaveiro.retention', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE'
    and (new.id, new.action, new.actor_id, new.target_type, new.target_id, new.ip, new.created_at)
      is not distinct from
      (old.id, old.action, old.actor_id, old.target_type, old.target_id, old.ip, old.created_at)
  then
    if new.actor_name is null and new.details = old.details then return new; end if;
    if new.actor_name is not distinct from old.actor_name and old.action = 'keys.seen'
      and new.details - 'keys' = old.details - 'keys'
      and (new.details ->> 'keys')::integer > (old.details ->> 'keys')::integer
    then return new; end if;
  end if;
  raise exception 'audit_log is append-only';
end $$;

CREATE FUNCTION next_name(prefix text, counter regclass, digits integer) RETURNS text
    LANGUAGE sql
    AS $$
	SELECT prefix || lpad(n::text, greatest(digits, length(n::text)), '0') FROM (SELECT nextval(counter) AS n) s
$$;

CREATE FUNCTION reference_key(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN lower((btrim(regexp_replace(NORMALIZE(value, NFKC), '\s+'::text, ' '::text, 'g'::text)) COLLATE "pt-BR-x-icu"));

CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and current_setting('chaveiro.retention', true) = 'on' then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;

CREATE FUNCTION search_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT COST 500 PARALLEL SAFE
    RETURN (' '::text || btrim(regexp_replace(lower((unaccent('unaccent'::regdictionary, NORMALIZE(value, NFC)) COLLATE "pt-BR-x-icu")), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)));

CREATE FUNCTION slug_of_new_product() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
	PERFORM give_slug(NEW.id, NEW.name, NEW.created_at);
	RETURN NULL;
END $$;

CREATE SEQUENCE order_number
    START WITH 1001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE stock_keys_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE ticket_messages_position_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE SEQUENCE ticket_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE audit_log (
    id uuid NOT NULL,
    action text NOT NULL,
    actor_id uuid,
    actor_name text,
    target_type text,
    target_id text,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    ip text,
    created_at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (created_at);

CREATE INDEX audit_log_action ON ONLY audit_log USING btree (action, created_at);
CREATE INDEX audit_log_actor ON ONLY audit_log USING btree (actor_id, created_at);
CREATE INDEX audit_log_created ON ONLY audit_log USING btree (created_at);
CREATE UNIQUE INDEX audit_log_id ON ONLY audit_log USING btree (id, created_at);
CREATE INDEX audit_log_security ON ONLY audit_log USING btree (created_at) WHERE (action = ANY (ARRAY['login.failed'::text, 'request.blocked'::text, 'session.reuse'::text, 'user.banned'::text, 'user.unbanned'::text, 'ban.created'::text, 'ban.removed'::text]));
CREATE INDEX audit_log_target ON ONLY audit_log USING btree (target_type, target_id, created_at);

CREATE TABLE audit_log_first (
    id uuid CONSTRAINT audit_log_id_not_null NOT NULL,
    action text CONSTRAINT audit_log_action_not_null NOT NULL,
    actor_id uuid,
    actor_name text,
    target_type text,
    target_id text,
    details jsonb DEFAULT '{}'::jsonb CONSTRAINT audit_log_details_not_null NOT NULL,
    ip text,
    created_at timestamp with time zone CONSTRAINT audit_log_created_at_not_null NOT NULL
);

CREATE INDEX audit_action ON audit_log_first USING btree (action, created_at);
CREATE INDEX audit_actor ON audit_log_first USING btree (actor_id, created_at);
CREATE INDEX audit_created ON audit_log_first USING btree (created_at);
CREATE UNIQUE INDEX audit_log_first_id ON audit_log_first USING btree (id, created_at);
CREATE INDEX audit_security ON audit_log_first USING btree (created_at) WHERE (action = ANY (ARRAY['login.failed'::text, 'request.blocked'::text, 'session.reuse'::text, 'user.banned'::text, 'user.unbanned'::text, 'ban.created'::text, 'ban.removed'::text]));
CREATE INDEX audit_target ON audit_log_first USING btree (target_type, target_id, created_at);

CREATE TABLE audit_log_other (
    id uuid CONSTRAINT audit_log_id_not_null NOT NULL,
    action text CONSTRAINT audit_log_action_not_null NOT NULL,
    actor_id uuid,
    actor_name text,
    target_type text,
    target_id text,
    details jsonb DEFAULT '{}'::jsonb CONSTRAINT audit_log_details_not_null NOT NULL,
    ip text,
    created_at timestamp with time zone CONSTRAINT audit_log_created_at_not_null NOT NULL
);

CREATE INDEX audit_log_other_action_created_at_idx ON audit_log_other USING btree (action, created_at);
CREATE INDEX audit_log_other_actor_id_created_at_idx ON audit_log_other USING btree (actor_id, created_at);
CREATE INDEX audit_log_other_created_at_idx ON audit_log_other USING btree (created_at);
CREATE INDEX audit_log_other_created_at_idx1 ON audit_log_other USING btree (created_at) WHERE (action = ANY (ARRAY['login.failed'::text, 'request.blocked'::text, 'session.reuse'::text, 'user.banned'::text, 'user.unbanned'::text, 'ban.created'::text, 'ban.removed'::text]));
CREATE UNIQUE INDEX audit_log_other_id_created_at_idx ON audit_log_other USING btree (id, created_at);
CREATE INDEX audit_log_other_target_type_target_id_created_at_idx ON audit_log_other USING btree (target_type, target_id, created_at);

CREATE TABLE bans (
    id uuid NOT NULL,
    ip text,
    network text,
    hwid text,
    reason text NOT NULL,
    expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    created_by uuid,
    CONSTRAINT bans_of_something CHECK (((network IS NOT NULL) OR (hwid IS NOT NULL))),
    CONSTRAINT bans_pkey PRIMARY KEY (id)
);

CREATE INDEX bans_created ON bans USING btree (created_at);
CREATE INDEX bans_hwid ON bans USING btree (hwid) WHERE (hwid IS NOT NULL);

CREATE TABLE captcha_uses (
    nonce text NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT captcha_uses_pkey PRIMARY KEY (nonce)
);

CREATE INDEX captcha_uses_expires ON captcha_uses USING btree (expires_at);

CREATE TABLE cart_items (
    cart_id uuid NOT NULL,
    variant_id uuid CONSTRAINT cart_items_product_id_not_null NOT NULL,
    quantity integer NOT NULL,
    added_at timestamp with time zone NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT cart_items_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX cart_items_line ON cart_items USING btree (cart_id, variant_id);
CREATE INDEX cart_items_product ON cart_items USING btree (variant_id);

CREATE TABLE carts (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    was_abandoned boolean DEFAULT false NOT NULL,
    terms_accepted boolean DEFAULT false NOT NULL,
    coupon_code text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    channel text DEFAULT 'site'::text NOT NULL,
    CONSTRAINT carts_pkey PRIMARY KEY (id)
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

CREATE INDEX carts_created ON carts USING btree (created_at, id) INCLUDE (status, expires_at);
CREATE UNIQUE INDEX carts_open ON carts USING btree (user_id, channel) WHERE (status = ANY (ARRAY['active'::text, 'abandoned'::text]));
CREATE INDEX carts_updated ON carts USING btree (updated_at) WHERE (status = 'active'::text);
CREATE INDEX carts_user ON carts USING btree (user_id, created_at);

CREATE TABLE categories (
    id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    image text,
    color text DEFAULT '#3B82F6'::text NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT categories_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX categories_name ON categories USING btree (lower(name));

CREATE TABLE chat_arrivals (
    hash bytea NOT NULL,
    discord_id text NOT NULL,
    discord_name text NOT NULL,
    email text,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT chat_arrivals_pkey PRIMARY KEY (hash)
);

CREATE INDEX chat_arrivals_expires ON chat_arrivals USING btree (expires_at);

CREATE TABLE chat_interactions (
    id text NOT NULL,
    kind text NOT NULL,
    person_id text NOT NULL,
    sealed bytea,
    payment_id text,
    created_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT chat_interactions_pkey PRIMARY KEY (id)
);

CREATE INDEX chat_interactions_created ON chat_interactions USING btree (created_at);
CREATE INDEX chat_interactions_payment ON chat_interactions USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE TABLE chat_links (
    hash bytea NOT NULL,
    session_id uuid,
    expires_at timestamp with time zone NOT NULL,
    browser_hash bytea,
    CONSTRAINT chat_links_of_one CHECK (((session_id IS NULL) <> (browser_hash IS NULL))),
    CONSTRAINT chat_links_pkey PRIMARY KEY (hash)
);

CREATE INDEX chat_links_expires ON chat_links USING btree (expires_at);
CREATE INDEX chat_links_session ON chat_links USING btree (session_id);

CREATE TABLE consents (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    version text NOT NULL,
    channel text NOT NULL,
    ip text,
    user_agent text,
    language text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    order_id uuid,
    CONSTRAINT consents_pkey PRIMARY KEY (id)
);

CREATE INDEX consents_order ON consents USING btree (order_id);
CREATE INDEX consents_user ON consents USING btree (user_id);

CREATE TABLE coupon_products (
    coupon_id uuid NOT NULL,
    product_id uuid NOT NULL,
    CONSTRAINT coupon_products_coupon_id_product_id_pk PRIMARY KEY (coupon_id, product_id)
);

CREATE TABLE coupon_uses (
    payment_id text NOT NULL,
    coupon_id uuid NOT NULL,
    user_id uuid NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT coupon_uses_pkey PRIMARY KEY (payment_id)
);

CREATE INDEX coupon_uses_coupon ON coupon_uses USING btree (coupon_id, state);
CREATE INDEX coupon_uses_user ON coupon_uses USING btree (user_id, created_at);

CREATE TABLE coupon_variants (
    coupon_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    CONSTRAINT coupon_variants_pkey PRIMARY KEY (coupon_id, variant_id)
);

CREATE TABLE coupons (
    id uuid NOT NULL,
    code text NOT NULL,
    type text NOT NULL,
    value integer NOT NULL,
    min_purchase_cents bigint DEFAULT 0 NOT NULL,
    max_discount_cents bigint DEFAULT 0 NOT NULL,
    usage_limit integer DEFAULT 0 NOT NULL,
    usage_count integer DEFAULT 0 NOT NULL,
    reserved_count integer DEFAULT 0 NOT NULL,
    start_date timestamp with time zone NOT NULL,
    end_date timestamp with time zone NOT NULL,
    active boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT coupons_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX coupons_code ON coupons USING btree (code) WHERE (deleted_at IS NULL);
CREATE INDEX coupons_created ON coupons USING btree (created_at, id);

CREATE TABLE customer_notes (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    author_id uuid,
    author text NOT NULL,
    text text NOT NULL,
    client_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT customer_notes_pkey PRIMARY KEY (id)
);

CREATE INDEX customer_notes_author ON customer_notes USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE UNIQUE INDEX customer_notes_client ON customer_notes USING btree (user_id, client_id);
CREATE INDEX customer_notes_user ON customer_notes USING btree (user_id, created_at, id);

CREATE TABLE deposits (
    id text NOT NULL,
    coin text NOT NULL,
    network text NOT NULL,
    coin_units bigint NOT NULL,
    amount text NOT NULL,
    tx_id text NOT NULL,
    status integer NOT NULL,
    confirmations text,
    inserted_at timestamp with time zone NOT NULL,
    payment_id text,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT deposits_pkey PRIMARY KEY (id)
);

CREATE INDEX deposits_payment ON deposits USING btree (payment_id);
CREATE INDEX deposits_state ON deposits USING btree (state, inserted_at);
CREATE INDEX deposits_written ON deposits USING btree (reference_key(tx_id));

CREATE TABLE disputes (
    payment_id text NOT NULL,
    dispute_id text NOT NULL,
    receipt_id text,
    state text NOT NULL,
    contested_cents bigint NOT NULL,
    taken_cents bigint NOT NULL,
    due_at timestamp with time zone,
    read_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    reason text,
    CONSTRAINT disputes_pkey PRIMARY KEY (payment_id, dispute_id)
);

CREATE TABLE infractions (
    id text NOT NULL,
    payment_id text NOT NULL,
    receipt_id text NOT NULL,
    status text NOT NULL,
    contested_cents bigint NOT NULL,
    reason text,
    opened_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone,
    defence text,
    defended_by text,
    defence_state text,
    defence_failure text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    situation text,
    CONSTRAINT infractions_contested_cents_check CHECK ((contested_cents >= 0)),
    CONSTRAINT infractions_defence_state_check CHECK ((defence_state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text]))),
    CONSTRAINT infractions_pkey PRIMARY KEY (id)
);

CREATE INDEX infractions_payment ON infractions USING btree (payment_id);

CREATE TABLE kept_cpfs (
    user_id uuid NOT NULL,
    cpf_cipher bytea NOT NULL,
    kept_at timestamp with time zone NOT NULL,
    CONSTRAINT kept_cpfs_pkey PRIMARY KEY (user_id)
);

CREATE TABLE kept_providers (
    name text NOT NULL,
    sealed bytea NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT kept_providers_pkey PRIMARY KEY (name)
);

CREATE TABLE key_replacements (
    id uuid NOT NULL,
    licence_id uuid NOT NULL,
    unit_id uuid NOT NULL,
    order_id uuid NOT NULL,
    reason text NOT NULL,
    old_cipher bytea NOT NULL,
    old_index bytea NOT NULL,
    old_last4 text NOT NULL,
    old_stock_key_id uuid,
    actor_id uuid,
    actor_name text,
    created_at timestamp with time zone NOT NULL,
    done_at timestamp with time zone,
    CONSTRAINT key_replacements_pkey PRIMARY KEY (id)
);

CREATE INDEX key_replacements_licence ON key_replacements USING btree (licence_id, created_at);
CREATE INDEX key_replacements_old ON key_replacements USING btree (old_index);
CREATE UNIQUE INDEX key_replacements_open ON key_replacements USING btree (licence_id) WHERE (done_at IS NULL);
CREATE INDEX key_replacements_order ON key_replacements USING btree (order_id);

CREATE TABLE keys_seen (
    actor_id uuid NOT NULL,
    section text NOT NULL,
    audit_id uuid NOT NULL,
    since timestamp with time zone NOT NULL,
    key_ids uuid[] NOT NULL,
    CONSTRAINT keys_seen_pkey PRIMARY KEY (actor_id, section)
);

CREATE TABLE licence_grants (
    id uuid NOT NULL,
    unit_id uuid NOT NULL,
    order_id uuid NOT NULL,
    seller_type text NOT NULL,
    level integer NOT NULL,
    days integer NOT NULL,
    key_cipher bytea NOT NULL,
    key_index bytea NOT NULL,
    state text DEFAULT 'asked'::text NOT NULL,
    standing text,
    tries integer DEFAULT 0 NOT NULL,
    problem text,
    busy_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT licence_grants_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX licence_grants_asked ON licence_grants USING btree (unit_id) WHERE (state = 'asked'::text);
CREATE INDEX licence_grants_due ON licence_grants USING btree (updated_at) WHERE ((state = 'asked'::text) OR (problem IS NOT NULL));
CREATE UNIQUE INDEX licence_grants_key ON licence_grants USING btree (key_index);
CREATE INDEX licence_grants_order ON licence_grants USING btree (order_id);
CREATE INDEX licence_grants_unit ON licence_grants USING btree (unit_id);

CREATE TABLE licence_views (
    licence_id uuid NOT NULL,
    ip text NOT NULL,
    user_agent text,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT licence_views_pkey PRIMARY KEY (licence_id, ip)
);

CREATE TABLE licences (
    id uuid NOT NULL,
    unit_id uuid NOT NULL,
    order_id uuid NOT NULL,
    user_id uuid NOT NULL,
    product_id uuid NOT NULL,
    product_name text NOT NULL,
    stock_key_id uuid,
    key_cipher bytea NOT NULL,
    key_index bytea NOT NULL,
    last4 text NOT NULL,
    price_cents bigint NOT NULL,
    currency text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    customer_name text NOT NULL,
    customer_email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    hidden_at timestamp with time zone,
    suspended_at timestamp with time zone,
    expiry_told timestamp with time zone,
    key_block_indexes bytea[],
    variant_id uuid NOT NULL,
    variant_name text DEFAULT ''::text NOT NULL,
    validity_days integer,
    CONSTRAINT licences_pkey PRIMARY KEY (id)
);

CREATE INDEX licences_blocks ON licences USING gin (key_block_indexes) WITH (gin_pending_list_limit='64') WHERE (key_block_indexes IS NOT NULL);
CREATE INDEX licences_expires ON licences USING btree (expires_at) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX licences_key ON licences USING btree (key_index);
CREATE INDEX licences_last4 ON licences USING btree (last4);
CREATE INDEX licences_listed ON licences USING btree (created_at, id) WHERE (hidden_at IS NULL);
CREATE INDEX licences_order ON licences USING btree (order_id);
CREATE INDEX licences_role ON licences USING btree (variant_id, user_id) WHERE (status = 'active'::text);
CREATE INDEX licences_search ON licences USING gin (lower((customer_name COLLATE "pt-BR-x-icu")) gin_trgm_ops, lower((customer_email COLLATE "pt-BR-x-icu")) gin_trgm_ops, lower((product_name COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE UNIQUE INDEX licences_unit ON licences USING btree (unit_id);
CREATE INDEX licences_user ON licences USING btree (user_id, created_at);
CREATE INDEX licences_without_blocks ON licences USING btree (id) WHERE (key_block_indexes IS NULL);

CREATE TABLE login_challenges (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT login_challenges_pkey PRIMARY KEY (hash)
);

CREATE INDEX login_challenges_expires ON login_challenges USING btree (expires_at);

CREATE TABLE login_codes (
    hash bytea NOT NULL,
    user_id uuid,
    code_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    used_at timestamp with time zone,
    email text,
    proven_at timestamp with time zone,
    purpose text DEFAULT 'login'::text NOT NULL,
    session_id uuid,
    CONSTRAINT login_codes_of_one CHECK (
CASE purpose
    WHEN 'login'::text THEN (((user_id IS NULL) OR (email IS NULL)) AND (session_id IS NULL))
    WHEN 'mail'::text THEN ((user_id IS NOT NULL) AND (email IS NOT NULL) AND (session_id IS NOT NULL))
    ELSE ((user_id IS NOT NULL) AND (email IS NULL) AND (session_id IS NOT NULL))
END),
    CONSTRAINT login_codes_pkey PRIMARY KEY (hash)
);

CREATE INDEX login_codes_expires ON login_codes USING btree (expires_at);
CREATE INDEX login_codes_session ON login_codes USING btree (session_id);
CREATE INDEX login_codes_user ON login_codes USING btree (user_id);

CREATE TABLE mails_sent (
    id text NOT NULL,
    template text NOT NULL,
    token uuid NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    CONSTRAINT mails_sent_pkey PRIMARY KEY (id)
);

CREATE INDEX mails_sent_claimed ON mails_sent USING btree (claimed_at);

CREATE TABLE notification_preferences (
    user_id uuid NOT NULL,
    email boolean NOT NULL,
    chat boolean NOT NULL,
    updates boolean NOT NULL,
    chosen_at timestamp with time zone NOT NULL,
    CONSTRAINT notification_preferences_pkey PRIMARY KEY (user_id)
);

CREATE TABLE notifications (
    id uuid NOT NULL,
    type text NOT NULL,
    priority text DEFAULT 'medium'::text NOT NULL,
    title text,
    content text NOT NULL,
    author_id text NOT NULL,
    author_name text NOT NULL,
    author_avatar text,
    attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    embeds jsonb DEFAULT '[]'::jsonb NOT NULL,
    tags jsonb DEFAULT '[]'::jsonb NOT NULL,
    metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
    publication text NOT NULL,
    delivery text NOT NULL,
    sent_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    chat_message_id text,
    CONSTRAINT notifications_delivery CHECK ((delivery = ANY (ARRAY['sent'::text, 'failed'::text, 'pending'::text]))),
    CONSTRAINT notifications_priority CHECK ((priority = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'urgent'::text]))),
    CONSTRAINT notifications_publication CHECK ((publication = ANY (ARRAY['sent'::text, 'pending'::text, 'revoked'::text]))),
    CONSTRAINT notifications_sent CHECK (((publication <> 'sent'::text) OR (sent_at IS NOT NULL))),
    CONSTRAINT notifications_type CHECK ((type = ANY (ARRAY['announcement'::text, 'notification'::text, 'update'::text, 'alert'::text]))),
    CONSTRAINT notifications_pkey PRIMARY KEY (id)
);

CREATE INDEX notifications_author ON notifications USING btree (author_id, sent_at, id) WHERE (publication = 'sent'::text);
CREATE INDEX notifications_created ON notifications USING btree (created_at, id);
CREATE INDEX notifications_published ON notifications USING btree (sent_at, id) WHERE (publication = 'sent'::text);
CREATE INDEX notifications_status ON notifications USING btree (publication, created_at, id);

CREATE TABLE operation_marks (
    name text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT operation_marks_pkey PRIMARY KEY (name)
);

CREATE TABLE order_lines (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    "position" integer NOT NULL,
    product_id uuid NOT NULL,
    name text NOT NULL,
    image text,
    unit_cents bigint NOT NULL,
    quantity integer NOT NULL,
    provider text NOT NULL,
    seller_type text NOT NULL,
    level integer NOT NULL,
    validity_days integer,
    variant_id uuid NOT NULL,
    variant_name text DEFAULT ''::text NOT NULL,
    CONSTRAINT order_lines_pkey PRIMARY KEY (id)
);

CREATE INDEX order_lines_product ON order_lines USING btree (product_id);
CREATE INDEX order_lines_sold ON order_lines USING btree (order_id) INCLUDE (product_id, unit_cents, quantity);

CREATE TABLE order_units (
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    line_id uuid NOT NULL,
    unit_index integer NOT NULL,
    variant_id uuid CONSTRAINT order_units_product_id_not_null NOT NULL,
    provider text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    CONSTRAINT order_units_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX order_units_once ON order_units USING btree (line_id, unit_index);
CREATE INDEX order_units_order ON order_units USING btree (order_id);
CREATE INDEX order_units_pending ON order_units USING btree (created_at, id) WHERE (status = 'pending'::text);
CREATE INDEX order_units_sold ON order_units USING btree (created_at) INCLUDE (variant_id, status);
CREATE INDEX order_units_waiting ON order_units USING btree (variant_id, created_at) WHERE (status = 'pending'::text);

CREATE TABLE order_withdrawals (
    order_id uuid NOT NULL,
    user_id uuid NOT NULL,
    reason text,
    created_at timestamp with time zone NOT NULL,
    declined_at timestamp with time zone,
    declined_by uuid,
    answer text,
    CONSTRAINT order_withdrawals_answer_check CHECK ((length(answer) <= 500)),
    CONSTRAINT order_withdrawals_check CHECK (((declined_at IS NULL) = (answer IS NULL))),
    CONSTRAINT order_withdrawals_reason_check CHECK ((length(reason) <= 500)),
    CONSTRAINT order_withdrawals_pkey PRIMARY KEY (order_id)
);

CREATE INDEX order_withdrawals_user ON order_withdrawals USING btree (user_id);

CREATE TABLE orders (
    id uuid NOT NULL,
    number text DEFAULT next_name('ORD-'::text, 'order_number'::regclass, 6) NOT NULL,
    user_id uuid NOT NULL,
    cart_id uuid NOT NULL,
    fingerprint text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    currency text NOT NULL,
    subtotal_cents bigint NOT NULL,
    discount_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    coupon_code text,
    payment_method text NOT NULL,
    origin text DEFAULT 'site'::text NOT NULL,
    customer_name text NOT NULL,
    customer_email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    deleted_at timestamp with time zone,
    suspended_at timestamp with time zone,
    archived_at timestamp with time zone,
    receipt_name text,
    receipt_email text,
    source text,
    test_mode boolean DEFAULT false NOT NULL,
    CONSTRAINT orders_pkey PRIMARY KEY (id)
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

CREATE INDEX orders_archived ON orders USING btree (created_at) WHERE (archived_at IS NOT NULL);
CREATE INDEX orders_cart ON orders USING btree (cart_id);
CREATE INDEX orders_created ON orders USING btree (created_at, id) INCLUDE (status, deleted_at, currency, total_cents);
CREATE UNIQUE INDEX orders_number ON orders USING btree (number);
CREATE INDEX orders_search ON orders USING gin (lower((((((number || ' '::text) || customer_name) || ' '::text) || customer_email) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX orders_sold ON orders USING btree (completed_at) INCLUDE (id, status, currency, total_cents, subtotal_cents, payment_method) WHERE (completed_at IS NOT NULL);
CREATE INDEX orders_status ON orders USING btree (status, created_at);
CREATE INDEX orders_test ON orders USING btree (id) WHERE test_mode;
CREATE INDEX orders_user ON orders USING btree (user_id, created_at);

CREATE TABLE password_resets (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT password_resets_pkey PRIMARY KEY (hash)
);

CREATE INDEX password_resets_user ON password_resets USING btree (user_id);

CREATE TABLE payments (
    id text NOT NULL,
    order_id uuid NOT NULL,
    cart_id uuid NOT NULL,
    user_id uuid NOT NULL,
    method text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    reason text,
    attention text,
    note text,
    currency text NOT NULL,
    amount_cents bigint NOT NULL,
    original_cents bigint NOT NULL,
    discount_cents bigint NOT NULL,
    received_cents bigint DEFAULT 0 NOT NULL,
    usd_rate numeric NOT NULL,
    coupon_code text,
    product_name text NOT NULL,
    customer_name text NOT NULL,
    customer_email text NOT NULL,
    language text NOT NULL,
    discord_id text,
    discord_message_id text,
    discord_channel_id text,
    cpf_cipher bytea,
    provider_reference text,
    charge jsonb,
    success_url text NOT NULL,
    cancel_url text NOT NULL,
    coin text,
    network text,
    coin_units bigint,
    refunded boolean DEFAULT false NOT NULL,
    attempt integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    paid_at timestamp with time zone,
    settled_at timestamp with time zone,
    next_check_at timestamp with time zone,
    checked_at timestamp with time zone,
    on_desk boolean DEFAULT false NOT NULL,
    dispute text,
    test_mode boolean DEFAULT false NOT NULL,
    CONSTRAINT payments_pkey PRIMARY KEY (id)
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0.02');

CREATE UNIQUE INDEX payments_coin_amount ON payments USING btree (coin, network, coin_units) WHERE ((next_check_at IS NOT NULL) AND (coin_units IS NOT NULL));
CREATE INDEX payments_created ON payments USING btree (created_at, id) INCLUDE (status, method, currency, amount_cents, usd_rate);
CREATE INDEX payments_dealt_with ON payments USING btree (updated_at, id) WHERE (((attention IS NOT NULL) OR (dispute IS NOT NULL)) AND (NOT on_desk));
CREATE INDEX payments_desk ON payments USING btree (updated_at, id) WHERE on_desk;
CREATE INDEX payments_due ON payments USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE UNIQUE INDEX payments_one_pending ON payments USING btree (cart_id) WHERE (status = 'pending'::text);
CREATE INDEX payments_order ON payments USING btree (order_id);
CREATE INDEX payments_rate ON payments USING btree (order_id, settled_at, id) INCLUDE (usd_rate) WHERE (status = ANY (ARRAY['completed'::text, 'refunded'::text]));
CREATE UNIQUE INDEX payments_reference ON payments USING btree (method, provider_reference);
CREATE INDEX payments_search_over ON payments USING gin (lower((((((((((id || ' '::text) || COALESCE(provider_reference, ''::text)) || ' '::text) || customer_name) || ' '::text) || customer_email) || ' '::text) || product_name) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64') WHERE (status <> 'pending'::text);
CREATE INDEX payments_user ON payments USING btree (user_id, created_at);

CREATE TABLE price_changes (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    currency text NOT NULL,
    from_cents bigint,
    to_cents bigint NOT NULL,
    cause text NOT NULL,
    actor_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT price_changes_cause_check CHECK ((cause = ANY (ARRAY['made'::text, 'hand'::text, 'currency'::text, 'plan_start'::text, 'plan_end'::text]))),
    CONSTRAINT price_changes_currency_check CHECK ((currency = ANY (ARRAY['BRL'::text, 'USD'::text]))),
    CONSTRAINT price_changes_from_cents_check CHECK ((from_cents >= 0)),
    CONSTRAINT price_changes_to_cents_check CHECK ((to_cents >= 0)),
    CONSTRAINT price_changes_pkey PRIMARY KEY (id)
);

CREATE INDEX price_changes_product ON price_changes USING btree (product_id, created_at, id);
CREATE INDEX price_changes_variant ON price_changes USING btree (variant_id);

CREATE TABLE price_plans (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    variant_id uuid NOT NULL,
    price_cents bigint NOT NULL,
    compare_at_cents bigint,
    starts_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone,
    state text DEFAULT 'waiting'::text NOT NULL,
    before_cents bigint,
    before_compare_cents bigint,
    actor_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT price_plans_compare CHECK (((compare_at_cents IS NULL) OR (compare_at_cents > price_cents))),
    CONSTRAINT price_plans_order CHECK (((ends_at IS NULL) OR (ends_at > starts_at))),
    CONSTRAINT price_plans_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT price_plans_running CHECK (((state <> 'running'::text) OR ((ends_at IS NOT NULL) AND (before_cents IS NOT NULL)))),
    CONSTRAINT price_plans_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'overruled'::text, 'missed'::text]))),
    CONSTRAINT price_plans_pkey PRIMARY KEY (id)
);

CREATE INDEX price_plans_open ON price_plans USING btree (variant_id, starts_at, ends_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE INDEX price_plans_product ON price_plans USING btree (product_id, starts_at, id);
CREATE INDEX price_plans_variant ON price_plans USING btree (variant_id);

CREATE TABLE product_images (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    url text NOT NULL,
    alt_pt text DEFAULT ''::text NOT NULL,
    alt_en text DEFAULT ''::text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT product_images_height_check CHECK ((height > 0)),
    CONSTRAINT product_images_position_check CHECK ((("position" >= 0) AND ("position" <= 9))),
    CONSTRAINT product_images_url_check CHECK ((url ~ '^/uploads/[0-9a-f]{64}\.webp$'::text)),
    CONSTRAINT product_images_width_check CHECK ((width > 0)),
    CONSTRAINT product_images_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX product_images_product ON product_images USING btree (product_id, "position");

CREATE TABLE product_related (
    product_id uuid NOT NULL,
    related_id uuid NOT NULL,
    "position" integer NOT NULL,
    CONSTRAINT product_related_check CHECK ((product_id <> related_id)),
    CONSTRAINT product_related_position_check CHECK ((("position" >= 0) AND ("position" <= 7))),
    CONSTRAINT product_related_pkey PRIMARY KEY (product_id, related_id)
);

CREATE INDEX product_related_related ON product_related USING btree (related_id);

CREATE TABLE product_slugs (
    slug text NOT NULL,
    product_id uuid NOT NULL,
    is_current boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT product_slugs_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 80) AND (slug <> 'category'::text))),
    CONSTRAINT product_slugs_pkey PRIMARY KEY (slug)
);

CREATE UNIQUE INDEX product_slugs_current ON product_slugs USING btree (product_id) WHERE is_current;
CREATE INDEX product_slugs_product ON product_slugs USING btree (product_id);

CREATE TABLE product_texts (
    product_id uuid NOT NULL,
    language text NOT NULL,
    name text,
    summary text,
    body text DEFAULT ''::text NOT NULL,
    requirements text DEFAULT ''::text NOT NULL,
    includes text DEFAULT ''::text NOT NULL,
    guide text DEFAULT ''::text NOT NULL,
    seo_title text,
    seo_description text,
    trees jsonb DEFAULT '{}'::jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT product_texts_check CHECK (((language <> 'pt-BR'::text) OR ((name IS NULL) AND (summary IS NULL)))),
    CONSTRAINT product_texts_language_check CHECK ((language = ANY (ARRAY['pt-BR'::text, 'en-US'::text]))),
    CONSTRAINT product_texts_pkey PRIMARY KEY (product_id, language)
);

CREATE TABLE product_variants (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    name_en text,
    "position" integer NOT NULL,
    active boolean DEFAULT true NOT NULL,
    price_cents bigint NOT NULL,
    compare_at_cents bigint,
    provider text DEFAULT 'stock'::text NOT NULL,
    seller_type text DEFAULT 'multiloader'::text NOT NULL,
    level integer DEFAULT 1 NOT NULL,
    validity_days integer,
    discord_role_id text,
    min_quantity integer DEFAULT 1 NOT NULL,
    max_quantity integer DEFAULT 10 NOT NULL,
    per_customer integer DEFAULT 0 NOT NULL,
    per_customer_since timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    CONSTRAINT product_variants_compare CHECK (((compare_at_cents IS NULL) OR (compare_at_cents > price_cents))),
    CONSTRAINT product_variants_first CHECK (((id <> product_id) OR (deleted_at IS NULL))),
    CONSTRAINT product_variants_keyauth CHECK (((provider <> 'keyauth'::text) OR (validity_days IS NOT NULL))),
    CONSTRAINT product_variants_name_check CHECK ((length(name) <= 80)),
    CONSTRAINT product_variants_name_en_check CHECK ((length(name_en) <= 80)),
    CONSTRAINT product_variants_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT product_variants_quantities CHECK (min_quantity BETWEEN 1 AND max_quantity AND max_quantity <= 99 AND per_customer >= 0),
    CONSTRAINT product_variants_validity_days_check CHECK ((validity_days > 0)),
    CONSTRAINT product_variants_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX product_variants_name ON product_variants USING btree (product_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX product_variants_product ON product_variants USING btree (product_id, "position", id) WHERE (deleted_at IS NULL);

CREATE TABLE products (
    id uuid NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    currency text DEFAULT 'BRL'::text NOT NULL,
    image text,
    category_id uuid NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    is_featured boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    search_name text GENERATED ALWAYS AS (search_text(name)) STORED NOT NULL,
    search_all text GENERATED ALWAYS AS (search_text(((name || ' '::text) || description))) STORED NOT NULL,
    CONSTRAINT products_pkey PRIMARY KEY (id)
);

CREATE INDEX products_category ON products USING btree (category_id) WHERE (deleted_at IS NULL);
CREATE INDEX products_featured ON products USING btree (is_featured) WHERE (is_featured AND (deleted_at IS NULL));
CREATE INDEX products_search ON products USING gin (search_all gin_trgm_ops) WITH (fastupdate=off, gin_pending_list_limit='64') WHERE ((deleted_at IS NULL) AND (status = 'active'::text));

CREATE TABLE provider_breakers (
    provider text NOT NULL,
    state text NOT NULL,
    reason text,
    failed_probes integer DEFAULT 0 NOT NULL,
    opened_at timestamp with time zone NOT NULL,
    next_probe_at timestamp with time zone NOT NULL,
    CONSTRAINT provider_breakers_state_check CHECK ((state = ANY (ARRAY['closed'::text, 'open'::text, 'half-open'::text]))),
    CONSTRAINT provider_breakers_pkey PRIMARY KEY (provider)
);

CREATE TABLE provider_checks (
    name text NOT NULL,
    next_at timestamp with time zone NOT NULL,
    checked_at timestamp with time zone,
    found text,
    detail text,
    CONSTRAINT provider_checks_pkey PRIMARY KEY (name)
);

CREATE TABLE push_devices (
    id uuid NOT NULL,
    endpoint_index bytea NOT NULL,
    sealed bytea NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT push_devices_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX push_devices_endpoint ON push_devices USING btree (endpoint_index);
CREATE INDEX push_devices_session ON push_devices USING btree (session_id);
CREATE INDEX push_devices_user ON push_devices USING btree (user_id);

CREATE TABLE push_keys (
    id integer NOT NULL,
    public_key text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT push_keys_id_check CHECK ((id = 1)),
    CONSTRAINT push_keys_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE rate_limits (
    key character varying(255) NOT NULL,
    points integer DEFAULT 0 NOT NULL,
    expire bigint,
    CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000');

CREATE TABLE receipts (
    method text NOT NULL,
    receipt_id text NOT NULL,
    payment_id text NOT NULL,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    by_hand boolean DEFAULT false NOT NULL,
    reference_key text,
    CONSTRAINT receipts_method_receipt_id_pk PRIMARY KEY (method, receipt_id)
);

CREATE INDEX receipts_payment ON receipts USING btree (payment_id);
CREATE UNIQUE INDEX receipts_reference ON receipts USING btree (reference_key) WHERE (reference_key IS NOT NULL);
CREATE INDEX receipts_written ON receipts USING btree (reference_key(receipt_id));

CREATE TABLE recovery_codes (
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    used_at timestamp with time zone,
    secret_mark integer,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, hash)
);

CREATE TABLE refresh_tokens (
    hash bytea NOT NULL,
    session_id uuid NOT NULL,
    generation integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    rotated_at timestamp with time zone,
    CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash)
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

CREATE INDEX refresh_tokens_session ON refresh_tokens USING btree (session_id);

CREATE TABLE refunds (
    id text NOT NULL,
    payment_id text NOT NULL,
    receipt_id text NOT NULL,
    amount_cents bigint NOT NULL,
    reason text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    provider_id text,
    failure text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT refunds_pkey PRIMARY KEY (id)
);

CREATE INDEX refunds_done ON refunds USING btree (updated_at) WHERE (status = 'succeeded'::text);
CREATE UNIQUE INDEX refunds_once ON refunds USING btree (payment_id, receipt_id, reason);
CREATE INDEX refunds_open ON refunds USING btree (updated_at) WHERE (status = 'pending'::text);
CREATE INDEX refunds_payment ON refunds USING btree (payment_id);

CREATE TABLE review_invites (
    order_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT review_invites_pkey PRIMARY KEY (order_id)
);

CREATE TABLE review_reports (
    review_id uuid NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT review_reports_reason_check CHECK ((length(reason) <= 300)),
    CONSTRAINT review_reports_pkey PRIMARY KEY (review_id, user_id)
);

CREATE INDEX review_reports_user ON review_reports USING btree (user_id);

CREATE TABLE review_totals (
    product_id uuid NOT NULL,
    n integer NOT NULL,
    stars integer NOT NULL,
    CONSTRAINT review_totals_pkey PRIMARY KEY (product_id)
);

CREATE TABLE review_writes (
    user_id uuid NOT NULL,
    since timestamp with time zone NOT NULL,
    n smallint NOT NULL,
    CONSTRAINT review_writes_pkey PRIMARY KEY (user_id)
);

CREATE TABLE reviews (
    id uuid NOT NULL,
    product_id uuid NOT NULL,
    user_id uuid,
    author_name text,
    rating smallint NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    status text NOT NULL,
    counts boolean DEFAULT true NOT NULL,
    reply text,
    reply_by uuid,
    replied_at timestamp with time zone,
    reply_told boolean DEFAULT false NOT NULL,
    reject_reason text,
    language text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    edited_at timestamp with time zone,
    published_at timestamp with time zone,
    CONSTRAINT reviews_body_check CHECK ((length(body) <= 2000)),
    CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
    CONSTRAINT reviews_reply_check CHECK ((length(reply) <= 1000)),
    CONSTRAINT reviews_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'published'::text, 'rejected'::text]))),
    CONSTRAINT reviews_pkey PRIMARY KEY (id)
);

CREATE INDEX reviews_created ON reviews USING btree (created_at, id);
CREATE UNIQUE INDEX reviews_once ON reviews USING btree (product_id, user_id);
CREATE INDEX reviews_praise ON reviews USING btree (created_at, id) WHERE ((status = 'published'::text) AND counts AND (rating >= 4) AND (body <> ''::text));
CREATE INDEX reviews_shown ON reviews USING btree (product_id, created_at, id) WHERE ((status = 'published'::text) AND counts);
CREATE INDEX reviews_status ON reviews USING btree (status, created_at, id);
CREATE INDEX reviews_user ON reviews USING btree (user_id);

CREATE TABLE role_grants (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    discord_id text NOT NULL,
    role_id text NOT NULL,
    wanted boolean NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL,
    problem text,
    detail text,
    turn integer DEFAULT 1 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_at timestamp with time zone,
    checked_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT role_grants_pkey PRIMARY KEY (id)
);

CREATE INDEX role_grants_checked ON role_grants USING btree (checked_at) WHERE wanted;
CREATE INDEX role_grants_due ON role_grants USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX role_grants_listed ON role_grants USING btree (updated_at, id);
CREATE UNIQUE INDEX role_grants_one ON role_grants USING btree (discord_id, role_id);
CREATE INDEX role_grants_state ON role_grants USING btree (state, updated_at, id);
CREATE INDEX role_grants_user ON role_grants USING btree (user_id);

CREATE TABLE saved_replies (
    id uuid NOT NULL,
    title text NOT NULL,
    texts jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT saved_replies_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX saved_replies_title ON saved_replies USING btree (lower(title));

CREATE TABLE saved_views (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    section text NOT NULL,
    name text NOT NULL,
    filters jsonb NOT NULL,
    hidden jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT saved_views_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX saved_views_name ON saved_views USING btree (user_id, section, lower(name));

CREATE TABLE sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    revoke_reason text,
    ip text,
    user_agent text,
    last_seen_at timestamp with time zone,
    last_ip text,
    proven_at timestamp with time zone,
    CONSTRAINT sessions_pkey PRIMARY KEY (id)
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

CREATE INDEX sessions_expires ON sessions USING btree (expires_at);
CREATE INDEX sessions_ip ON sessions USING btree (ip, created_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);

CREATE TABLE shop_alerts (
    name text NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    told_at timestamp with time zone,
    well_at timestamp with time zone,
    detail text,
    CONSTRAINT shop_alerts_pkey PRIMARY KEY (name)
);

CREATE TABLE site_pages (
    id uuid NOT NULL,
    slug text NOT NULL,
    texts jsonb NOT NULL,
    trees jsonb NOT NULL,
    is_published boolean DEFAULT false NOT NULL,
    in_footer boolean DEFAULT true NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT site_pages_pkey PRIMARY KEY (id),
    CONSTRAINT site_pages_slug_key UNIQUE (slug)
);

CREATE TABLE site_settings (
    id integer DEFAULT 1 NOT NULL,
    "values" jsonb DEFAULT '{}'::jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT site_settings_pkey PRIMARY KEY (id)
);

CREATE TABLE status_announcements (
    id uuid NOT NULL,
    part text NOT NULL,
    kind text NOT NULL,
    texts jsonb NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT status_announcements_check CHECK ((ended_at >= started_at)),
    CONSTRAINT status_announcements_kind_check CHECK ((kind = ANY (ARRAY['incident'::text, 'maintenance'::text]))),
    CONSTRAINT status_announcements_pkey PRIMARY KEY (id)
);

CREATE INDEX status_announcements_started ON status_announcements USING btree (started_at);

CREATE TABLE status_clock (
    id integer DEFAULT 1 NOT NULL,
    claimed_at timestamp with time zone NOT NULL,
    measured_at timestamp with time zone,
    CONSTRAINT status_clock_id_check CHECK ((id = 1)),
    CONSTRAINT status_clock_pkey PRIMARY KEY (id)
);

CREATE TABLE status_days (
    part text NOT NULL,
    day date NOT NULL,
    up smallint DEFAULT 0 NOT NULL,
    degraded smallint DEFAULT 0 NOT NULL,
    down smallint DEFAULT 0 NOT NULL,
    paused smallint DEFAULT 0 NOT NULL,
    CONSTRAINT status_days_pkey PRIMARY KEY (part, day)
);

CREATE INDEX status_days_day ON status_days USING btree (day);

CREATE TABLE status_incidents (
    id uuid NOT NULL,
    part text NOT NULL,
    worst text NOT NULL,
    detail text,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone NOT NULL,
    CONSTRAINT status_incidents_worst_check CHECK ((worst = ANY (ARRAY['degraded'::text, 'down'::text]))),
    CONSTRAINT status_incidents_pkey PRIMARY KEY (id)
);

CREATE INDEX status_incidents_ended ON status_incidents USING btree (ended_at);
CREATE INDEX status_incidents_part ON status_incidents USING btree (part, ended_at);

CREATE TABLE status_parts (
    part text NOT NULL,
    state text NOT NULL,
    measured_at timestamp with time zone NOT NULL,
    CONSTRAINT status_parts_state_check CHECK ((state = ANY (ARRAY['up'::text, 'degraded'::text, 'down'::text, 'paused'::text]))),
    CONSTRAINT status_parts_pkey PRIMARY KEY (part)
);

CREATE TABLE stock_counts (
    variant_id uuid CONSTRAINT stock_counts_product_id_not_null NOT NULL,
    status text NOT NULL,
    n bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_analyze_scale_factor='0', autovacuum_analyze_threshold='500');

CREATE TABLE stock_keys (
    id uuid NOT NULL,
    variant_id uuid CONSTRAINT stock_keys_product_id_not_null NOT NULL,
    "position" bigint NOT NULL,
    key_cipher bytea NOT NULL,
    key_index bytea NOT NULL,
    last4 text NOT NULL,
    status text DEFAULT 'available'::text NOT NULL,
    payment_id text,
    unit_id uuid,
    used_by_email text,
    used_by_name text,
    used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    handled_by uuid,
    cost_cents bigint,
    key_block_indexes bytea[],
    CONSTRAINT stock_keys_pkey PRIMARY KEY (id)
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

CREATE INDEX stock_keys_available ON stock_keys USING btree (variant_id, "position") WHERE (status = 'available'::text);
CREATE INDEX stock_keys_blocks ON stock_keys USING gin (key_block_indexes) WITH (gin_pending_list_limit='64') WHERE (key_block_indexes IS NOT NULL);
CREATE INDEX stock_keys_cost ON stock_keys USING btree (used_at) INCLUDE (cost_cents) WHERE ((cost_cents IS NOT NULL) AND (used_at IS NOT NULL));
CREATE INDEX stock_keys_created ON stock_keys USING btree (created_at, id);
CREATE UNIQUE INDEX stock_keys_key ON stock_keys USING btree (key_index);
CREATE INDEX stock_keys_last4 ON stock_keys USING btree (last4);
CREATE INDEX stock_keys_product ON stock_keys USING btree (variant_id, status);
CREATE INDEX stock_keys_product_created ON stock_keys USING btree (variant_id, created_at, id);
CREATE INDEX stock_keys_reserved ON stock_keys USING btree (payment_id) WHERE (status = 'reserved'::text);
CREATE INDEX stock_keys_status ON stock_keys USING btree (status, created_at, id);
CREATE UNIQUE INDEX stock_keys_unit ON stock_keys USING btree (unit_id) WHERE (unit_id IS NOT NULL);
CREATE INDEX stock_keys_used_by ON stock_keys USING gin (lower((used_by_email COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX stock_keys_without_blocks ON stock_keys USING btree (id) WHERE (key_block_indexes IS NULL);

CREATE TABLE stock_waits (
    variant_id uuid CONSTRAINT stock_waits_product_id_not_null NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT stock_waits_pkey PRIMARY KEY (variant_id, user_id)
);

CREATE INDEX stock_waits_user ON stock_waits USING btree (user_id);

CREATE TABLE stock_watches (
    variant_id uuid CONSTRAINT stock_watches_product_id_not_null NOT NULL,
    threshold integer NOT NULL,
    low_since timestamp with time zone,
    CONSTRAINT stock_watches_pkey PRIMARY KEY (variant_id)
);

CREATE TABLE ticket_files (
    id uuid NOT NULL,
    ticket_id uuid,
    name text NOT NULL,
    bytes bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    owner_id uuid,
    message_id uuid,
    type text,
    size integer,
    CONSTRAINT ticket_files_check CHECK (((ticket_id IS NOT NULL) OR (owner_id IS NOT NULL))),
    CONSTRAINT ticket_files_pkey PRIMARY KEY (id)
);

CREATE INDEX ticket_files_message ON ticket_files USING btree (message_id);
CREATE INDEX ticket_files_ticket ON ticket_files USING btree (ticket_id);
CREATE INDEX ticket_files_waiting ON ticket_files USING btree (owner_id, created_at) WHERE (ticket_id IS NULL);

CREATE TABLE ticket_messages (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    "position" bigint NOT NULL,
    author text NOT NULL,
    author_id text,
    role text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    embeds jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    channel text DEFAULT 'discord'::text NOT NULL,
    sender_id uuid,
    client_id uuid,
    chat_message_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT ticket_messages_channel_check CHECK ((channel = ANY (ARRAY['shop'::text, 'mail'::text, 'discord'::text]))),
    CONSTRAINT ticket_messages_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX ticket_messages_client ON ticket_messages USING btree (ticket_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX ticket_messages_sender ON ticket_messages USING btree (sender_id, created_at) WHERE (sender_id IS NOT NULL);
CREATE INDEX ticket_messages_ticket ON ticket_messages USING btree (ticket_id, created_at, "position");

CREATE TABLE ticket_notes (
    id uuid NOT NULL,
    ticket_id uuid NOT NULL,
    author_id uuid,
    author text NOT NULL,
    text text NOT NULL,
    client_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ticket_notes_pkey PRIMARY KEY (id)
);

CREATE INDEX ticket_notes_author ON ticket_notes USING btree (author_id) WHERE (author_id IS NOT NULL);
CREATE UNIQUE INDEX ticket_notes_client ON ticket_notes USING btree (ticket_id, client_id);
CREATE INDEX ticket_notes_ticket ON ticket_notes USING btree (ticket_id, created_at, id);

CREATE TABLE tickets (
    id uuid NOT NULL,
    ticket_id text DEFAULT next_name('TICKET-'::text, 'ticket_number'::regclass, 4) NOT NULL,
    user_name text NOT NULL,
    user_discord_id text NOT NULL,
    user_id uuid,
    subject text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'open'::text NOT NULL,
    channel_id text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    first_response_at timestamp with time zone,
    closed_at timestamp with time zone,
    chat text,
    source text DEFAULT 'discord'::text NOT NULL,
    order_id uuid,
    client_id uuid,
    last_from text,
    last_at timestamp with time zone,
    staff_position bigint DEFAULT 0 NOT NULL,
    customer_seen bigint DEFAULT 0 NOT NULL,
    mailed_position bigint DEFAULT 0 NOT NULL,
    assignee_id uuid,
    first_customer_at timestamp with time zone,
    customer_at timestamp with time zone,
    response_seconds integer,
    waiting_since timestamp with time zone,
    customer_position bigint DEFAULT 0 NOT NULL,
    staff_seen bigint DEFAULT 0 NOT NULL,
    chat_read_at timestamp with time zone,
    CONSTRAINT tickets_last_from_check CHECK ((last_from = ANY (ARRAY['customer'::text, 'staff'::text]))),
    CONSTRAINT tickets_source_check CHECK ((source = ANY (ARRAY['shop'::text, 'discord'::text]))),
    CONSTRAINT tickets_pkey PRIMARY KEY (id)
);

CREATE INDEX tickets_assignee ON tickets USING btree (assignee_id) WHERE (assignee_id IS NOT NULL);
CREATE UNIQUE INDEX tickets_channel ON tickets USING btree (channel_id) WHERE (channel_id IS NOT NULL);
CREATE UNIQUE INDEX tickets_chat_open ON tickets USING btree (user_discord_id) WHERE ((status = 'open'::text) AND (chat = ANY (ARRAY['opening'::text, 'open'::text])));
CREATE INDEX tickets_chat_person ON tickets USING btree (user_discord_id);
CREATE INDEX tickets_chat_read ON tickets USING btree (chat_read_at NULLS FIRST) WHERE ((status = 'open'::text) AND (chat = 'open'::text));
CREATE UNIQUE INDEX tickets_client ON tickets USING btree (user_id, client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX tickets_created ON tickets USING btree (created_at, id);
CREATE INDEX tickets_last_word ON tickets USING btree (status, COALESCE(last_at, created_at), id);
CREATE UNIQUE INDEX tickets_name ON tickets USING btree (ticket_id);
CREATE INDEX tickets_order ON tickets USING btree (order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX tickets_responses ON tickets USING btree (first_response_at) WHERE (response_seconds IS NOT NULL);
CREATE INDEX tickets_search ON tickets USING gin (lower((((((ticket_id || ' '::text) || user_name) || ' '::text) || user_discord_id) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64');
CREATE INDEX tickets_user ON tickets USING btree (user_id, updated_at, id);

CREATE TABLE two_factors (
    user_id uuid NOT NULL,
    secret_cipher bytea NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    tries_since timestamp with time zone,
    CONSTRAINT two_factors_pkey PRIMARY KEY (user_id)
);

CREATE TABLE users (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    password_hash text,
    role text DEFAULT 'client'::text NOT NULL,
    discord_id text,
    language text DEFAULT 'pt-BR'::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_login_at timestamp with time zone,
    is_banned boolean DEFAULT false NOT NULL,
    ban_reason text,
    banned_at timestamp with time zone,
    deleted_at timestamp with time zone,
    discord_name text,
    email_proven_at timestamp with time zone,
    discord_proven_at timestamp with time zone,
    CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE INDEX users_banned ON users USING btree (banned_at) WHERE is_banned;
CREATE INDEX users_created ON users USING btree (created_at);
CREATE UNIQUE INDEX users_discord ON users USING btree (discord_id);
CREATE UNIQUE INDEX users_email ON users USING btree (email);
CREATE INDEX users_last_login ON users USING btree (last_login_at);
CREATE INDEX users_name ON users USING btree (name);
CREATE INDEX users_role ON users USING btree (role, created_at);
CREATE INDEX users_search ON users USING gin (lower((((((name || '
'::text) || email) || '
'::text) || COALESCE(discord_id, ''::text)) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64');

CREATE TABLE vault_canaries (
    key_id integer NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT vault_canaries_pkey PRIMARY KEY (key_id)
);

CREATE TABLE viewed_notifications (
    user_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    viewed_at timestamp with time zone NOT NULL,
    CONSTRAINT viewed_notifications_pkey PRIMARY KEY (user_id, notification_id)
);

CREATE INDEX viewed_notifications_of ON viewed_notifications USING btree (notification_id);

CREATE TABLE visit_days (
    day date NOT NULL,
    step text NOT NULL,
    source text NOT NULL,
    visits bigint NOT NULL,
    CONSTRAINT visit_days_step_check CHECK ((step = ANY (ARRAY['visit'::text, 'cart'::text, 'checkout'::text]))),
    CONSTRAINT visit_days_pkey PRIMARY KEY (day, step, source)
);

CREATE TABLE webhook_events (
    provider text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    reference text,
    received_at timestamp with time zone NOT NULL,
    processed_at timestamp with time zone,
    CONSTRAINT webhook_events_provider_event_id_pk PRIMARY KEY (provider, event_id)
);

CREATE INDEX webhook_events_received ON webhook_events USING btree (received_at);
CREATE INDEX webhook_events_reference ON webhook_events USING btree (reference, received_at);

ALTER TABLE ONLY stock_keys ALTER COLUMN "position" SET DEFAULT nextval('stock_keys_position_seq'::regclass);
ALTER TABLE ONLY ticket_messages ALTER COLUMN "position" SET DEFAULT nextval('ticket_messages_position_seq'::regclass);
ALTER SEQUENCE stock_keys_position_seq OWNED BY stock_keys."position";
ALTER SEQUENCE ticket_messages_position_seq OWNED BY ticket_messages."position";

-- What the trail holds up to the end of next month is its first part; the parts of later months are made when they come.
do $$ begin execute format(
  'alter table only audit_log attach partition audit_log_first for values from (minvalue) to (%L)',
  (date_trunc('month', now() at time zone 'UTC') + interval '2 months')::text || '+00'); end $$;
ALTER TABLE ONLY audit_log ATTACH PARTITION audit_log_other DEFAULT;

ALTER INDEX audit_log_action ATTACH PARTITION audit_action;
ALTER INDEX audit_log_actor ATTACH PARTITION audit_actor;
ALTER INDEX audit_log_created ATTACH PARTITION audit_created;
ALTER INDEX audit_log_id ATTACH PARTITION audit_log_first_id;
ALTER INDEX audit_log_action ATTACH PARTITION audit_log_other_action_created_at_idx;
ALTER INDEX audit_log_actor ATTACH PARTITION audit_log_other_actor_id_created_at_idx;
ALTER INDEX audit_log_created ATTACH PARTITION audit_log_other_created_at_idx;
ALTER INDEX audit_log_security ATTACH PARTITION audit_log_other_created_at_idx1;
ALTER INDEX audit_log_id ATTACH PARTITION audit_log_other_id_created_at_idx;
ALTER INDEX audit_log_target ATTACH PARTITION audit_log_other_target_type_target_id_created_at_idx;
ALTER INDEX audit_log_security ATTACH PARTITION audit_security;
ALTER INDEX audit_log_target ATTACH PARTITION audit_target;

CREATE TRIGGER audit_unchanged BEFORE DELETE OR UPDATE ON audit_log FOR EACH ROW EXECUTE FUNCTION keep_trail();

CREATE TRIGGER consents_append_only BEFORE DELETE OR UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER products_slug AFTER INSERT ON products FOR EACH ROW EXECUTE FUNCTION slug_of_new_product();

CREATE TRIGGER stock_keys_added AFTER INSERT ON stock_keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_added_keys();

CREATE TRIGGER stock_keys_moved AFTER UPDATE ON stock_keys FOR EACH ROW WHEN (((old.status <> new.status) OR (old.variant_id <> new.variant_id))) EXECUTE FUNCTION count_moved_key();

CREATE TRIGGER stock_keys_removed AFTER DELETE ON stock_keys REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_removed_keys();

ALTER TABLE ONLY cart_items
    ADD CONSTRAINT cart_items_cart_id_carts_id_fk FOREIGN KEY (cart_id) REFERENCES carts(id) ON DELETE CASCADE;

ALTER TABLE ONLY cart_items
    ADD CONSTRAINT cart_items_variant FOREIGN KEY (variant_id) REFERENCES product_variants(id);

ALTER TABLE ONLY carts
    ADD CONSTRAINT carts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY chat_interactions
    ADD CONSTRAINT chat_interactions_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);

ALTER TABLE ONLY chat_links
    ADD CONSTRAINT chat_links_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY consents
    ADD CONSTRAINT consents_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY coupon_products
    ADD CONSTRAINT coupon_products_coupon_id_coupons_id_fk FOREIGN KEY (coupon_id) REFERENCES coupons(id) ON DELETE CASCADE;

ALTER TABLE ONLY coupon_products
    ADD CONSTRAINT coupon_products_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY coupon_uses
    ADD CONSTRAINT coupon_uses_coupon_id_coupons_id_fk FOREIGN KEY (coupon_id) REFERENCES coupons(id);

ALTER TABLE ONLY coupon_uses
    ADD CONSTRAINT coupon_uses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY coupon_variants
    ADD CONSTRAINT coupon_variants_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupons(id) ON DELETE CASCADE;

ALTER TABLE ONLY coupon_variants
    ADD CONSTRAINT coupon_variants_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES product_variants(id) ON DELETE CASCADE;

ALTER TABLE ONLY customer_notes
    ADD CONSTRAINT customer_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY deposits
    ADD CONSTRAINT deposits_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);

ALTER TABLE ONLY disputes
    ADD CONSTRAINT disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);

ALTER TABLE ONLY infractions
    ADD CONSTRAINT infractions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);

ALTER TABLE ONLY kept_cpfs
    ADD CONSTRAINT kept_cpfs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY key_replacements
    ADD CONSTRAINT key_replacements_licence_id_fkey FOREIGN KEY (licence_id) REFERENCES licences(id);

ALTER TABLE ONLY licence_grants
    ADD CONSTRAINT licence_grants_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY licence_grants
    ADD CONSTRAINT licence_grants_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES order_units(id);

ALTER TABLE ONLY licence_views
    ADD CONSTRAINT licence_views_licence_id_fkey FOREIGN KEY (licence_id) REFERENCES licences(id);

ALTER TABLE ONLY licences
    ADD CONSTRAINT licences_unit_id_order_units_id_fk FOREIGN KEY (unit_id) REFERENCES order_units(id);

ALTER TABLE ONLY licences
    ADD CONSTRAINT licences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY login_challenges
    ADD CONSTRAINT login_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY login_codes
    ADD CONSTRAINT login_codes_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY login_codes
    ADD CONSTRAINT login_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY notification_preferences
    ADD CONSTRAINT notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY order_lines
    ADD CONSTRAINT order_lines_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY order_units
    ADD CONSTRAINT order_units_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id);

ALTER TABLE ONLY order_units
    ADD CONSTRAINT order_units_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY order_units
    ADD CONSTRAINT order_units_variant FOREIGN KEY (variant_id) REFERENCES product_variants(id);

ALTER TABLE ONLY order_withdrawals
    ADD CONSTRAINT order_withdrawals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY order_withdrawals
    ADD CONSTRAINT order_withdrawals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY orders
    ADD CONSTRAINT orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY password_resets
    ADD CONSTRAINT password_resets_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY price_changes
    ADD CONSTRAINT price_changes_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY price_changes
    ADD CONSTRAINT price_changes_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES product_variants(id) ON DELETE CASCADE;

ALTER TABLE ONLY price_plans
    ADD CONSTRAINT price_plans_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY price_plans
    ADD CONSTRAINT price_plans_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES product_variants(id) ON DELETE CASCADE;

ALTER TABLE ONLY product_images
    ADD CONSTRAINT product_images_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY product_related
    ADD CONSTRAINT product_related_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY product_related
    ADD CONSTRAINT product_related_related_id_fkey FOREIGN KEY (related_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY product_slugs
    ADD CONSTRAINT product_slugs_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY product_texts
    ADD CONSTRAINT product_texts_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;

ALTER TABLE ONLY product_variants
    ADD CONSTRAINT product_variants_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

ALTER TABLE ONLY products
    ADD CONSTRAINT products_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id);

ALTER TABLE ONLY push_devices
    ADD CONSTRAINT push_devices_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY push_devices
    ADD CONSTRAINT push_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE ONLY receipts
    ADD CONSTRAINT receipts_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);

ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_sessions_id_fk FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;

ALTER TABLE ONLY refunds
    ADD CONSTRAINT refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);

ALTER TABLE ONLY review_invites
    ADD CONSTRAINT review_invites_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY review_reports
    ADD CONSTRAINT review_reports_review_id_fkey FOREIGN KEY (review_id) REFERENCES reviews(id) ON DELETE CASCADE;

ALTER TABLE ONLY review_reports
    ADD CONSTRAINT review_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY review_totals
    ADD CONSTRAINT review_totals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

ALTER TABLE ONLY review_writes
    ADD CONSTRAINT review_writes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY reviews
    ADD CONSTRAINT reviews_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id);

ALTER TABLE ONLY reviews
    ADD CONSTRAINT reviews_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY role_grants
    ADD CONSTRAINT role_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY saved_views
    ADD CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY stock_keys
    ADD CONSTRAINT stock_keys_variant FOREIGN KEY (variant_id) REFERENCES product_variants(id);

ALTER TABLE ONLY stock_waits
    ADD CONSTRAINT stock_waits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY stock_waits
    ADD CONSTRAINT stock_waits_variant FOREIGN KEY (variant_id) REFERENCES product_variants(id);

ALTER TABLE ONLY stock_watches
    ADD CONSTRAINT stock_watches_variant FOREIGN KEY (variant_id) REFERENCES product_variants(id);

ALTER TABLE ONLY ticket_files
    ADD CONSTRAINT ticket_files_message_id_fkey FOREIGN KEY (message_id) REFERENCES ticket_messages(id) ON DELETE CASCADE;

ALTER TABLE ONLY ticket_files
    ADD CONSTRAINT ticket_files_ticket_id_tickets_id_fk FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY ticket_messages
    ADD CONSTRAINT ticket_messages_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY ticket_notes
    ADD CONSTRAINT ticket_notes_ticket_id_fkey FOREIGN KEY (ticket_id) REFERENCES tickets(id) ON DELETE CASCADE;

ALTER TABLE ONLY tickets
    ADD CONSTRAINT tickets_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id);

ALTER TABLE ONLY two_factors
    ADD CONSTRAINT two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE ONLY viewed_notifications
    ADD CONSTRAINT viewed_notifications_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE;

ALTER TABLE ONLY viewed_notifications
    ADD CONSTRAINT viewed_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
