import type { Client } from 'pg'
import { sql } from 'drizzle-orm'
import type { Db } from './app.ts'

/** Ready answers of public reads, kept as bytes until a change empties them in every process. */
export type PageCache = {
  /** The bytes under a key, made by make when there are none. */
  get(key: string, make: () => Promise<unknown>): Promise<Buffer>
  close(): Promise<void>
}

const channel = 'chaveiro_pages'

/** Empty every process's ready pages when the surrounding transaction commits. */
export const emptyPages = (db: Db): Promise<unknown> => db.execute(sql`select pg_notify(${channel}, '')`)

/**
 * A cache that listens on a connection of its own. While that connection is down nothing is kept,
 * and a page that was being made when a change came in is answered but not kept.
 */
export function createPageCache(connect: () => Promise<Client>, onError: (error: unknown) => void): PageCache {
  const pages = new Map<string, Buffer>()
  let generation = 0
  let listening = false
  let closed = false
  let client: Client | null = null
  const clear = () => { generation++; pages.clear() }
  const listen = async (): Promise<void> => {
    if (closed) return
    try {
      client = await connect()
      const lost = () => { if (listening) { listening = false; clear(); retry() } }
      client.on('error', lost).on('end', lost).on('notification', clear)
      await client.query(`listen ${channel}`)
      clear()
      listening = true
    } catch (error) { onError(error); retry() }
  }
  const retry = () => { if (!closed) setTimeout(() => void listen(), 500).unref() }
  void listen()
  return {
    async get(key, make) {
      const kept = pages.get(key)
      if (kept) return kept
      const at = generation
      const bytes = Buffer.from(JSON.stringify(await make()))
      if (listening && at === generation && pages.size < 5_000) pages.set(key, bytes)
      return bytes
    },
    // A connection whose server is gone may never say goodbye: do not wait for it long.
    async close() { closed = true; listening = false; await Promise.race([client?.end().catch(() => {}), new Promise((done) => setTimeout(done, 1000).unref())]) },
  }
}
