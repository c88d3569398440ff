import autocannon from 'autocannon'

import type { Fleet } from '../../server/src/testing/fleet.ts'
import { product } from '../../server/src/testing/make.ts'

const products = 5_000
const words = ['Editor', 'Estúdio', 'Antivírus', 'Planilha', 'Mapa', 'Jogo', 'Cofre', 'Painel']

/**
 * Search input as people type it: each prefix from three letters on, and the whole name with an
 * extra letter.
 */
const typed = Array.from(
  { length: 60 },
  (_, n) => `${words[n % words.length]} Pro ${n * 83}`,
).flatMap((name) => [
  ...Array.from({ length: name.length - 2 }, (_, at) => name.slice(0, at + 3)),
  `${name[0]}${name}`,
])

/**
 * Searches by 32 connections among 5,000 products; returns milliseconds and the number of refusals.
 */
export async function searchTimes(
  { app, servers }: Fleet,
  seconds: number,
): Promise<{ p50: number; p99: number; rate: number; refused: number }> {
  const { id } = await product(app, { name: `${words[0]} Pro 0` })

  await app.pool.query(
    `with made as (
        insert into products (id, name, description, category_id, created_at, updated_at)
        select gen_random_uuid(), ($2::text[])[1 + g % ${words.length}] || ' Pro ' || g,
          'Licença ' || g, category_id, now(), now()
        from products, generate_series(1, $3::int) g where products.id = $1 returning id)
      insert into product_variants (id, product_id, position, price_cents, created_at, updated_at)
      select id, id, 0, 1000, now(), now() from made`,
    [id, words, products],
  )

  await app.pool.query('analyze products')
  const origin = servers[0]!.origin

  const { latency, requests, non2xx } = await autocannon({
    url: origin,
    connections: 32,
    duration: seconds,
    requests: typed.map((q) => ({ path: `/api/product/search?q=${encodeURIComponent(q)}` })),
  })

  return { p50: latency.p50, p99: latency.p99, rate: requests.average, refused: non2xx }
}
