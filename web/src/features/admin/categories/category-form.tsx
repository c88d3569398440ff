import { lengths } from '@chaveiro/contracts/lengths'
import { defaultCategoryColor } from '@chaveiro/contracts/product-limits'
import { Controller, useForm, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { ImageField, isImageAddress } from '../components/image-field.tsx'
import { useChange } from '../components/use-change.ts'
import type { Category } from '../shared/rows.ts'

type Fields = {
  name: string
  nameEn: string
  description: string
  image: string
  color: string
  active: boolean
}

const newCategory: Fields = {
  name: '',
  nameEn: '',
  description: '',
  image: '',
  color: defaultCategoryColor,
  active: true,
}

const isHexColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

/** A colour picker and a text field with the same value (B164). */
function ColorField({ control }: { control: Control<Fields> }) {
  const { t } = useTranslation('admin')
  return (
    <Controller
      control={control}
      name="color"
      rules={{ validate: (value) => isHexColour(value) || t('categories.colorInvalid') }}
      render={({ field, fieldState }) => (
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-2">
          <input
            type="color"
            aria-label={t('categories.colorPick')}
            value={isHexColour(field.value) ? field.value : defaultCategoryColor}
            onChange={(event) => field.onChange(event.target.value.toUpperCase())}
            className="mt-7 size-11 rounded-md border border-edge bg-surface p-1"
          />

          <Field
            label={t('categories.color')}
            maxLength={7}
            spellCheck={false}
            mono
            value={field.value}
            onChange={(event) => field.onChange(event.target.value.trim())}
            error={fieldState.error?.message}
          />
        </div>
      )}
    />
  )
}

function useSaveCategory(category: Category | undefined) {
  const { t } = useTranslation('admin')
  const categoryChange = useChange(adminApi.categories.list, adminApi.products.list)

  return async function saveCategory({
    name,
    nameEn,
    description,
    image,
    color,
    active,
  }: Fields): Promise<void> {
    const [trimmedName, englishName] = [name.trim(), nameEn.trim() || null]
    const trimmedTexts = { name: trimmedName, nameEn: englishName, description: description.trim() }
    const requestBody = { ...trimmedTexts, image: image || null, color, active }
    if (category)
      await call(adminApi.categories.update, { params: { id: category.id }, body: requestBody })
    else await call(adminApi.categories.create, { body: requestBody })

    toast(
      category
        ? t('categories.saved', { name: requestBody.name })
        : t('categories.createdDone', { name: requestBody.name }),
      'good',
    )

    void categoryChange.reload()
  }
}

function useFormTexts(category: Category | undefined): { title: string; failed: string } {
  const { t } = useTranslation('admin')
  if (category)
    return {
      title: t('categories.editTitle', { name: category.name }),
      failed: t('categories.errorUpdate'),
    }

  return { title: t('categories.add'), failed: t('categories.errorCreate') }
}

/** Adds or edits a category; the active flag is a checkbox (Q44). */
export function CategoryForm({ category, onClose }: { category?: Category; onClose(): void }) {
  const { t } = useTranslation('admin')
  const categoryForm = useForm<Fields>({
    defaultValues: category
      ? { ...category, nameEn: category.nameEn ?? '', image: category.image ?? '' }
      : newCategory,
  })

  const {
    register,
    control,
    formState: { errors },
  } = categoryForm

  const saveCategory = useSaveCategory(category)
  const formTexts = useFormTexts(category)
  const requiredRule = { validate: (value: string) => value.trim() !== '' || t('kit.required') }

  return (
    <FormModal form={categoryForm} {...formTexts} onSave={saveCategory} onClose={onClose}>
      <Field
        label={t('categories.name')}
        required
        maxLength={lengths.categoryName}
        error={errors.name?.message}
        {...register('name', requiredRule)}
      />

      <Field
        label={t('categories.nameEn')}
        hint={t('categories.nameEnHint')}
        maxLength={lengths.categoryName}
        {...register('nameEn')}
      />

      <TextAreaField
        label={t('categories.description')}
        required
        rows={3}
        maxLength={lengths.categoryDescription}
        error={errors.description?.message}
        {...register('description', requiredRule)}
      />

      <Controller
        control={control}
        name="image"
        rules={{ validate: (value) => isImageAddress(value) || t('kit.url') }}
        render={({ field, fieldState }) => (
          <ImageField
            label={t('categories.image')}
            route={adminApi.products.upload}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />

      <ColorField control={control} />
      <Checkbox {...register('active')}>{t('categories.activeField')}</Checkbox>
    </FormModal>
  )
}
