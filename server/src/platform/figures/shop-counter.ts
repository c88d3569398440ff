import type { Client } from 'pg'
import { cut } from '../beat.ts'
import { within } from '../health.ts'
import type { Log } from '../log.ts'
import { shopFigures } from './shop-statements.ts'

type Row = Record<string, unknown>
/** By the name of the figure: how often, and of what. */
type ShopCounts = ReadonlyMap<string, { n: number; labels: Record<string, string> }[]>
/** elsewhere: another process tells them; silent: the database did not answer in time. */
type ShopReading = { kind: 'counted'; counts: ShopCounts } | { kind: 'elsewhere' | 'silent' }

export type ShopCounter = {
  /** The figures of the shop, where this process is the one that tells them. */
  read(): Promise<ShopReading>
  close(): Promise<void>
}

// Who holds this advisory lock tells them, and nobody else.
const lock = `select pg_try_advisory_lock(${0x43484146}, 1) as mine` // 'CHAF'
const patienceMs = 1_500
/** Who was not asked for so long leaves the telling to another. */
const unaskedMs = 180_000

/**
 * Counts the shop in one process of all: the one that holds a lock, by a connection of its own, at
 * most every so many seconds. A process that nobody asks any more lets the lock go.
 */
export function createShopCounter(options: {
  connect: () => Promise<Client>
  everySeconds: number
  log: Log
  unaskedMs?: number
}): ShopCounter {
  const everyMs = options.everySeconds * 1000
  let holder: Client | null = null
  let notBefore = 0
  let last: { at: number; counts: ShopCounts } | null = null
  let asking: Promise<ShopReading> | null = null
  let idle: NodeJS.Timeout | undefined

  const letGo = (client: Client | null = holder) => {
    if (client) cut(client)
    if (client === holder) [holder, last] = [null, null]
  }
  const take = async (): Promise<Client | null> => {
    if (holder) return holder
    if (Date.now() < notBefore) return null
    const client = await options.connect()
    client.once('end', () => client === holder && letGo())
    const { rows } = await asked(client, lock)
    if (!rows[0]!.mine) {
      notBefore = Date.now() + everyMs
      await client.end()
      return null
    }
    holder = client
    return client
  }
  const count = async (): Promise<ShopReading> => {
    const client = await take()
    if (!client) return { kind: 'elsewhere' }
    if (last && Date.now() - last.at < everyMs) return { kind: 'counted', counts: last.counts }
    const counts = await countAll(client)
    last = { at: Date.now(), counts }
    return { kind: 'counted', counts }
  }
  // One question at a time: who asks while the database hangs opens no further connection.
  const ask = (): Promise<ShopReading> =>
    (asking ??= count()
      .catch((error: unknown) => {
        options.log.warn({ err: error }, 'the figures of the shop could not be counted')
        letGo()
        return { kind: 'silent' as const }
      })
      .finally(() => {
        asking = null
      }))
  return {
    read() {
      clearTimeout(idle)
      idle = setTimeout(letGo, options.unaskedMs ?? unaskedMs).unref()
      return within(patienceMs, ask()).catch(() => ({ kind: 'silent' as const }))
    },
    async close() {
      clearTimeout(idle)
      letGo()
    },
  }
}

const asked = (client: Client, text: string): Promise<{ rows: Row[] }> =>
  client.query<Row>({ text, query_timeout: patienceMs } as { text: string })

async function countAll(client: Client): Promise<ShopCounts> {
  const counts = new Map<string, { n: number; labels: Record<string, string> }[]>()
  for (const { name, labels, statement } of shopFigures) {
    const { rows } = await asked(client, statement)
    const of = (row: Row) => ({
      n: Number(row.n),
      labels: Object.fromEntries(labels.map((label) => [label, String(row[label] ?? '')])),
    })
    counts.set(name, rows.map(of))
  }
  return counts
}
