import { useTranslation } from 'react-i18next'

import { money } from '../../../../i18n/format.ts'
import { DataTable, type Column } from '../../components/data-table.tsx'
import { When } from '../../components/when.tsx'
import type { Product } from '../../shared/rows.ts'
import type { PriceChange } from './price-plan-fields.ts'

/** Price changes of a product, newest first. */
export function HistoryTable({
  product,
  several,
  history,
}: {
  product: Product
  several: boolean
  history: readonly PriceChange[]
}) {
  const { t } = useTranslation('admin')
  const optionName = (row: PriceChange) => row.variantName || product.name

  const historyColumns: Column<PriceChange>[] = [
    { key: 'at', head: t('adminPrices.when'), lead: true, cell: (row) => <When at={row.at} /> },
    ...(several ? [{ key: 'option', head: t('adminPrices.option'), cell: optionName }] : []),
    {
      key: 'from',
      head: t('adminPrices.from'),
      end: true,
      cell: (row) => (row.from === null ? '-' : money(row.from, row.currency)),
    },
    {
      key: 'to',
      head: t('adminPrices.to'),
      end: true,
      cell: (row) => <strong>{money(row.to, row.currency)}</strong>,
    },
    {
      key: 'cause',
      head: t('adminPrices.cause'),
      cell: (row) => t(`adminPrices.causeIs.${row.cause}`),
    },
    { key: 'by', head: t('adminPrices.by'), cell: (row) => row.by ?? t('adminPrices.house') },
  ]

  return (
    <DataTable
      caption={t('adminPrices.history')}
      columns={historyColumns}
      rows={history}
      rowKey={(row) => row.id}
      rowName={optionName}
    />
  )
}
