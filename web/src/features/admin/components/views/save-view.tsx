import { viewLimits, type ViewSection } from '@chaveiro/contracts/admin/saved-views'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { FormModal } from '../form-modal.tsx'
import { useChange } from '../use-change.ts'
import type { ViewState } from './view-state.ts'

/** What a view is called; an own view that is named anew keeps what it shows. */
function NameView({
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
  const form = useForm({ defaultValues: { name } })

  return (
    <FormModal
      title={title}
      form={form}
      failed={t('views.error')}
      canSave={form.watch('name').trim() !== ''}
      onClose={onClose}
      onSave={({ name: given }) => onSave(given.trim())}
    >
      <TextField label={t('views.name')} maxLength={viewLimits.name} {...form.register('name')} />
    </FormModal>
  )
}

/** Keeps what the list shows under a name. */
export function SaveView({
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
  const change = useChange(adminApi.savedViews.list)

  return (
    <NameView
      title={t('views.save')}
      onClose={onClose}
      onSave={async (name) => {
        const body = { section, name, filters: now.filters, hidden: [...now.hidden] }
        const { view } = await call(adminApi.savedViews.create, { body })
        await change.reload()
        onSaved(view.id)
      }}
    />
  )
}

/** Gives a view another name. */
export function RenameView({
  view,
  onClose,
}: {
  view: { id: string; name: string }
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.savedViews.list)

  return (
    <NameView
      title={t('views.rename')}
      name={view.name}
      onClose={onClose}
      onSave={async (name) => {
        await call(adminApi.savedViews.update, { params: { id: view.id }, body: { name } })
        await change.reload()
      }}
    />
  )
}
