import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ProductImage } from '../../../ui/product-image.tsx'
import { Heading } from './heading.tsx'

const chipClass =
  'group grid h-full grid-cols-[2.25rem_minmax(0,1fr)] content-start items-center gap-2 ' +
  'rounded-lg border border-line p-2.5 transition-colors hover:bg-raised'

const nameClass =
  'col-span-2 row-start-2 text-sm leading-snug font-semibold tracking-tight wrap-anywhere ' +
  'hyphens-auto group-hover:underline first-letter:uppercase'

/** Number of categories in one row of a desktop. */
const maxShown = 8

/** Categories with products and their counts: one row on a desktop, two columns on a phone. */
export function ShelfOfCategories() {
  const { t } = useTranslation(['home', 'store'])
  const allCategories = useQuery(ask(api.catalogue.categories)).data ?? []
  const filledCategories = allCategories.filter(({ productCount }) => productCount > 0)
  if (filledCategories.length === 0) return null

  const visibleCategories = filledCategories.slice(0, maxShown)

  return (
    <section className="grid gap-5">
      <Heading>{t('categories.title')}</Heading>

      <ul
        style={{ '--row': visibleCategories.length } as CSSProperties}
        className="grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3 lg:grid-cols-[repeat(var(--row),minmax(0,1fr))]"
      >
        {visibleCategories.map(({ _id, name, nameEn, image, color, productCount }) => (
          <li key={_id} className="min-w-0">
            <Link to={paths.category(name)} className={chipClass}>
              <ProductImage src={image} color={color} crop="motif" />
              <span className={nameClass}>{categoryLabel({ name, nameEn })}</span>
              <span className="justify-self-end text-right text-xs text-muted">
                {t('store:shop.productCount', { count: productCount })}
              </span>
            </Link>
          </li>
        ))}
      </ul>

      {filledCategories.length > maxShown && (
        <Link to={paths.products} className={buttonClass('plain', 'md', 'justify-self-start')}>
          {t('store:search.all')}
        </Link>
      )}
    </section>
  )
}
