import { useTranslation } from 'react-i18next'

import { join } from '../../../ui/join.ts'
import { Blank, type EmptyTexts } from './blank.tsx'
import { PosterTile, tileRowClass } from './poster-tile.tsx'
import { useProductsOnSale } from './sold-now.ts'

/** An empty state of the shop, with a few products instead (P126). */
export function EmptyWithProducts(empty: EmptyTexts) {
  const { t } = useTranslation('store')
  const products = useProductsOnSale(3)

  return (
    <Blank {...empty}>
      {products.length > 0 && (
        <section className="mt-6 grid w-full max-w-xl gap-4 text-left">
          <h3 className="text-sm font-semibold text-muted">{t('empty.instead')}</h3>

          <ul className={join(tileRowClass, 'sm:grid-cols-3')}>
            {products.map((product) => (
              <PosterTile key={product._id} product={product} />
            ))}
          </ul>
        </section>
      )}
    </Blank>
  )
}
