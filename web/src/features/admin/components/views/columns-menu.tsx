import { Columns3 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Menu } from '../../../../ui/menu.tsx'
import type { Column } from '../columns.ts'
import { stateOf, type AnyList } from './view-state.ts'

/** Which columns show; a phone's list has none. */
export function ColumnsMenu<Row>({
  columns,
  list,
}: {
  columns: readonly Column<Row>[]
  list: AnyList
}) {
  const { t } = useTranslation('admin')
  const { hidden } = stateOf(list)
  const turn = (key: string) => {
    const others = hidden.filter((one) => one !== key)
    list.set({ hide: (others.length < hidden.length ? others : [...hidden, key]).join(',') })
  }
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
          run: () => turn(key),
        }))}
    >
      <Columns3 size={16} aria-hidden />
    </Menu>
  )
}
