import { viewLimits, type ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { FormModal } from '../form-modal.tsx'
import { useChange } from '../use-change.ts'
import type { ViewState } from './view-state.ts'

/** Asks for the name of a view. */
function ViewNameForm({
  title,
  name = '',
  onSave,
  onClose,
}: {
  title: string
  name?: string
  onSave(name: string): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const nameForm = useForm({ defaultValues: { name } })

  return (
    <FormModal
      title={title}
      form={nameForm}
      failed={t('views.error')}
      canSave={nameForm.watch('name').trim() !== ''}
      onClose={onClose}
      onSave={({ name: typedName }) => onSave(typedName.trim())}
    >
      <TextField
        label={t('views.name')}
        maxLength={viewLimits.name}
        {...nameForm.register('name')}
      />
    </FormModal>
  )
}

/** Saves the list's current filters and columns as a named view. */
export function SaveViewDialog({
  section,
  now,
  onSaved,
  onClose,
}: {
  section: ViewSection
  now: ViewState
  onSaved(id: string): void
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const viewsChange = useChange(adminApi.savedViews.list)

  return (
    <ViewNameForm
      title={t('views.save')}
      onClose={onClose}
      onSave={async (name) => {
        const viewToSave = { section, name, filters: now.filters, hidden: [...now.hidden] }
        const { view } = await call(adminApi.savedViews.create, { body: viewToSave })
        await viewsChange.reload()
        onSaved(view.id)
      }}
    />
  )
}

/** Renames a saved view. */
export function RenameViewDialog({
  view,
  onClose,
}: {
  view: { id: string; name: string }
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const viewsChange = useChange(adminApi.savedViews.list)

  return (
    <ViewNameForm
      title={t('views.rename')}
      name={view.name}
      onClose={onClose}
      onSave={async (name) => {
        await call(adminApi.savedViews.update, { params: { id: view.id }, body: { name } })
        await viewsChange.reload()
      }}
    />
  )
}
