import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyRing } from './key-ring.tsx'
import { PosterTile, tileRow } from './poster-tile.tsx'
import { useSoldNow } from './sold-now.ts'

/** What an empty place says. */
export type Empty = { title: ReactNode; text?: ReactNode; action?: ReactNode }

/** An empty place of the shop: the family of keys, its words, and what is there instead (P126). */
export function Nothing({ title, text, action }: Empty) {
  const { t } = useTranslation('store')
  const products = useSoldNow()
  return (
    <div className="grid justify-items-center gap-3 px-4 py-8 text-center">
      <KeyRing className="w-44" />
      <p className="text-lg font-semibold">{title}</p>
      {text ? <p className="max-w-prose text-muted">{text}</p> : null}
      {action}
      {products.length ? (
        <section className="mt-6 grid w-full max-w-xl gap-4 text-left">
          <h3 className="text-sm font-semibold text-muted">{t('empty.instead')}</h3>
          <ul className={tileRow}>
            {products.map((product) => (
              <PosterTile key={product._id} product={product} />
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
