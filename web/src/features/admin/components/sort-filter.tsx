import { useTranslation } from 'react-i18next'

import type { Column } from './columns.ts'
import { SelectFilter } from './filters.tsx'
import { usePhone } from './use-phone.ts'

/** The ways a table can be sorted, each with its words; none where no column sorts. */
function useWays<Row>(columns: readonly Column<Row>[]) {
  const { t } = useTranslation('admin')
  return columns.flatMap(({ head, sort }) =>
    (sort ?? []).map(
      (value) =>
        [value, t(value.startsWith('-') ? 'kit.falling' : 'kit.rising', { column: head })] as const,
    ),
  )
}

/** How a list is sorted where it has no heads to press: on a phone, among the filters (P662). */
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
  const ways = useWays(columns)
  const isPhone = usePhone()
  if (!isPhone) return null

  return (
    <div className="flex w-full">
      <SelectFilter
        label={t('kit.sort')}
        value={value}
        onChange={onChange}
        options={[['', t('kit.unsorted')], ...ways]}
      />
    </div>
  )
}
