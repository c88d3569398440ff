import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

export type ProductPage = Reply<Api['catalogue']['page']>

/** Characters of a description that search engines show. */
const maxLength = 160

/** Puts a text on one line and cuts it after a whole word. */
function shortenText(text: string): string {
  const singleLine = text.replace(/\s+/g, ' ').trim()
  if (singleLine.length <= maxLength) return singleLine

  const shortText = singleLine.slice(0, maxLength)
  const lastSpace = shortText.lastIndexOf(' ')

  return `${shortText.slice(0, lastSpace > 0 ? lastSpace : maxLength - 1)}…`
}

/** Description for search engines: the owner's, or the summary. */
export const descriptionOf = ({ seo, product }: ProductPage): string =>
  shortenText(seo.description || product.description)

export type Slide = { url: string | null; alt: string }

/**
 * Pictures of a product: cover first, then the rest of the gallery. Missing texts fall back to the
 * product's name.
 */
export function slidesOf(
  { product, images }: ProductPage,
  defaultAlt: (at: number) => string,
): [Slide, ...Slide[]] {
  const otherImages = images.filter(({ url }) => url !== product.image)
  const coverImage = images.find(({ url }) => url === product.image)

  return [
    { url: product.image, alt: coverImage?.alt || product.name },
    ...otherImages.map(({ url, alt }, index) => ({ url, alt: alt || defaultAlt(index + 2) })),
  ]
}
