import { demoCategories } from '../../server/src/demo/data/categories.ts'
import { demoProducts } from '../../server/src/demo/data/products.ts'
import { demoScreens } from '../../server/src/demo/data/screens.ts'
import { compositions } from './compositions.ts'
import { createMotifs } from './motifs-create.ts'
import { playMotifs } from './motifs-play.ts'
import { protectMotifs } from './motifs-protect.ts'
import { workMotifs } from './motifs-work.ts'
import { drawPoster, type Poster } from './poster.ts'
import { drawScreen } from './screens/screen.ts'
import { assignCompositions, type Shelf } from './shelves.ts'

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

/** The poster of each picture, by name; products on no shelf come last. */
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
        kind: index % compositions.length,
      },
    ],
  )

  const productPosters = demoProducts.map(({ slug, category, name }): [string, Poster] => [
    slug,
    {
      category,
      name,
      motif: requireMotif(slug),
      kind: compositionIndexes.get(slug)!,
    },
  ])

  return new Map([...categoryPosters, ...productPosters])
}

function requireMotif(name: string): string {
  const motif = motifsByName[name]
  if (!motif) throw new Error(`no motif for ${name}`)

  return motif
}

/** The three screens of each product, by file name. */
const demoScreenImages = (): [name: string, svg: string][] =>
  demoProducts.flatMap(({ slug, name, category }) =>
    demoScreens[slug]!.map((screen, index): [string, string] => [
      `${slug}-${index + 1}.svg`,
      drawScreen({ name, category, motif: requireMotif(slug) }, screen, index),
    ]),
  )

/** Every picture of the demo shop, by file name; each run returns the same bytes. */
export const demoImages = (): Map<string, string> =>
  new Map([
    ...[...demoPosters()].map(([name, poster]): [string, string] => [
      `${name}.svg`,
      drawPoster(poster),
    ]),
    ...demoScreenImages(),
  ])
