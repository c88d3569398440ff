import { Link } from 'react-router'

import { paths } from '../../../routing/paths.ts'
import { join } from '../../../ui/join.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { ListedPrice } from '../listed-price.tsx'
import { ProductTerm } from '../product-term.tsx'
import type { SoldProduct } from './sold-now.ts'

/** On a phone, with two tiles a row, hides a last tile that would be alone in its row. */
const oddOneClass = 'max-sm:[&:nth-child(2n+3):last-child]:hidden'

/** A compact product: poster, name, price and term; the whole tile links to its page. */
export function PosterTile({ product, first }: { product: SoldProduct; first?: boolean }) {
  const { _id: id, name, image, slug, category } = product
  return (
    <li className={join('group relative grid min-w-0 content-start gap-2', oddOneClass)}>
      <ProductImage
        src={image}
        color={category.color}
        crop="motif"
        eager
        first={first}
        cut={id}
        className="transition-transform duration-200 group-hover:-translate-y-1"
      />

      <span className="grid min-w-0 gap-0.5">
        <Link
          to={paths.product(slug)}
          className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere after:absolute after:inset-0 hover:underline sm:text-base"
        >
          {name}
        </Link>

        <span className="flex flex-wrap items-baseline justify-between gap-x-2">
          <span className="price text-lg wrap-anywhere">
            <ListedPrice product={product} />
          </span>
          <ProductTerm product={product} />
        </span>
      </span>
    </li>
  )
}

/** Two columns on a phone; each list adds its column count for wider screens. */
export const tileRowClass = 'grid grid-cols-2 gap-x-4 gap-y-6 sm:gap-x-6'
