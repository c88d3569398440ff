import { Ellipsis, Pencil, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { Menu } from '../../../../ui/menu.tsx'
import { useChange } from '../use-change.ts'
import { RenameView } from './save-view.tsx'
import { isSame, type AnyList, type ViewState } from './view-state.ts'

type Kept = ViewState & { id: string; name: string }

/** What one does with a view of one's own: keep what was changed in it, rename it, remove it. */
export function ViewMenu({ view, now, list }: { view: Kept; now: ViewState; list: AnyList }) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.savedViews.list)
  const [renaming, setRenaming] = useState(false)
  const failed = t('views.error')

  const update = () =>
    change.run(
      () =>
        call(adminApi.savedViews.update, {
          params: { id: view.id },
          body: { filters: now.filters, hidden: [...now.hidden] },
        }),
      { failed, done: t('views.updated', { name: view.name }) },
    )

  const remove = async () => {
    const done = t('views.removed', { name: view.name })

    const gone = await change.run(
      () => call(adminApi.savedViews.remove, { params: { id: view.id } }),
      { failed, done },
    )

    if (gone) list.set({ view: '' })
  }

  return (
    <>
      <Menu
        label={t('views.acts', { name: view.name })}
        title={t('kit.moreActs')}
        className="mb-0.5 inline-grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
        items={[
          ...(isSame(view, now)
            ? []
            : [{ label: t('views.update'), icon: <Save aria-hidden />, run: () => void update() }]),
          {
            label: t('views.rename'),
            icon: <Pencil aria-hidden />,
            run: () => setRenaming(true),
          },
          {
            label: t('views.remove'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            run: () => void remove(),
          },
        ]}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu>

      {renaming ? <RenameView view={view} onClose={() => setRenaming(false)} /> : null}
    </>
  )
}
