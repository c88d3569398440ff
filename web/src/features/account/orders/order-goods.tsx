import { ProductImage } from '../../../ui/product-image.tsx'
import type { Order } from './order-lines.tsx'

const pictured = 3
/** The rest is counted: two names are what fits beside the pictures. */
const named = 2

/** The names of all that was bought, in the order of the lines. */
export const namesOf = (products: Order['products']) => products.map(({ name }) => name).join(', ')

/** What a closed order holds: up to three pictures, the first names and how many more there are. */
export function OrderGoods({ products }: Pick<Order, 'products'>) {
  const more = products.length - named
  return (
    <div className="flex items-center gap-3 contain-inline-size max-lg:basis-full max-lg:pl-6 sm:max-lg:order-last lg:flex-1 lg:basis-40">
      <span className="flex shrink-0 gap-1.5">
        {products.slice(0, pictured).map(({ variantId, image, color }) => (
          <ProductImage
            key={variantId}
            src={image}
            color={color}
            crop="motif"
            sizes="3rem"
            className="w-12!"
          />
        ))}
      </span>
      <p className="flex min-w-0 gap-1.5 text-sm">
        <span className="truncate">{namesOf(products.slice(0, named))}</span>
        {more > 0 ? <span className="shrink-0 text-muted">+{more}</span> : null}
      </p>
    </div>
  )
}
