import { eq } from 'drizzle-orm'

import { categories } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

type NamedCategory = { ids: string[]; name: string }
const namesByBytes = new WeakMap<Buffer, Map<string, NamedCategory>>()

/**
 * The ids of the active categories with this name, whatever its case, spacing or Unicode form;
 * empty for an unknown name. Replies are cached by these ids, never by typed text. So different
 * spellings share one cache entry, and unknown names get none.
 */
export async function categoriesNamed(app: App, name: string): Promise<string[]> {
  return (await readCategoryNames(app)).get(normalizeName(name))?.ids ?? []
}

/** The stored spelling of an active category's name; null for an unknown name. */
export async function categorySpelling(app: App, name: string): Promise<string | null> {
  return (await readCategoryNames(app)).get(normalizeName(name))?.name ?? null
}

async function readCategoryNames(app: App): Promise<Map<string, NamedCategory>> {
  const cachedNames = await app.publicCache.get('category-names', () =>
    app.db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(eq(categories.active, true))
      .orderBy(categories.id),
  )

  const parsedNames = namesByBytes.get(cachedNames)
  if (parsedNames) return parsedNames

  const categoryNames = new Map<string, NamedCategory>()

  for (const { id, name } of JSON.parse(cachedNames.toString()) as { id: string; name: string }[]) {
    const sameName = categoryNames.get(normalizeName(name)) ?? { ids: [], name }
    sameName.ids.push(id)
    categoryNames.set(normalizeName(name), sameName)
  }

  namesByBytes.set(cachedNames, categoryNames)

  return categoryNames
}

const normalizeName = (name: string): string =>
  name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
