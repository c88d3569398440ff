import type { searchQuery } from '@chaveiro/contracts/catalogue'
import { defaultLanguage, type Language } from '@chaveiro/contracts/limits'
import { inArray, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, rowsOf, value } from '../../../db/rows.ts'
import { categories, products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { categoriesNamed } from '../categories/category-names.queries.ts'
import { onSale, productsFound, type ShopProduct } from '../products/products.queries.ts'
import { isInStock, lowestPrice } from '../variants/variants.queries.ts'
import { meanings, patternOf, wordsOf } from './search.rules.ts'

type Wanted = z.output<typeof searchQuery>
type Known = { words: string[]; categories: { id: string; text: string }[] }
type Term = { patterns: string[]; categoryIds: string[] }

/**
 * Products on sale that have every word of a query, misspelt by one letter or not, in their name,
 * description or category; they are described in the reader's language.
 */
export async function searchProducts(
  app: App,
  wanted: Wanted,
  language: Language = defaultLanguage,
): Promise<{ products: ShopProduct[]; total: number }> {
  const nothing = { products: [], total: 0 }
  const asked = columns({ text: value(sql`search_text(${wanted.q})`, z.string()) })
  const { text: typed } = await oneRow(app, asked, sql`select ${asked}`)
  const words = wordsOf(typed)
  // The query has text, but nothing that a product's text could contain.
  if (!words.length && wanted.q.trim()) return nothing

  const filters = [
    onSale,
    ...(wanted.featured ? [sql`${products.isFeatured}`] : []),
    ...(wanted.inStock ? [isInStock] : []),
  ]

  if (wanted.category) {
    const ids = await categoriesNamed(app, wanted.category)
    if (!ids.length) return nothing

    filters.push(inArray(products.categoryId, ids))
  }

  const known = words.length ? await knownWords(app) : null
  const terms = words.map((word) => termOf(word, known!))
  const first = (wanted.page - 1) * wanted.limit

  const hit = columns({
    id: products.id,
    name: products.name,
    price_cents: value(wanted.sort.startsWith('price') ? lowestPrice : sql`0`, z.int()),
    currency: products.currency,
    created_at: products.createdAt,
    is_featured: products.isFeatured,
  })

  const row = columns({
    total: value(sql`(select count(*) from hits)`, z.int()),
    ids: value(
      sql`array(select id from hits order by ${orderOf(app, wanted, terms)} limit ${wanted.limit} offset ${first})`,
      z.array(z.string()),
    ),
  })

  const found = await oneRow(
    app,
    row,
    sql`with hits as (select ${hit}, ${scoreOf(terms, typed)} as score
      from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
      where ${sql.join([...filters, ...terms.map(matches)], sql` and `)})
    select ${row}`,
  )

  return { total: found.total, products: await productsFound(app, found.ids, language) }
}

// Two columns that the database makes of a product's texts (migration 0004): words without accents,
// a blank before each.
const inName = sql`products.search_name`
const inAll = sql`products.search_all`

const likeAny = (text: SQL, patterns: readonly string[]): SQL =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`

const inCategory = (ids: readonly string[]): SQL[] =>
  ids.length ? [sql`${products.categoryId} in ${ids}`] : []

const matches = (term: Term): SQL =>
  sql`(${sql.join([likeAny(inAll, term.patterns), ...inCategory(term.categoryIds)], sql` or `)})`

function termOf(word: string, known: Known): Term {
  const patterns = meanings(word, known.words).map(patternOf)
  const needles = patterns.map((pattern) => pattern.slice(1, -1))

  return {
    patterns,
    categoryIds: known.categories
      .filter(({ text }) => needles.some((needle) => text.includes(needle)))
      .map(({ id }) => id),
  }
}

/**
 * The rank of a product: a word that begins one of the name's counts most, then one within the
 * name, the category, the description.
 */
function scoreOf(terms: readonly Term[], typed: string): SQL {
  if (!terms.length) return sql`0`

  const each = terms.map(({ patterns, categoryIds }) => {
    const beginnings = patterns.map((pattern) => `% ${pattern.slice(1).trimStart()}`)
    const [ofCategory = sql``] = inCategory(categoryIds).map((is) => sql`when ${is} then 2`)

    return sql`case when ${likeAny(inName, beginnings)} then 4
      when ${likeAny(inName, patterns)} then 3 ${ofCategory}
      else 1 end`
  })

  return sql`${sql.join(each, sql` + `)} + similarity(${inName}, ${typed})`
}

function orderOf(app: App, { sort }: Wanted, terms: readonly Term[]): SQL {
  const byName = sql`name collate "pt-BR-x-icu", id`
  const reais = sql`price_cents * case when currency = 'USD' then ${app.config.usdRate}::numeric else 1 end`
  if (sort === 'price_asc') return sql`${reais}, ${byName}`
  if (sort === 'price_desc') return sql`${reais} desc, ${byName}`
  if (sort === 'newest') return sql`created_at desc, id desc`
  if (sort === 'name') return byName

  return terms.length ? sql`score desc, ${byName}` : sql`is_featured desc, ${byName}`
}

const parsed = new WeakMap<Buffer, Known>()

/**
 * The words of names of products on sale and of their categories, kept like a page and read once a
 * copy.
 */
async function knownWords(app: App): Promise<Known> {
  const bytes = await app.publicCache.get('search-words', async () => {
    const word = columns({ word: value(sql`word`, z.string()) })

    const words = await rowsOf(
      app,
      word,
      sql`select distinct ${word} from ${products} join ${categories} on ${categories.id} = ${products.categoryId},
        string_to_table(${inName}, ' ') word where ${onSale} and length(word) > 2`,
    )

    const category = columns({
      id: categories.id,
      text: value(sql`search_text(${categories.name})`, z.string()),
    })

    const active = await rowsOf(
      app,
      category,
      sql`select ${category} from ${categories} where ${categories.active}`,
    )

    const ofCategories = active
      .flatMap(({ text }) => text.split(' '))
      .filter((word) => word.length > 2)

    return {
      words: [...new Set([...words.map((row) => row.word), ...ofCategories])],
      categories: active,
    }
  })

  const known = parsed.get(bytes) ?? (JSON.parse(bytes.toString()) as Known)
  parsed.set(bytes, known)

  return known
}
