import { expect, it } from 'vitest'

import { descriptionOf, slidesOf, type ProductPage } from './about.ts'

const page = (
  part: { seo?: string; description?: string; image?: string | null },
  images: { url: string; alt: string }[] = [],
) =>
  ({
    product: { name: 'Giz', image: part.image ?? null, description: part.description ?? '' },
    seo: { title: null, description: part.seo ?? null },
    images: images.map((image) => ({ ...image, width: 4, height: 3 })),
  }) as unknown as ProductPage

const named = (at: number) => `Giz ${at}`

it('search engines get their own text, or the summary on one line cut after a whole word [L056]', () => {
  expect(descriptionOf(page({ seo: 'Para buscadores', description: 'Resumo' }))).toBe(
    'Para buscadores',
  )
  expect(descriptionOf(page({ description: ' Uma\n\n linha\tsó ' }))).toBe('Uma linha só')
  const exact = `${'a'.repeat(79)} ${'b'.repeat(80)}`
  expect(descriptionOf(page({ description: exact }))).toBe(exact)
  expect(descriptionOf(page({ description: `${exact}c` }))).toBe(`${'a'.repeat(79)}…`)
  expect(descriptionOf(page({ description: 'x'.repeat(500) }))).toBe(`${'x'.repeat(159)}…`)
})

it('the cover comes first and once, and a picture without words is named by the product [L052]', () => {
  expect(slidesOf(page({}), named)).toEqual([{ url: null, alt: 'Giz' }])
  expect(
    slidesOf(
      page({ image: '/b' }, [
        { url: '/a', alt: 'Tela' },
        { url: '/b', alt: 'Capa' },
        { url: '/c', alt: '' },
      ]),
      named,
    ),
  ).toEqual([
    { url: '/b', alt: 'Capa' },
    { url: '/a', alt: 'Tela' },
    { url: '/c', alt: 'Giz 3' },
  ])
})
