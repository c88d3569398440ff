import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'

import { api } from '../../../api/call.ts'
import { ask } from '../../../api/queries.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { useTitle } from '../../../routing/title.ts'
import type { ShopProduct } from '../shared/product-card.tsx'
import { ProductsLayout } from '../shared/products-layout.tsx'

/** The list, whether it came bare or under `products` (Q28). */
function listOf(
  answer: readonly ShopProduct[] | { products?: readonly ShopProduct[] },
): readonly ShopProduct[] {
  return 'length' in answer ? answer : (answer.products ?? [])
}

/** The products of one category; the router has decoded the name. */
export function Page() {
  const { t } = useTranslation(['store', 'common'])
  const { categoryName = '' } = useParams()

  const products = useQuery({
    ...ask(api.catalogue.byCategory, { params: { categoryName } }),
    select: listOf,
  })

  const nameEn = products.data?.[0]?.category.nameEn
  const name = categoryLabel({ name: categoryName, nameEn })
  useTitle(name, t('common:head.category', { name }))

  return (
    <ProductsLayout
      title={name}
      products={products}
      errorText={t('category.errorLoad')}
      emptyText={t('category.empty')}
    />
  )
}
