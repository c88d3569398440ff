import { expect, it } from 'vitest'

import { demoProducts } from '../../../server/src/demo/data/products.ts'
import { demoScreens } from '../../../server/src/demo/data/screens.ts'
import { demoImages } from '../demo-images.ts'

const images = demoImages()

it('every product has three screens, all different, each below 12 kB', () => {
  expect(Object.keys(demoScreens).toSorted()).toEqual(
    demoProducts.map(({ slug }) => slug).toSorted(),
  )

  const names = demoProducts.flatMap(({ slug }) => [1, 2, 3].map((nth) => `${slug}-${nth}.svg`))
  const drawn = names.map((name) => images.get(name)!)
  expect(new Set(drawn).size).toBe(96)
  for (const svg of drawn) expect(Buffer.byteLength(svg)).toBeLessThan(12_000)
})

it('a screen shows the name of its program, a heading and three lines, letter by letter', () => {
  for (const { slug, name } of demoProducts)
    for (const [index, { words }] of demoScreens[slug]!.entries()) {
      const letters = [name, ...words].join('').replaceAll(' ', '')
      const uses = images.get(`${slug}-${index + 1}.svg`)!.match(/href="#[Aa]\w+"/g)
      expect(uses, `${slug} ${index + 1}`).toHaveLength(letters.length)
    }
})

it('the layouts of a product differ', () => {
  for (const [slug, screens] of Object.entries(demoScreens))
    expect(new Set(screens.map(({ layout }) => layout)).size, slug).toBe(3)
})
