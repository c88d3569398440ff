// Parts of a migrated database that `db/tables` cannot or need not declare, as PostgreSQL lists
// them.

/** Included columns of indexes, which allow index-only scans. */
export const carried: Readonly<Record<string, string>> = {
  carts_created: 'status, expires_at',
  order_lines_sold: 'product_id, unit_cents, quantity',
  order_units_sold: 'variant_id, status',
  order_units_variant: 'order_id',
  orders_created: 'status, deleted_at, currency, total_cents',
  orders_sold: 'id, status, currency, total_cents, subtotal_cents, payment_method',
  payments_created: 'status, method, currency, amount_cents, usd_rate',
  payments_rate: 'usd_rate',
  stock_keys_cost: 'cost_cents',
}

/**
 * Columns that the query builder never uses: search columns of `products`, the table of the
 * rate-limit library, and tables of the platform.
 */
export const columnsBeyond = [
  `products.search_all text not null generated search_text(((name || ' ') || description))`,
  'products.search_name text not null generated search_text(name)',
  'provider_breakers.failed_probes integer not null default 0',
  'provider_breakers.next_probe_at timestamp with time zone not null',
  'provider_breakers.opened_at timestamp with time zone not null',
  'provider_breakers.provider text not null',
  'provider_breakers.reason text',
  'provider_breakers.state text not null',
  'rate_limits.points integer not null default 0',
  'schema_migrations.applied_at timestamp with time zone not null default now()',
  'schema_migrations.name text not null',
  'schema_migrations.sha256 text not null',
  'vault_canaries.created_at timestamp with time zone not null default now()',
  'vault_canaries.key_id integer not null',
  'vault_canaries.sealed bytea not null',
]

/** Search indexes: drizzle cannot declare a collation within an expression. */
export const indexesBeyond = [
  `CREATE INDEX licences_search ON licences USING gin (lower((customer_name COLLATE "pt-BR-x-icu"))
    gin_trgm_ops, lower((customer_email COLLATE "pt-BR-x-icu")) gin_trgm_ops, lower((product_name
    COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64')`,
  `CREATE INDEX orders_search ON orders USING gin (lower((((((number || ' ') || customer_name) || ' ')
    || customer_email) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64')`,
  `CREATE INDEX payments_search_over ON payments USING gin (lower((((((((((id || ' ') ||
    COALESCE(provider_reference, '')) || ' ') || customer_name) || ' ') || customer_email) || ' ')
    || product_name) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64') WHERE
    (status <> 'pending')`,
  `CREATE INDEX products_search ON products USING gin (search_all gin_trgm_ops) WITH (fastupdate=off,
    gin_pending_list_limit='64') WHERE ((deleted_at IS NULL) AND (status = 'active'))`,
  `CREATE INDEX stock_keys_used_by ON stock_keys USING gin (lower((used_by_email COLLATE
    "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64')`,
  `CREATE INDEX tickets_search ON tickets USING gin (lower((((((ticket_id || ' ') || user_name) || ' ')
    || user_discord_id) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH (gin_pending_list_limit='64')`,
  `CREATE INDEX users_search ON users USING gin (lower((((((name || ' ') || email) || ' ') ||
    COALESCE(discord_id, '')) COLLATE "pt-BR-x-icu")) gin_trgm_ops) WITH
    (gin_pending_list_limit='64')`,
]

/** Check constraints, which only migrations define, and primary keys of the platform's tables. */
export const constraintsBeyond = [
  'bans CHECK (((network IS NOT NULL) OR (hwid IS NOT NULL)))',
  'chat_links CHECK (((session_id IS NULL) <> (browser_hash IS NULL)))',
  'infractions CHECK ((contested_cents >= 0))',
  `infractions CHECK ((defence_state = ANY (ARRAY['pending', 'sent', 'failed'])))`,
  `login_codes CHECK ( CASE purpose WHEN 'login' THEN (((user_id IS NULL) OR (email IS NULL)) AND
    (session_id IS NULL)) WHEN 'mail' THEN ((user_id IS NOT NULL) AND (email IS NOT NULL) AND
    (session_id IS NOT NULL)) ELSE ((user_id IS NOT NULL) AND (email IS NULL) AND (session_id IS NOT
    NULL)) END)`,
  `mail_refusals CHECK ((source = ANY (ARRAY['refused', 'returned'])))`,
  `notifications CHECK (((publication <> 'sent') OR (sent_at IS NOT NULL)))`,
  `notifications CHECK ((delivery = ANY (ARRAY['sent', 'failed', 'pending'])))`,
  `notifications CHECK ((priority = ANY (ARRAY['low', 'medium', 'high', 'urgent'])))`,
  `notifications CHECK ((publication = ANY (ARRAY['sent', 'pending', 'revoked'])))`,
  `notifications CHECK ((type = ANY (ARRAY['announcement', 'notification', 'update', 'alert'])))`,
  'order_withdrawals CHECK (((declined_at IS NULL) = (answer IS NULL)))',
  'order_withdrawals CHECK ((length(answer) <= 500))',
  'order_withdrawals CHECK ((length(reason) <= 500))',
  `price_changes CHECK ((cause = ANY (ARRAY['made', 'hand', 'currency', 'plan_start', 'plan_end'])))`,
  `price_changes CHECK ((currency = ANY (ARRAY['BRL', 'USD'])))`,
  'price_changes CHECK ((from_cents >= 0))',
  'price_changes CHECK ((to_cents >= 0))',
  'price_plans CHECK (((compare_at_cents IS NULL) OR (compare_at_cents > price_cents)))',
  'price_plans CHECK (((ends_at IS NULL) OR (ends_at > starts_at)))',
  `price_plans CHECK (((state <> 'running') OR ((ends_at IS NOT NULL) AND (before_cents IS NOT NULL))))`,
  'price_plans CHECK ((price_cents >= 0))',
  `price_plans CHECK ((state = ANY (ARRAY['waiting', 'running', 'done', 'cancelled', 'overruled',
    'missed'])))`,
  'product_images CHECK ((("position" >= 0) AND ("position" <= 9)))',
  'product_images CHECK ((height > 0))',
  `product_images CHECK ((url ~ '^/(uploads/[0-9a-f]{64}\\.webp|demo/[a-z0-9-]+\\.svg)$'))`,
  'product_images CHECK ((width > 0))',
  'product_related CHECK ((("position" >= 0) AND ("position" <= 7)))',
  'product_related CHECK ((product_id <> related_id))',
  `product_slugs CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$') AND (length(slug) <= 80) AND (slug <>
    'category')))`,
  `product_texts CHECK (((language <> 'pt-BR') OR ((name IS NULL) AND (summary IS NULL))))`,
  `product_texts CHECK ((language = ANY (ARRAY['pt-BR', 'en-US'])))`,
  `product_variants CHECK ((((min_quantity >= 1) AND (min_quantity <= max_quantity)) AND (max_quantity
    <= 99) AND (per_customer >= 0)))`,
  'product_variants CHECK (((compare_at_cents IS NULL) OR (compare_at_cents > price_cents)))',
  'product_variants CHECK (((id <> product_id) OR (deleted_at IS NULL)))',
  `product_variants CHECK (((provider <> 'keyauth') OR (validity_days IS NOT NULL)))`,
  'product_variants CHECK ((length(name) <= 80))',
  'product_variants CHECK ((length(name_en) <= 80))',
  'product_variants CHECK ((price_cents >= 0))',
  'product_variants CHECK ((validity_days > 0))',
  `provider_breakers CHECK ((state = ANY (ARRAY['closed', 'open', 'half-open'])))`,
  'provider_breakers PRIMARY KEY (provider)',
  'push_keys CHECK ((id = 1))',
  'review_reports CHECK ((length(reason) <= 300))',
  'reviews CHECK (((rating >= 1) AND (rating <= 5)))',
  'reviews CHECK ((length(body) <= 2000))',
  'reviews CHECK ((length(reply) <= 1000))',
  `reviews CHECK ((status = ANY (ARRAY['pending', 'published', 'rejected'])))`,
  'schema_migrations PRIMARY KEY (name)',
  'status_announcements CHECK ((ended_at >= started_at))',
  `status_announcements CHECK ((kind = ANY (ARRAY['incident', 'maintenance'])))`,
  'status_clock CHECK ((id = 1))',
  `status_incidents CHECK ((worst = ANY (ARRAY['degraded', 'down'])))`,
  `status_parts CHECK ((state = ANY (ARRAY['up', 'degraded', 'down', 'paused'])))`,
  'ticket_files CHECK (((ticket_id IS NOT NULL) OR (owner_id IS NOT NULL)))',
  `ticket_messages CHECK ((channel = ANY (ARRAY['shop', 'mail', 'discord'])))`,
  `tickets CHECK ((last_from = ANY (ARRAY['customer', 'staff'])))`,
  `tickets CHECK ((source = ANY (ARRAY['shop', 'discord'])))`,
  'vault_canaries PRIMARY KEY (key_id)',
  `visit_days CHECK ((step = ANY (ARRAY['visit', 'cart', 'checkout'])))`,
]
