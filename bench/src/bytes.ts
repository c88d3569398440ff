import type { Pool } from 'pg'

import { openFleet, until } from '../../server/src/testing/fleet.ts'
import { cartOf, person, product } from '../../server/src/testing/make.ts'
import { each } from './each.ts'

// npm run bench -- --bytes: disk bytes of 1,000 orders, by table and index. Each buyer has an
// account and a session, and buys one unit by PIX over HTTP. The sandbox pays and calls the
// webhook; the shop delivers the key and mails the receipt. The sold keys are included. Some
// earlier orders write the one-time rows, so that these rows are not counted. Sizes are read after
// a vacuum.

const orders = Number(process.env.BENCH_ORDERS ?? 1_000)
const before = Number(process.env.BENCH_BEFORE ?? 300)

type Size = { name: string; of: string; kind: string; bytes: number; rows: number }

const fleet = await openFleet(1)
const { app, servers, sandbox } = fleet
const { origin } = servers[0]!

async function pay(path: string, headers: object, body: object): Promise<void> {
  let answer: { txid?: string } = {}

  // A busy machine may refuse a request, so it is repeated.
  for (let tries = 0; !answer.txid && tries < 5; tries++) {
    const reply = await fetch(origin + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

    answer = (await reply.json()) as { txid?: string }
    if (!answer.txid) console.error(`a checkout answered ${JSON.stringify(answer)}`)
  }

  await sandbox('POST', `/sandbox/api/pix/${answer.txid}/pay`, {})
}

/** Sells this many orders, each to a new buyer, paid and delivered. */
async function sell(count: number): Promise<void> {
  const { id: productId } = await product(app, { keys: count })

  await each(Array.from({ length: count }), async () => {
    const who = await person(app)
    const cartId = await cartOf(app, who.userId, [{ productId, quantity: 1 }])

    await pay('/api/payment/efybank/checkout', who.headers, {
      cartId,
      termsAccepted: true,
      customer: { name: who.name, email: who.email, cpf: '52998224725' },
    })
  })

  await until(() => nothingLeft(app.pool), 180)
}

async function nothingLeft(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ open: number; jobs: number }>(
    `select (select count(*)::int from payments where status = 'pending') as open,
      (select count(*)::int from graphile_worker._private_jobs) as jobs`,
  )
  if (rows[0]!.open || rows[0]!.jobs) throw new Error(`still waiting: ${JSON.stringify(rows[0])}`)
}

/** The bytes of every table and index; partitions are added to their table. */
async function sizes(pool: Pool): Promise<Map<string, Size>> {
  await pool.query('vacuum (analyze)')

  const { rows } = await pool.query<Size>(
    `select c.relname as name, c.relkind::text as kind,
        case when c.relkind = 'i' then x.indrelid else c.oid end::regclass::text as of,
        (case when c.relkind = 'i' then pg_relation_size(c.oid) else pg_table_size(c.oid) end)::int8 as bytes,
        greatest(c.reltuples, 0)::int8 as rows
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        left join pg_index x on x.indexrelid = c.oid
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'i')`,
  )

  return new Map(rows.map((row) => [row.name, row]))
}

const kB = (bytes: number): string => (bytes / 1000).toFixed(0)

try {
  await sell(before)
  const was = await sizes(app.pool)
  const from = performance.now()
  await sell(orders)
  const seconds = (performance.now() - from) / 1000
  const is = await sizes(app.pool)

  const grown = [...is.values()]
    .map((size) => ({ ...size, bytes: size.bytes - (was.get(size.name)?.bytes ?? 0) }))
    .map((size) => ({ ...size, rows: size.rows - (was.get(size.name)?.rows ?? 0) }))
    .filter(({ bytes }) => bytes > 0)

  const all = grown.reduce((sum, { bytes }) => sum + bytes, 0)

  const tables = [...new Set(grown.map(({ of }) => of))]
    .map((of) => {
      const ownRelations = grown.filter((size) => size.of === of)
      return {
        of,
        own: ownRelations,
        bytes: ownRelations.reduce((sum, { bytes }) => sum + bytes, 0),
      }
    })
    .sort((a, b) => b.bytes - a.bytes)

  console.log(`| table | rows | kB | of that itself | its indexes |\n|---|---|---|---|---|`)

  for (const { of, own: ownRelations, bytes } of tables) {
    const self = ownRelations.find(({ kind }) => kind === 'r')

    const indexes = ownRelations
      .filter(({ kind }) => kind === 'i')
      .sort((a, b) => b.bytes - a.bytes)
      .map((index) => `${index.name} ${kB(index.bytes)}`)

    console.log(
      `| ${of} | ${self?.rows ?? 0} | ${kB(bytes)} | ${kB(self?.bytes ?? 0)} | ${indexes.join(', ')} |`,
    )
  }

  console.log(
    `\n${orders} orders: ${(all / 1_000_000).toFixed(2)} MB, ${((all / orders) * 0.001).toFixed(1)} kB ` +
      `an order; ${(orders / seconds).toFixed(0)} orders a second.`,
  )
} finally {
  await fleet.close()
}

process.exit(0)
