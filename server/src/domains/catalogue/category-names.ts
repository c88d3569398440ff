import { sql } from 'drizzle-orm'
import type { App } from '../../platform/app.ts'

const read = new WeakMap<Buffer, Map<string, string[]>>()

/**
 * The ids of the active categories of a name, in whatever case, form of accents or spacing both are written; none for an unknown one.
 * Pages are kept under these ids, never under what somebody typed: no spelling can spoil another's page, and only what exists takes room.
 */
export async function categoriesNamed(app: App, name: string): Promise<string[]> {
  const bytes = await app.pages.get(
    'category-names',
    async () =>
      (await app.db.execute(sql`select id, name from categories where active order by id`)).rows,
  )
  let names = read.get(bytes)
  if (!names) {
    names = new Map()
    for (const row of JSON.parse(bytes.toString()) as { id: string; name: string }[])
      names.set(plain(row.name), [...(names.get(plain(row.name)) ?? []), row.id])
    read.set(bytes, names)
  }
  return names.get(plain(name)) ?? []
}

const plain = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
