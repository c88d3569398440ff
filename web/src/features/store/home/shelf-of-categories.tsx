import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { paths } from '../../../routing/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CategoryChips } from '../shared/category-chips.tsx'
import { Heading } from '../shared/heading.tsx'

/** Number of categories in one row of a desktop. */
const maxShown = 8

/** Categories with products and their counts: one row of chips. */
export function ShelfOfCategories() {
  const { t } = useTranslation(['home', 'store'])
  const allCategories = useQuery(ask(api.catalogue.categories)).data ?? []
  const filledCategories = allCategories.filter(({ productCount }) => productCount > 0)
  if (filledCategories.length === 0) return null

  return (
    <section className="grid min-w-0 gap-5">
      <Heading seed="categories">{t('categories.title')}</Heading>

      <ul className="edge-row gap-2 md:flex-wrap">
        <CategoryChips counted categories={filledCategories.slice(0, maxShown)} />
      </ul>

      {filledCategories.length > maxShown && (
        <Link to={paths.products} className={buttonClass('plain', 'md', 'justify-self-start')}>
          {t('store:search.all')}
        </Link>
      )}
    </section>
  )
}
