import { expect, it } from 'vitest'

import { letterCard } from './card.drawing.ts'
import type { CardFacts } from './card.facts.ts'

const facts: CardFacts = {
  title: 'Quimérica',
  text: '',
  offer: { price: 'R$ 49,90', from: '', rating: { average: 4.5, words: '4,5 (2)' } },
  site: 'Loja da Bia',
  area: '#ffd21f',
  on: '#16130a',
  cut: 'quimerica',
  hasPoster: true,
  isBare: true,
}

/** The name of a filled star by its number of points. */
const filledNames: Record<number, string> = { 10: 'full', 6: 'half' }

/** Each star of a card as its paths: `pale`, `full` or `half`. */
async function starsOf(average: number): Promise<string[]> {
  const svg = await letterCard({
    ...facts,
    offer: { ...facts.offer!, rating: { average, words: '' } },
  })

  return [...svg.matchAll(/<g transform="translate\([\d.]+ [\d.]+\)">(.*?)<\/g>/g)].map(
    ([, star]) =>
      [...star!.matchAll(/<path( fill-opacity="0.25")? d="([^"]+)"/g)]
        .map(([, pale, path]) => (pale ? 'pale' : filledNames[path!.split('L').length]))
        .join(' '),
  )
}

it('a card shows an average in half stars', async () => {
  expect(await starsOf(4.5)).toEqual(['full', 'full', 'full', 'full', 'pale half'])
  expect(await starsOf(4.8)).toEqual(['full', 'full', 'full', 'full', 'full'])
  expect(await starsOf(3.2)).toEqual(['full', 'full', 'full', 'pale', 'pale'])
})

it('a name in any script, and one that no font has, is on the card', async () => {
  const outlineOf = async (title: string) => {
    const svg = await letterCard({ ...facts, title })
    return /<path d="(M[^"]{20,})"\/>/.exec(svg)?.[1]?.length ?? 0
  }

  for (const title of ['محمد', 'דוד כהן', '김민준', 'สมชาย', 'प्रिया', 'አበበ'])
    expect(await outlineOf(title), title).toBeGreaterThan(500)
})
