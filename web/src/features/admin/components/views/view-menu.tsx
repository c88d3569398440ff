import { Ellipsis, Pencil, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { Menu } from '../../../../ui/menu.tsx'
import { useChange } from '../use-change.ts'
import { RenameViewDialog } from './save-view.tsx'
import { isSameView, type AnyList, type ViewState } from './view-state.ts'

type SavedView = ViewState & { id: string; name: string }

/** Menu of a saved view: update, rename, remove. */
export function ViewMenu({ view, now, list }: { view: SavedView; now: ViewState; list: AnyList }) {
  const { t } = useTranslation('admin')
  const viewsChange = useChange(adminApi.savedViews.list)
  const [renaming, setRenaming] = useState(false)
  const failureText = t('views.error')

  const updateView = () =>
    viewsChange.run(
      () =>
        call(adminApi.savedViews.update, {
          params: { id: view.id },
          body: { filters: now.filters, hidden: [...now.hidden] },
        }),
      { failed: failureText, done: t('views.updated', { name: view.name }) },
    )

  const removeView = async () => {
    const doneText = t('views.removed', { name: view.name })

    const isRemoved = await viewsChange.run(
      () => call(adminApi.savedViews.remove, { params: { id: view.id } }),
      { failed: failureText, done: doneText },
    )

    if (isRemoved) list.set({ view: '' })
  }

  return (
    <>
      <Menu
        label={t('views.acts', { name: view.name })}
        title={t('kit.moreActs')}
        className="mb-0.5 inline-grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
        items={[
          ...(isSameView(view, now)
            ? []
            : [
                {
                  label: t('views.update'),
                  icon: <Save aria-hidden />,
                  run: () => void updateView(),
                },
              ]),
          {
            label: t('views.rename'),
            icon: <Pencil aria-hidden />,
            run: () => setRenaming(true),
          },
          {
            label: t('views.remove'),
            icon: <Trash2 aria-hidden />,
            danger: true,
            run: () => void removeView(),
          },
        ]}
      >
        <Ellipsis size={16} aria-hidden />
      </Menu>

      {renaming && <RenameViewDialog view={view} onClose={() => setRenaming(false)} />}
    </>
  )
}
