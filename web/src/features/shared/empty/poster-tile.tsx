import { Link } from 'react-router'

import { money } from '../../../i18n/format.ts'
import { paths } from '../../../routing/paths.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import type { SoldProduct } from './sold-now.ts'

/** A compact product: poster, name and price; the whole tile links to its page. */
export function PosterTile({ product, first }: { product: SoldProduct; first?: boolean }) {
  const { name, image, price, currency, slug, category } = product
  return (
    <li className="group relative grid min-w-0 content-start gap-2">
      <ProductImage
        src={image}
        color={category.color}
        crop="square"
        phoneCrop="motif"
        eager
        first={first}
        className="transition-transform duration-200 group-hover:-translate-y-1"
      />

      <span className="grid min-w-0 gap-0.5">
        <Link
          to={paths.product(slug)}
          className="line-clamp-2 text-xs leading-snug font-semibold wrap-anywhere after:absolute after:inset-0 hover:underline sm:text-sm"
        >
          {name}
        </Link>

        <span className="text-sm font-bold wrap-anywhere text-warm sm:text-base">
          {money(price, currency)}
        </span>
      </span>
    </li>
  )
}

export const tileRowClass = 'grid grid-cols-3 gap-3 sm:gap-5'
