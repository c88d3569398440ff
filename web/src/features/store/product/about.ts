import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

export type ProductPage = Reply<Api['catalogue']['page']>

/** How much of a description search engines show. */
const most = 160

/** A text in one line, cut after a whole word where it is too long for search engines. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line

  const cut = line.slice(0, most)
  const end = cut.lastIndexOf(' ')

  return `${cut.slice(0, end > 0 ? end : most - 1)}…`
}

/** What the page says of itself to search engines: what its owner wrote for them, or its summary. */
export const descriptionOf = ({ seo, product }: ProductPage): string =>
  shortened(seo.description || product.description)

export type Slide = { url: string | null; alt: string }

/**
 * The pictures of a product: its cover first, then its gallery, in which the cover may stand again.
 * One without words of its own is told by the product's name.
 */
export function slidesOf(
  { product, images }: ProductPage,
  named: (at: number) => string,
): [Slide, ...Slide[]] {
  const rest = images.filter(({ url }) => url !== product.image)
  const cover = images.find(({ url }) => url === product.image)

  return [
    { url: product.image, alt: cover?.alt || product.name },
    ...rest.map(({ url, alt }, index) => ({ url, alt: alt || named(index + 2) })),
  ]
}
