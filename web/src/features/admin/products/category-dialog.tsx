import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../api/queries.ts'
import { ChoiceField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'

/** Asks for a new category of many products. */
export function CategoryDialog({
  count,
  onSave,
  onDone,
}: {
  count: number
  onSave(categoryId: string): Promise<boolean>
  onDone(wasSaved: boolean): void
}) {
  const { t } = useTranslation('admin')
  const { data: categories } = useQuery(ask(adminApi.categories.list))
  const productForm = useForm({ defaultValues: { category: '' } })
  const saved = useRef(false)

  return (
    <FormModal
      title={t('adminProducts.moveTitle', { count })}
      form={productForm}
      failed={t('adminProducts.errorUpdate')}
      saveLabel={t('adminProducts.move')}
      onSave={async ({ category }) => {
        saved.current = await onSave(category)
      }}
      onClose={() => onDone(saved.current)}
    >
      <ChoiceField
        label={t('adminProducts.category')}
        error={productForm.formState.errors.category?.message}
        {...productForm.register('category', { required: t('adminProducts.chooseCategory') })}
      >
        <option value="">{t('adminProducts.chooseCategory')}</option>

        {categories?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChoiceField>
    </FormModal>
  )
}
