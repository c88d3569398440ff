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
import { spread, type Shelf } from './drawing/shelves.ts'

const motifs: Record<string, string> = {
  ...protectMotifs,
  ...workMotifs,
  ...playMotifs,
  ...createMotifs,
}

const byName = demoProducts.toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
const slugs = (products: typeof byName): Shelf => products.map(({ slug }) => slug)

/** The shelves of the demo as the shop shows them, by name; the first page shows three of one. */
export const demoShelves: readonly Shelf[] = [
  slugs(byName.filter(({ featured, status }) => featured && !status)),
  ...demoCategories.map(({ slug }) =>
    slugs(byName.filter(({ category, status }) => category === slug && !status)),
  ),
]

const months = (days: number): number => Math.round(days / 30.4)

/** What is drawn of each picture, by its name; products that are on no shelf come last. */
export function demoPosters(): Map<string, Poster> {
  const kinds = spread(
    [...demoShelves, ...slugs(byName).map((slug) => [slug])],
    compositions.length,
  )

  const categories = [{ slug: 'geral' }, ...demoCategories].map(
    ({ slug }, index): [string, Poster] => [
      `categoria-${slug}`,
      {
        category: slug,
        motif: motifOf(`categoria-${slug}`),
        kind: index % (compositions.length - 1),
      },
    ],
  )

  const products = demoProducts.map(
    ({ slug, category, name, expirationDays }): [string, Poster] => [
      slug,
      {
        category,
        name,
        months: months(expirationDays),
        motif: motifOf(slug),
        kind: kinds.get(slug)!,
      },
    ],
  )

  return new Map([...categories, ...products])
}

function motifOf(name: string): string {
  const motif = motifs[name]
  if (!motif) throw new Error(`no motif for ${name}`)

  return motif
}

/** Every picture of the demo shop by file name; drawing twice gives the same bytes. */
export const demoImages = (): Map<string, string> =>
  new Map([...demoPosters()].map(([name, poster]) => [`${name}.svg`, drawPoster(poster)]))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../../web/public/demo/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const [name, svg] of demoImages()) writeFileSync(folder + name, svg)
  process.stdout.write(`${demoImages().size} pictures in ${folder}\n`)
}
