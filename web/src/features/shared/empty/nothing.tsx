import { useTranslation } from 'react-i18next'

import { Blank, type Empty } from './blank.tsx'
import { PosterTile, tileRow } from './poster-tile.tsx'
import { useSoldNow } from './sold-now.ts'

/** An empty place of the shop: the family of keys, its words, and what is there instead (P126). */
export function Nothing(empty: Empty) {
  const { t } = useTranslation('store')
  const products = useSoldNow()

  return (
    <Blank {...empty}>
      {products.length > 0 && (
        <section className="mt-6 grid w-full max-w-xl gap-4 text-left">
          <h3 className="text-sm font-semibold text-muted">{t('empty.instead')}</h3>

          <ul className={tileRow}>
            {products.map((product) => (
              <PosterTile key={product._id} product={product} />
            ))}
          </ul>
        </section>
      )}
    </Blank>
  )
}
