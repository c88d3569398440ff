import { useTranslation } from 'react-i18next'

import { Checkbox } from '../../../ui/field.tsx'
import { inputClass } from '../../../ui/input-class.ts'
import { Select } from '../../../ui/select.tsx'
import { sortOrders, type Search, type Sort } from './search-state.ts'

type SearchFiltersProps = {
  search: Search
  change(part: Partial<Search>): void
}

/** Sorting and stock filter; chips select the category. Relevance is only offered with a text. */
export function SearchFilters({ search, change }: SearchFiltersProps) {
  const { t } = useTranslation('store')
  const offeredSorts = sortOrders.filter(
    (sort) => sort !== 'relevance' || search.q || search.sort === 'relevance',
  )

  return (
    <>
      <Select
        aria-label={t('search.sort')}
        value={search.sort}
        onChange={(event) => change({ sort: event.target.value as Sort })}
        className={`${inputClass} w-auto! min-w-36 text-sm`}
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
    </>
  )
}
