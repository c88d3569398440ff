import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultCategoryColor } from '@chaveiro/contracts/limits'
import { demoCategories } from './data/categories.ts'
import { demoProducts } from './data/products.ts'
import { drawCard } from './drawing/card.ts'
import { createMotifs } from './drawing/motifs-create.ts'
import { playMotifs } from './drawing/motifs-play.ts'
import { protectMotifs } from './drawing/motifs-protect.ts'
import { workMotifs } from './drawing/motifs-work.ts'

const motifs: Record<string, string> = {
  ...protectMotifs,
  ...workMotifs,
  ...playMotifs,
  ...createMotifs,
}

/** Every picture of the demo shop by file name; drawing twice gives the same bytes. */
export function demoImages(): Map<string, string> {
  const colorOf = new Map(demoCategories.map((category) => [category.slug, category.color]))
  const cards = [
    { slug: 'categoria-geral', color: defaultCategoryColor, initials: '' },
    ...demoCategories.map(({ slug, color }) => ({
      slug: `categoria-${slug}`,
      color,
      initials: '',
    })),
    ...demoProducts.map(({ slug, category, initials }) => ({
      slug,
      color: colorOf.get(category)!,
      initials,
    })),
  ]
  return new Map(
    cards.map((card) => {
      const motif = motifs[card.slug]
      if (!motif) throw new Error(`no motif for ${card.slug}`)
      return [`${card.slug}.svg`, drawCard({ ...card, motif })]
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = fileURLToPath(new URL('../../../web/public/demo/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const [name, svg] of demoImages()) writeFileSync(folder + name, svg)
  process.stdout.write(`${demoImages().size} pictures in ${folder}\n`)
}
