import type { Pool } from 'pg'

// Fills a month of a busy shop by SQL, with the rows of each order in every table that grows.

/** Number of rows that an order adds, by table. */
export const rowsAnOrder = {
  audit_log: 6,
  webhook_events: 2,
  carts: 2,
  cart_items: 2,
  sessions: 1,
  refresh_tokens: 3,
  mails_sent: 2,
  login_codes: 1,
  captcha_uses: 2,
  rate_limits: 2,
  password_resets: 1,
  orders: 1,
  payments: 1,
} as const

const id = (kind: string, number: string): string =>
  `md5('${kind}' || $1::text || (${number}))::uuid`

/** Creates the returning customers. */
export const makeCrowd = (pool: Pool, people: number): Promise<unknown> =>
  pool.query(
    `insert into users (id, name, email, created_at)
      select md5('user' || g)::uuid, 'Cliente ' || g, 'cliente' || g || '@exemplo.test', now()
        from generate_series(1, $1) g`,
    [people],
  )

/** Creates orders between two instants, with all their rows. */
export async function sellMonth(
  pool: Pool,
  { from, upto, orders, people }: { from: Date; upto: Date; orders: number; people: number },
): Promise<void> {
  const values = [from, upto, orders]
  const at = `$1::timestamptz + ($2::timestamptz - $1::timestamptz) * (g::float8 / ($3::int + 1))`
  const who = `md5('user' || (1 + g % ${people}))::uuid`
  const series = 'generate_series(1, $3::int) g'
  const few = (times: number) => `${series}, generate_series(1, ${times}) n`

  for (const text of [
    `insert into carts (id, user_id, status, created_at, updated_at, expires_at)
      select ${id('cart', `g || '-' || n`)}, ${who}, 'completed', ${at}, ${at}, ${at} from ${few(2)}`,
    `insert into cart_items (id, cart_id, variant_id, quantity, added_at)
      select ${id('item', `g || '-' || n`)}, ${id('cart', `g || '-' || n`)},
        (select id from product_variants limit 1), 1, ${at} from ${few(2)}`,
    `insert into orders (id, user_id, cart_id, fingerprint, status, currency, subtotal_cents,
        discount_cents, total_cents, payment_method, customer_name, customer_email, created_at, completed_at)
      select ${id('order', 'g')}, ${who}, ${id('cart', `g || '-1'`)}, 'x', 'completed', 'BRL', 2000, 0, 2000,
        'pix', 'Cliente ' || g, 'cliente' || g || '@exemplo.test', ${at}, ${at} from ${series}`,
    `insert into payments (id, order_id, cart_id, user_id, method, status, currency, amount_cents,
        original_cents, discount_cents, received_cents, usd_rate, product_name, customer_name,
        customer_email, language, success_url, cancel_url, created_at, updated_at, expires_at, paid_at, settled_at)
      select ${id('payment', 'g')}::text, ${id('order', 'g')}, ${id('cart', `g || '-1'`)}, ${who}, 'pix',
        'completed', 'BRL', 2000, 2000, 0, 2000, 5.4, 'Produto', 'Cliente ' || g,
        'cliente' || g || '@exemplo.test', 'pt-BR', '', '', ${at}, ${at}, ${at}, ${at}, ${at} from ${series}`,
    `insert into audit_log (id, action, actor_id, target_type, target_id, details, ip, created_at)
      select gen_random_uuid(), (array['login', 'login.code_sent', 'payment.created', 'order.created',
          'payment.completed', 'order.served'])[n],
        ${who}, (array['user', 'user', 'payment', 'order', 'payment', 'order'])[n],
        case when n in (4, 6) then ${id('order', 'g')}::text else ${id('payment', 'g')}::text end,
        '{"total": 2000, "method": "pix"}', '203.0.113.' || g % 250, ${at} from ${few(6)}`,
    `insert into webhook_events (provider, event_id, type, reference, received_at)
      select 'pix', ${id('event', `g || '-' || n`)}::text, 'pix', ${id('payment', 'g')}::text, ${at} from ${few(2)}`,
    `insert into sessions (id, user_id, created_at, expires_at, ip, user_agent, last_seen_at)
      select ${id('session', 'g')}, ${who}, ${at}, ${at} + interval '7 days', '203.0.113.9', 'Mozilla/5.0', ${at}
        from ${series}`,
    `insert into refresh_tokens (hash, session_id, generation, created_at)
      select decode(md5('token' || $1::text || g || '-' || n), 'hex'), ${id('session', 'g')}, n, ${at} from ${few(3)}`,
    `insert into mails_sent (id, template, token, claimed_at, sent_at)
      select '<' || ${id('mail', `g || '-' || n`)} || '@exemplo.test>', 'receipt', gen_random_uuid(), ${at}, ${at}
        from ${few(2)}`,
    `insert into login_codes (hash, purpose, user_id, code_hash, created_at, expires_at)
      select decode(md5('code' || $1::text || g), 'hex'), 'login', ${who}, '\\x00', ${at},
        ${at} + interval '10 minutes'
        from ${series}`,
    `insert into captcha_uses (nonce, expires_at)
      select md5('nonce' || $1::text || g || '-' || n), ${at} + interval '10 minutes' from ${few(2)}`,
    // The rate-limit library deletes rows by the machine's clock, so each of these rows has already
    // expired.
    `insert into rate_limits (key, points, expire)
      select 'login:' || $1::text || g || '-' || n || ($2::timestamptz)::text, 1,
        (extract(epoch from now()) * 1000)::bigint - 1 from ${few(2)}`,
    `insert into password_resets (hash, user_id, created_at, expires_at)
      select decode(md5('reset' || $1::text || g || ($2::timestamptz)::text), 'hex'), ${who}, ${at}, ${at}
        from ${series}`,
  ])
    await pool.query(text, values)
}
