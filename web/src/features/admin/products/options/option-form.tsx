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
import { formOf, newFormOf, type Option, type OptionFields } from './option-fields.ts'
import { useOptionWords } from './option-words.ts'
import { useSaveOption, type Failure } from './use-save-option.ts'

/** Why it was not saved; where somebody else was faster, what he made of it. */
function NotSaved({
  failure: { text, now },
  currency,
  onStartAnew,
}: {
  failure: Failure
  currency: string
  onStartAnew(): void
}) {
  const { t } = useTranslation('admin')
  const words = useOptionWords(currency)

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
                  value: words(now.option)[field] ?? '-',
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

const titles = { new: 'adminOptions.add', one: 'adminProducts.editTitle' } as const

/**
 * Add an option or edit one; of a product that is sold in one way alone nobody is asked for a name,
 * until it gets a second.
 */
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
  const form = useForm<OptionFields>({
    defaultValues: option ? formOf(option, product.currency) : newFormOf(options, product.currency),
  })
  // Which fields were touched is read before somebody else's change comes.
  void form.formState.dirtyFields
  const needsFirstName = !option && options.some(({ name }) => !name)
  const isNamed = !option || options.length > 1 || option.name !== ''
  const shows = (field: keyof OptionFields) =>
    field === 'firstName' ? needsFirstName : isNamed || (field !== 'name' && field !== 'nameEn')

  const { save, failure, startAnew } = useSaveOption({
    product,
    option,
    form,
    shows,
    needsFirstName,
  })

  const others = options.filter(({ id }) => id !== option?.id).map(({ name }) => name)

  return (
    <FormModal
      wide
      form={form}
      title={t(option ? titles.one : titles.new, { name: option?.name || product.name })}
      failed={t('adminOptions.errorSave')}
      onSave={save}
      onClose={onClose}
    >
      <div className="grid gap-6">
        {needsFirstName && <FirstNameField form={form} />}
        {isNamed && <NameFields form={form} taken={others.filter(Boolean)} isNew={!option} />}
        <PriceFields form={form} currency={product.currency} />
        <DeliveryFields form={form} />
        <LimitFields form={form} />
      </div>

      <Checkbox {...form.register('active')}>{t('adminOptions.activeField')}</Checkbox>
      {failure && (
        <NotSaved failure={failure} currency={product.currency} onStartAnew={startAnew} />
      )}
    </FormModal>
  )
}
