import { useTranslation } from 'react-i18next'

import type { Column } from './columns.ts'
import { SelectFilter } from './filters.tsx'
import { usePhone } from './use-phone.ts'

/** The sort orders of a table with their labels. */
function useSortOptions<Row>(columns: readonly Column<Row>[]) {
  const { t } = useTranslation('admin')
  return columns.flatMap(({ head, sort }) =>
    (sort ?? []).map(
      (value) =>
        [value, t(value.startsWith('-') ? 'kit.falling' : 'kit.rising', { column: head })] as const,
    ),
  )
}

/** Sorting as a filter, for phones, which show no column heads (P662). */
export function SortFilter<Row>({
  columns,
  value,
  onChange,
}: {
  columns: readonly Column<Row>[]
  value: string
  onChange(sort: string): void
}) {
  const { t } = useTranslation('admin')
  const sortOptions = useSortOptions(columns)
  const isPhone = usePhone()
  if (!isPhone) return null

  return (
    <div className="flex w-full">
      <SelectFilter
        label={t('kit.sort')}
        value={value}
        onChange={onChange}
        options={[['', t('kit.unsorted')], ...sortOptions]}
      />
    </div>
  )
}
