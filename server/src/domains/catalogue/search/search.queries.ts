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

type SearchRequest = z.output<typeof searchQuery>
type KnownWords = { words: string[]; categories: { id: string; text: string }[] }
type Term = { patterns: string[]; categoryIds: string[] }

/**
 * Products on sale that contain every word of a query in name, description or category; one wrong
 * letter in a word is allowed. Descriptions are in the reader's language.
 */
export async function searchProducts(
  app: App,
  request: SearchRequest,
  language: Language = defaultLanguage,
): Promise<{ products: ShopProduct[]; total: number }> {
  const emptyResult = { products: [], total: 0 }
  const textColumn = columns({ text: value(sql`search_text(${request.q})`, z.string()) })
  const { text: typed } = await oneRow(app, textColumn, sql`select ${textColumn}`)
  const queryWords = wordsOf(typed)
  // The query contains only characters that a search text never contains.
  if (!queryWords.length && request.q.trim()) return emptyResult

  const filterConditions = [
    onSale,
    ...(request.featured ? [sql`${products.isFeatured}`] : []),
    ...(request.inStock ? [isInStock] : []),
  ]

  if (request.category) {
    const categoryIds = await categoriesNamed(app, request.category)
    if (!categoryIds.length) return emptyResult

    filterConditions.push(inArray(products.categoryId, categoryIds))
  }

  const knownTerms = queryWords.length ? await knownWords(app) : null
  const queryTerms = queryWords.map((word) => termOf(word, knownTerms!))
  const firstIndex = (request.page - 1) * request.limit

  const hitColumns = columns({
    id: products.id,
    name: products.name,
    // This subquery would run for each product, so only a sort by price includes it.
    price_cents: value(request.sort.startsWith('price') ? lowestPrice : sql`0`, z.int()),
    currency: products.currency,
    created_at: products.createdAt,
    is_featured: products.isFeatured,
  })

  const resultColumns = columns({
    total: value(sql`(select count(*) from hits)`, z.int()),
    ids: value(
      sql`array(select id from hits order by ${searchOrder(app, request, queryTerms)}
        limit ${request.limit} offset ${firstIndex})`,
      z.array(z.string()),
    ),
  })

  const resultRow = await oneRow(
    app,
    resultColumns,
    sql`with hits as (select ${hitColumns}, ${searchScore(queryTerms, typed)} as score
      from ${products} join ${categories} on ${categories.id} = ${products.categoryId}
      where ${sql.join([...filterConditions, ...queryTerms.map(matches)], sql` and `)})
    select ${resultColumns}`,
  )

  return { total: resultRow.total, products: await productsFound(app, resultRow.ids, language) }
}

// Two generated columns of a product (migration 0004). Both contain words without accents, each
// after a space.
const nameText = sql`products.search_name`
const fullText = sql`products.search_all`

const likeAny = (text: SQL, patterns: readonly string[]): SQL =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`

const inCategory = (ids: readonly string[]): SQL[] =>
  ids.length ? [sql`${products.categoryId} in ${ids}`] : []

const matches = (term: Term): SQL =>
  sql`(${sql.join([likeAny(fullText, term.patterns), ...inCategory(term.categoryIds)], sql` or `)})`

function termOf(word: string, known: KnownWords): Term {
  const patterns = meanings(word, known.words).map(patternOf)
  const plainPatterns = patterns.map((pattern) => pattern.slice(1, -1))

  return {
    patterns,
    categoryIds: known.categories
      .filter(({ text }) => plainPatterns.some((needle) => text.includes(needle)))
      .map(({ id }) => id),
  }
}

/**
 * The rank of a product. A match at the start of a word in the name ranks highest. Then follow
 * other matches in the name, the category and the description.
 */
function searchScore(terms: readonly Term[], typed: string): SQL {
  if (!terms.length) return sql`0`

  const termScores = terms.map(({ patterns, categoryIds }) => {
    const beginnings = patterns.map((pattern) => `% ${pattern.slice(1).trimStart()}`)
    const [ofCategory = sql``] = inCategory(categoryIds).map((is) => sql`when ${is} then 2`)

    return sql`case when ${likeAny(nameText, beginnings)} then 4
      when ${likeAny(nameText, patterns)} then 3 ${ofCategory}
      else 1 end`
  })

  return sql`${sql.join(termScores, sql` + `)} + similarity(${nameText}, ${typed})`
}

function searchOrder(app: App, { sort }: SearchRequest, terms: readonly Term[]): SQL {
  const byName = sql`name collate "pt-BR-x-icu", id`
  const priceInReais = sql`price_cents * case when currency = 'USD' then ${app.config.usdRate}::numeric else 1 end`
  if (sort === 'price_asc') return sql`${priceInReais}, ${byName}`
  if (sort === 'price_desc') return sql`${priceInReais} desc, ${byName}`
  if (sort === 'newest') return sql`created_at desc, id desc`
  if (sort === 'name') return byName

  return terms.length ? sql`score desc, ${byName}` : sql`is_featured desc, ${byName}`
}

const parsedWords = new WeakMap<Buffer, KnownWords>()

/**
 * The words in the names of products on sale and of their categories. The list is cached like a
 * page, and each cached buffer is parsed once.
 */
async function knownWords(app: App): Promise<KnownWords> {
  const bytes = await app.publicCache.get('search-words', async () => {
    const wordColumn = columns({ word: value(sql`word`, z.string()) })

    const words = await rowsOf(
      app,
      wordColumn,
      sql`select distinct ${wordColumn} from ${products}
        join ${categories} on ${categories.id} = ${products.categoryId},
        string_to_table(${nameText}, ' ') word where ${onSale} and length(word) > 2`,
    )

    const categoryColumns = columns({
      id: categories.id,
      text: value(sql`search_text(${categories.name})`, z.string()),
    })

    const activeRows = await rowsOf(
      app,
      categoryColumns,
      sql`select ${categoryColumns} from ${categories} where ${categories.active}`,
    )

    const categoryWords = activeRows
      .flatMap(({ text }) => text.split(' '))
      .filter((word) => word.length > 2)

    return {
      words: [...new Set([...words.map((row) => row.word), ...categoryWords])],
      categories: activeRows,
    }
  })

  const parsedCopy = parsedWords.get(bytes) ?? (JSON.parse(bytes.toString()) as KnownWords)
  parsedWords.set(bytes, parsedCopy)

  return parsedCopy
}
