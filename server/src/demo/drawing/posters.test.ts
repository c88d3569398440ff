import { expect, it } from 'vitest'

import { demoImages, demoPosters, demoShelves } from '../draw-images.ts'
import { assignCompositions } from './shelves.ts'

const images = demoImages()
const posters = demoPosters()

it('no poster on a shelf has the composition of its left or upper neighbour, in 2 to 4 columns [P123]', () => {
  expect(demoShelves).toHaveLength(8)
  for (const shelf of demoShelves)
    for (const columns of [2, 3, 4])
      for (const [position, slug] of shelf.entries()) {
        const kind = posters.get(slug)!.kind
        const left = position % columns ? posters.get(shelf[position - 1]!)!.kind : null
        const above = position >= columns ? posters.get(shelf[position - columns]!)!.kind : null
        expect([left, above], slug).not.toContain(kind)
      }
})

it('every category has four or more compositions; all pictures differ and are below 6 kB [P123]', () => {
  const kinds = (category: string) =>
    new Set(
      [...posters.values()]
        .filter((poster) => poster.category === category && poster.name)
        .map(({ kind }) => kind),
    ).size

  const categories = [...new Set([...posters.values()].map(({ category }) => category))]
  const poorCategories = categories.filter(
    (category) => category !== 'geral' && kinds(category) < 4,
  )
  expect(poorCategories).toEqual([])
  expect(categories).toHaveLength(8)
  expect(images.size).toBe(40)
  expect(new Set(images.values()).size).toBe(40)
  for (const [name, svg] of images) expect(Buffer.byteLength(svg), name).toBeLessThan(6_000)
})

it('a poster has its name, its edition and views of its crops, and no text, font or script [P123]', () => {
  const svg = images.get('vigia.svg')!
  // Nine letters, each defined once: V i g a H U D in the name, 1 M in the edition.
  expect(svg.match(/<path id="[A-Z]"/g)).toHaveLength(9)
  for (const view of ['square', 'wide', 'motif']) expect(svg).toContain(`<view id="${view}"`)

  for (const [name, drawn] of images) {
    expect(drawn, name).not.toMatch(/<(?:text|script|style|image)|url\((?!#n\))|\$|NaN|undefined/)
    // A black or white area would look wrong in one of the themes.
    expect(drawn, name).not.toMatch(/fill="#(?:0[0-9a-f]0[0-9a-f]0[0-9a-f]|ffffff|fff)"/)
  }
})

it('shelves that need more compositions are an error', () => {
  expect([...assignCompositions([['a', 'b', 'c', 'd', 'e']], 5).values()].toSorted()).toEqual([
    0, 1, 2, 3, 4,
  ])
  expect(() => assignCompositions([['a', 'b', 'c', 'd', 'e']], 4)).toThrow('more compositions')
})
