import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { demoCategories } from './data/categories.ts'
import { demoProducts } from './data/products.ts'
import { compositions } from './drawing/compositions.ts'
import { createMotifs } from './drawing/motifs-create.ts'
import { playMotifs } from './drawing/motifs-play.ts'
import { protectMotifs } from './drawing/motifs-protect.ts'
import { workMotifs } from './drawing/motifs-work.ts'
import { drawPoster, type Poster } from './drawing/poster.ts'
import { assignCompositions, type Shelf } from './drawing/shelves.ts'

const motifsByName: Record<string, string> = {
  ...protectMotifs,
  ...workMotifs,
  ...playMotifs,
  ...createMotifs,
}

const sortedProducts = demoProducts.toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
const productSlugs = (productPosters: typeof sortedProducts): Shelf =>
  productPosters.map(({ slug }) => slug)

/** The shelves of the demo, sorted by name as in the shop: featured products, then categories. */
export const demoShelves: readonly Shelf[] = [
  productSlugs(sortedProducts.filter(({ featured, status }) => featured && !status)),
  ...demoCategories.map(({ slug }) =>
    productSlugs(sortedProducts.filter(({ category, status }) => category === slug && !status)),
  ),
]

const monthsOfDays = (days: number): number => Math.round(days / 30.4)

/**
 * The poster of each picture, by name. Compositions are assigned shelf by shelf; products on no
 * shelf come last.
 */
export function demoPosters(): Map<string, Poster> {
  const compositionIndexes = assignCompositions(
    [...demoShelves, ...productSlugs(sortedProducts).map((slug) => [slug])],
    compositions.length,
  )

  const categoryPosters = [{ slug: 'geral' }, ...demoCategories].map(
    ({ slug }, index): [string, Poster] => [
      `categoria-${slug}`,
      {
        category: slug,
        motif: requireMotif(`categoria-${slug}`),
        kind: index % (compositions.length - 1),
      },
    ],
  )

  const productPosters = demoProducts.map(
    ({ slug, category, name, expirationDays }): [string, Poster] => [
      slug,
      {
        category,
        name,
        months: monthsOfDays(expirationDays),
        motif: requireMotif(slug),
        kind: compositionIndexes.get(slug)!,
      },
    ],
  )

  return new Map([...categoryPosters, ...productPosters])
}

function requireMotif(name: string): string {
  const motif = motifsByName[name]
  if (!motif) throw new Error(`no motif for ${name}`)

  return motif
}

/** Every picture of the demo shop, by file name; its bytes are the same each time. */
export const demoImages = (): Map<string, string> =>
  new Map([...demoPosters()].map(([name, poster]) => [`${name}.svg`, drawPoster(poster)]))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const imageFolder = fileURLToPath(new URL('../../../web/public/demo/', import.meta.url))
  mkdirSync(imageFolder, { recursive: true })
  for (const [name, svg] of demoImages()) writeFileSync(imageFolder + name, svg)
  process.stdout.write(`${demoImages().size} pictures in ${imageFolder}\n`)
}
