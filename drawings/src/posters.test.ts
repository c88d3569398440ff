import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { demoImages, demoPosters, demoShelves } from './demo-images.ts'
import { motifBox } from './motif-box.ts'
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

it('every category has four or more compositions; all posters differ and are below 6 kB [P123]', () => {
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
  const drawn = [...posters.keys()].map((slug) => images.get(`${slug}.svg`)!)
  expect(drawn).toHaveLength(40)
  expect(new Set(drawn).size).toBe(40)
  for (const svg of drawn) expect(Buffer.byteLength(svg)).toBeLessThan(6_000)
})

it('a poster shows its name on the square and the wide version only [P123]', () => {
  const svg = images.get('vigia.svg')!
  const versions = svg.split('<svg ').slice(2)
  expect(
    versions.map((version) =>
      /^x="\d+" y="\d+" width="(\d+)" height="(\d+)"/.exec(version)!.slice(1),
    ),
  ).toEqual([
    ['800', '600'],
    ['400', '400'],
    ['600', '600'],
    ['1200', '600'],
  ])

  // “Vigia HUD” has 7 different letters (V i g a H U D) and 8 letters in all.
  expect(svg.match(/<path id="A\w+"/g)).toHaveLength(7)
  expect(versions.map((version) => version.match(/href="#A\w+"/g)?.length ?? 0)).toEqual([
    0, 0, 8, 8,
  ])
  for (const view of ['square', 'wide', 'motif']) expect(svg).toContain(`<view id="${view}"`)
})

it('the motif takes at least 70 % of the height, and the cut removes no part of it', () => {
  for (const [slug, { motif }] of posters) {
    const [, y, scale] =
      /<use href="#m" transform="translate\([-\d.]+ ([-\d.]+)\)scale\(([\d.]+)\)"/
        .exec(images.get(`${slug}.svg`)!)!
        .map(Number) as [number, number, number]
    const box = motifBox(motif)
    const [top, bottom] = [box.y - 7, box.y + box.height + 7].map((edge) => y + edge * scale)

    expect(bottom! - top!, slug).toBeGreaterThanOrEqual(420)
    expect(bottom!, slug).toBeLessThanOrEqual(552)
  }
})

it('a picture has no text, font or script, and no white or nearly black area', () => {
  for (const [name, drawn] of images) {
    expect(drawn, name).not.toMatch(/<(?:text|script|style|image)|url\(|\$|NaN|undefined/)
    expect(drawn, name).not.toMatch(/fill="#(?:0[0-9a-f]0[0-9a-f]0[0-9a-f]|ffffff|fff)"/)
  }
})

it('the shipped pictures are those that npm run draw draws', () => {
  const folder = new URL('../../web/public/demo/', import.meta.url)
  const shipped = readdirSync(folder)
  expect(shipped.toSorted()).toEqual([...images.keys()].toSorted())
  const stale = shipped.filter(
    (name) => readFileSync(new URL(name, folder), 'utf8') !== images.get(name),
  )
  expect(stale).toEqual([])
})

it('shelves that need more compositions are an error', () => {
  expect([...assignCompositions([['a', 'b', 'c', 'd', 'e']], 5).values()].toSorted()).toEqual([
    0, 1, 2, 3, 4,
  ])
  expect(() => assignCompositions([['a', 'b', 'c', 'd', 'e']], 4)).toThrow('more compositions')
})
