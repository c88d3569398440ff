import { eq } from 'drizzle-orm'

import { categories } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

type Named = { ids: string[]; name: string }
const read = new WeakMap<Buffer, Map<string, Named>>()

/**
 * The ids of the active categories of a name, whatever its case, accents or spacing; none for an
 * unknown one. Replies are cached under these ids, never under what somebody typed: no spelling can
 * spoil another's entry, and only existing categories take space.
 */
export async function categoriesNamed(app: App, name: string): Promise<string[]> {
  return (await namesOf(app)).get(plain(name))?.ids ?? []
}

/** The name of an active category as the shop writes it; null for an unknown one. */
export async function categorySpelling(app: App, name: string): Promise<string | null> {
  return (await namesOf(app)).get(plain(name))?.name ?? null
}

async function namesOf(app: App): Promise<Map<string, Named>> {
  const bytes = await app.publicCache.get('category-names', () =>
    app.db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(eq(categories.active, true))
      .orderBy(categories.id),
  )

  const known = read.get(bytes)
  if (known) return known

  const names = new Map<string, Named>()

  for (const { id, name } of JSON.parse(bytes.toString()) as { id: string; name: string }[]) {
    const named = names.get(plain(name)) ?? { ids: [], name }
    named.ids.push(id)
    names.set(plain(name), named)
  }

  read.set(bytes, names)

  return names
}

const plain = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
