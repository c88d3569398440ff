import type { FastifyInstance } from 'fastify'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

import { adminApi } from '../../contracts/src/admin/index.ts'
import { longestRange } from '../../contracts/src/admin/ranges.ts'
import type { AnyRoute } from '../../contracts/src/route.ts'
import { buildApp, closeApp } from '../../server/src/build-app.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { createHttp } from '../../server/src/http/server.ts'
import { shopMetrics } from '../../server/src/jobs/shop-metrics.ts'
import { subscribers } from '../../server/src/jobs/subscribers.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import { testFolder } from '../../server/src/testing/database.ts'
import { person } from '../../server/src/testing/make.ts'
import { fillShop, type Size } from './fill.ts'

// npm run bench -- --scale: times the first page of every list, every statistic and every file of
// the back office. A large shop is compared with a shop of a tenth of its size.

const large: Size = { orders: 100_000, keys: 1_000_000, users: 50_000 }
const small: Size = { orders: 10_000, keys: 100_000, users: 5_000 }
const aims = { list: 300, figure: 500, ratio: 1.5, file: 10_000, memory: 64 }

// The ratio of the two shops' times predicts growth. An answer that takes at most a tenth of its
// aim has no limit for its ratio: in a shop ten times as large it still meets the aim.
const ample = 0.1

type Asked = { url: string; kind: 'list' | 'figure' | 'file' }
type Answer = { ms: number; rows: number; memory: number }

const fieldsOf = (route: AnyRoute): Record<string, unknown> =>
  (route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}

/** The sort orders that a list offers, descending and ascending. */
function sortsOf(fields: Record<string, unknown>): string[] {
  const enums = (shape: unknown): string[] => {
    const { options, innerType, in: from, entries } = (shape as { _zod: { def: any } })._zod.def
    if (entries) return Object.values(entries)

    return [...(options ?? []), innerType, from].filter(Boolean).flatMap(enums)
  }
  return fields.sort ? enums(fields.sort) : []
}

/** The longest custom range; it ends yesterday in UTC. */
function longestOwn(): string {
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

  return `own&from=${day(longestRange)}&to=${day(1)}`
}

/** The measured calls come from the contracts, so that new lists are included. */
function questions(): Asked[] {
  return Object.values(adminApi)
    .flatMap((section) => Object.values(section as Record<string, AnyRoute>))
    .filter(
      (route) =>
        route.method === 'GET' &&
        !route.path.includes(':') &&
        !/\/server\/config|\/system/.test(route.path),
    )
    .flatMap((route): Asked[] => {
      const fields = fieldsOf(route)

      if ('month' in fields) {
        const month = new Date().toISOString().slice(0, 7)
        return [{ url: `${route.path}?month=${month}`, kind: 'file' }]
      }

      if (route.path.endsWith('.csv')) return [{ url: route.path, kind: 'file' }]

      if ('range' in fields)
        return ['7d', '30d', '90d', '1y', 'today', longestOwn()].map((range) => ({
          url: `${route.path}?range=${range}`,
          kind: 'figure' as const,
        }))

      if (/stats/.test(route.path)) return [{ url: route.path, kind: 'figure' }]

      return [
        { url: route.path, kind: 'list' },
        ...('search' in fields
          ? [{ url: `${route.path}?search=cliente777`, kind: 'list' as const }]
          : []),
        ...sortsOf(fields).map((sort) => ({
          url: `${route.path}?sort=${sort}`,
          kind: 'list' as const,
        })),
        ...(searches[route.path] ?? []),
      ]
    })
}

const searches: Record<string, Asked[]> = {
  '/api/admin/stock': [
    { url: '/api/admin/stock?status=available', kind: 'list' },
    { url: '/api/admin/stock?search=QWER7-TYUIO-PASD9', kind: 'list' },
  ],
  '/api/admin/orders': [{ url: '/api/admin/orders?status=completed', kind: 'list' }],
  '/api/admin/licenses': [
    { url: '/api/admin/licenses?status=expired', kind: 'list' },
    { url: '/api/admin/licenses?search=QWER7-TYUIO-PASD9', kind: 'list' },
  ],
  '/api/admin/transactions': [{ url: '/api/admin/transactions?status=completed', kind: 'list' }],
  '/api/admin/users': [
    { url: '/api/admin/users?sort=name', kind: 'list' },
    { url: '/api/admin/users?role=client', kind: 'list' },
  ],
  '/api/admin/carts': [{ url: '/api/admin/carts?status=completed', kind: 'list' }],
}

async function measure(
  http: FastifyInstance,
  origin: string,
  headers: Record<string, string>,
  { url, kind }: Asked,
): Promise<Answer> {
  if (kind === 'file') return download(origin + url, headers)

  const times: number[] = []

  for (let i = 0; i < 6; i++) {
    const start = performance.now()
    const reply = await http.inject({ url, headers })
    times.push(performance.now() - start)
    if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${reply.payload}`)
  }

  return { ms: times.slice(1).sort((a, b) => a - b)[2]!, rows: 0, memory: 0 }
}

/**
 * Downloads a file and discards its content; returns milliseconds, rows, and MB of additional
 * memory at the peak. Garbage is collected before each reading: uncollected garbage depends on the
 * machine's free memory, not on the file.
 */
async function download(url: string, headers: Record<string, string>): Promise<Answer> {
  const before = memoryInUse()
  let [peak, rows, lastLook] = [before, -1, 0]
  const start = performance.now()
  const reply = await fetch(url, { headers })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)

  for await (const piece of reply.body!) {
    for (const byte of piece) if (byte === 10) rows++
    if (performance.now() - lastLook < 2000) continue

    peak = Math.max(peak, memoryInUse())
    lastLook = performance.now()
  }

  return { ms: performance.now() - start, rows, memory: (peak - before) / 1_048_576 }
}

/** Bytes in use after a garbage collection. */
function memoryInUse(): number {
  globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()

  return heapUsed + external
}

async function shopOf(size: Size, questionList: readonly Asked[]): Promise<Map<string, Answer>> {
  const dataDir = testFolder('scale')
  const log = createLog('error')
  const database = await openDatabase({ dataDir, log })

  try {
    await migrate(database.url)

    const config = readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      // No load shedding: this measures durations, even on a busy machine.
      SHED_LAG_MS: '0',
    })

    const app = buildApp({
      config,
      log,
      pool: database.pool,
      connect: database.connect,
      subscribers,
      shopMetrics,
    })

    const start = performance.now()
    // A pool without a statement timeout.
    const patient = new pg.Pool({ connectionString: database.url, max: 1 })
    await fillShop(patient, size)
    await patient.end()

    console.error(
      `${size.orders} orders, ${size.keys} keys and ${size.users} users in ` +
        `${Math.round((performance.now() - start) / 1000)} s`,
    )

    if (process.env.SCALE_KEEP) {
      console.error(database.url)
      await new Promise((done) => process.once('SIGUSR2', done))
    }

    const http = await createHttp(app)
    const origin = await http.listen({ port: 0, host: '127.0.0.1' })
    const { headers } = await person(app, { role: 'developer' })
    const answers = new Map<string, Answer>()
    for (const question of questionList)
      answers.set(question.url, await measure(http, origin, headers, question))
    await http.close()
    await closeApp(app)

    return answers
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function missed({ kind }: Asked, here: Answer, ratio: number): string {
  if (kind === 'file')
    return [
      here.ms * Math.min(1, 50_000 / Math.max(1, here.rows)) > aims.file ? 'time' : '',
      here.memory > aims.memory ? 'memory' : '',
    ]
      .filter(Boolean)
      .join(', ')

  const aim = kind === 'list' ? aims.list : aims.figure

  return [here.ms > aim ? 'time' : '', ratio > aims.ratio && here.ms > aim * ample ? 'ratio' : '']
    .filter(Boolean)
    .join(', ')
}

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
const askedQuestions = questions().filter(({ url }) => !only || url.includes(only))
const [few, many] = [await shopOf(small, askedQuestions), await shopOf(large, askedQuestions)]

const lines = [
  '| what | a tenth, ms | ms | ratio | rows | memory, MB | missed |',
  '|---|---|---|---|---|---|---|',
]

for (const question of askedQuestions) {
  const [there, here] = [few.get(question.url)!, many.get(question.url)!]
  const ratio = here.ms / there.ms
  const miss = missed(question, here, ratio)

  lines.push(
    `| ${question.url.replace('/api/admin', '')} | ${there.ms.toFixed(1)} | ` +
      `${here.ms.toFixed(1)} | ${ratio.toFixed(2)} | ${here.rows || ''} | ` +
      `${question.kind === 'file' ? Math.round(here.memory) : ''} | ${miss} |`,
  )

  if (miss) process.exitCode = 1
}

console.log(lines.join('\n'))
const folder = fileURLToPath(new URL('../../data/bench', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'scale.md'), `${lines.join('\n')}\n`)
process.exit()
