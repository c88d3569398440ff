import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { Notice } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/field.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import type { Product } from '../../shared/rows.ts'
import {
  DeliveryFields,
  FirstNameField,
  LimitFields,
  NameFields,
  PriceFields,
} from './option-field-groups.tsx'
import { optionFields, newFormOf, type Option, type OptionFields } from './option-fields.ts'
import { useOptionWords } from './option-words.ts'
import { useSaveOption, type Failure } from './use-save-option.ts'

/** Why saving failed; after a conflict also the other person's values. */
function SaveFailure({
  failure: { text, now },
  currency,
  onStartAnew,
}: {
  failure: Failure
  currency: string
  onStartAnew(): void
}) {
  const { t } = useTranslation('admin')
  const optionWords = useOptionWords(currency)

  return (
    <Notice tone="bad" className="grid justify-items-start gap-3">
      <p>{text}</p>

      {now && (
        <>
          <ul className="grid gap-1">
            {now.fields.map((field) => (
              <li key={field}>
                {t('adminOptions.nowIs', {
                  field: t(`adminOptions.field.${field}`),
                  value: optionWords(now.option)[field] ?? '-',
                })}
              </li>
            ))}
          </ul>

          <Button size="sm" onClick={onStartAnew}>
            {t('adminOptions.startAnew')}
          </Button>
        </>
      )}
    </Notice>
  )
}

const titleKeys = { new: 'adminOptions.add', one: 'adminProducts.editTitle' } as const

/** Adds or edits an option. A single option needs no name until the product gets a second one. */
export function OptionForm({
  product,
  options,
  option,
  onClose,
}: {
  product: Product
  options: readonly Option[]
  option?: Option | undefined
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const optionForm = useForm<OptionFields>({
    defaultValues: option
      ? optionFields(option, product.currency)
      : newFormOf(options, product.currency),
  })
  // Reading `dirtyFields` makes react-hook-form track changed fields, which a conflict must not
  // overwrite.
  void optionForm.formState.dirtyFields
  const needsFirstName = !option && options.some(({ name }) => !name)
  const needsName = !option || options.length > 1 || option.name !== ''
  const isFieldShown = (field: keyof OptionFields) =>
    field === 'firstName' ? needsFirstName : needsName || (field !== 'name' && field !== 'nameEn')

  const { save, failure, startAnew } = useSaveOption({
    product,
    option,
    form: optionForm,
    shows: isFieldShown,
    needsFirstName,
  })

  const otherOptions = options.filter(({ id }) => id !== option?.id).map(({ name }) => name)

  return (
    <FormModal
      wide
      form={optionForm}
      title={t(option ? titleKeys.one : titleKeys.new, { name: option?.name || product.name })}
      failed={t('adminOptions.errorSave')}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {needsFirstName && <FirstNameField form={optionForm} />}
        {needsName && (
          <NameFields form={optionForm} taken={otherOptions.filter(Boolean)} isNew={!option} />
        )}
        <PriceFields form={optionForm} currency={product.currency} />
        <DeliveryFields form={optionForm} />
        <LimitFields form={optionForm} />
      </div>

      <Checkbox {...optionForm.register('active')}>{t('adminOptions.activeField')}</Checkbox>
      {failure && (
        <SaveFailure failure={failure} currency={product.currency} onStartAnew={startAnew} />
      )}
    </FormModal>
  )
}
