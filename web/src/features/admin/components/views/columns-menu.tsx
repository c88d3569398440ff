import { Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'

import { Menu } from '../../../../ui/menu.tsx'
import type { Column } from '../columns.ts'
import type { KeptColumns } from './kept-columns.ts'

/** Shows and hides columns; not on a phone. */
export function ColumnsMenu<Row>({
  columns,
  kept: { hidden, turn: toggleColumn },
}: {
  columns: readonly Column<Row>[]
  kept: KeptColumns
}) {
  const { t } = useTranslation('admin')
  return (
    <Menu
      label={t('views.columns')}
      title={t('views.columns')}
      className="mb-0.5 inline-grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink max-md:hidden"
      items={columns
        .filter(({ lead }) => !lead)
        .map(({ key, head }) => ({
          label: head,
          ticked: !hidden.includes(key),
          run: () => toggleColumn(key),
        }))}
    >
      <Columns3 size={16} aria-hidden />
    </Menu>
  )
}
