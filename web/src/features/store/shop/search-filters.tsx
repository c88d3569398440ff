import type { Api } from '@chaveiro/contracts'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../../api/http.ts'
import { categoryLabel } from '../../../i18n/language.ts'
import { Checkbox, inputClass } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { sortOrders, type Search, type Sort } from './search-state.ts'

export type Categories = Reply<Api['catalogue']['categories']>

type SearchFiltersProps = {
  search: Search
  categories: Categories
  change(part: Partial<Search>): void
}

/** Category, order and stock filters. Relevance is only offered with a search text. */
export function SearchFilters({ search, categories, change }: SearchFiltersProps) {
  const { t } = useTranslation('store')
  const offeredSorts = sortOrders.filter(
    (sort) => sort !== 'relevance' || search.q || search.sort === 'relevance',
  )

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Select
        aria-label={t('search.category')}
        value={search.category}
        onChange={(event) => change({ category: event.target.value })}
        className={`${inputClass} sm:w-auto`}
      >
        <option value="">{t('search.allCategories')}</option>

        {categories
          .filter(({ productCount, name }) => productCount > 0 || name === search.category)
          .map(({ _id, name, nameEn }) => (
            <option key={_id} value={name}>
              {categoryLabel({ name, nameEn })}
            </option>
          ))}
      </Select>

      <Select
        aria-label={t('search.sort')}
        value={search.sort}
        onChange={(event) => change({ sort: event.target.value as Sort })}
        className={`${inputClass} min-w-28 flex-1 sm:w-auto sm:flex-none`}
      >
        {offeredSorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </option>
        ))}
      </Select>

      <Checkbox
        checked={search.inStock}
        onChange={(event) => change({ inStock: event.target.checked })}
      >
        {t('search.inStock')}
      </Checkbox>
    </div>
  )
}
