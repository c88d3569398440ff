import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { paths } from '../../../routing/paths.ts'
import { useTitle } from '../../../routing/title.ts'
import { SearchSlot } from '../search/search-slot.tsx'
import { CategoryChips, Chip } from '../shared/category-chips.tsx'
import type { ShopProduct } from '../shared/product-card.tsx'
import { ProductsLayout } from '../shared/products-layout.tsx'
import { ShopRow } from '../shared/shop-row.tsx'

/** The products of a reply, bare or under `products` (Q28). */
function productsOf(
  answer: readonly ShopProduct[] | { products?: readonly ShopProduct[] },
): readonly ShopProduct[] {
  if ('length' in answer) return answer

  return answer.products ?? []
}

/** Search and chips of a category's page. */
function CategoryRow({ current }: { current: string }) {
  const { t } = useTranslation('store')
  const categories = useQuery(ask(api.catalogue.categories)).data ?? []
  // The URL may have other upper and lower case than the category's name.
  const currentName = categories.find(
    ({ name }) => name.toLowerCase() === current.trim().toLowerCase(),
  )?.name

  return (
    <ShopRow search={<SearchSlot />}>
      <Chip to={paths.allProducts}>{t('search.everything')}</Chip>
      <CategoryChips categories={categories} current={currentName} />
    </ShopRow>
  )
}

/** Products of a category; the router has decoded its name. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const { categoryName = '' } = useParams()

  const categoryProducts = useQuery({
    ...ask(api.catalogue.byCategory, { params: { categoryName } }),
    select: productsOf,
  })

  const nameEn = categoryProducts.data?.[0]?.category.nameEn
  const displayName = categoryLabel({ name: categoryName, nameEn })
  useTitle(displayName, t('common:head.category', { name: displayName }))

  return (
    <ProductsLayout
      title={displayName}
      row={<CategoryRow current={categoryName} />}
      products={categoryProducts}
      errorText={t('category.errorLoad')}
      emptyText={t('category.empty')}
    />
  )
}
