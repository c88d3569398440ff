import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { call } from '../../../../api/call.ts'
import { moneyForm } from '../../../../i18n/typed-number.ts'
import { DateField } from '../../../../ui/date-field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { useChange } from '../../components/use-change.ts'
import type { Product } from '../../shared/rows.ts'
import type { Option } from '../options/option-fields.ts'
import { usePriceRules } from '../term-fields.tsx'
import { priceViews } from './plans-table.tsx'
import { bodyOf, wrongTimes, type PlanFields } from './price-plan-fields.ts'

type Form = { form: UseFormReturn<PlanFields> }

const pairs = 'grid min-w-0 items-start gap-4 sm:grid-cols-2'

/** What it is to cost, and what is struck through beside it. */
function PriceFields({ form: { register, formState }, currency }: Form & { currency: string }) {
  const { t } = useTranslation('admin')
  const rules = usePriceRules(currency)
  const { errors } = formState

  return (
    <div className={pairs}>
      <NumberField
        label={t('adminPrices.newPrice', { currency })}
        required
        hint={t('adminProducts.priceHint')}
        error={errors.price?.message}
        {...register('price', rules.price)}
      />

      <NumberField
        label={t('adminOptions.compareAtIn', { currency })}
        hint={t('adminOptions.compareAtHint')}
        error={errors.compareAtPrice?.message}
        {...register('compareAtPrice', rules.compareAt)}
      />
    </div>
  )
}

/** From when to when; a moment of which only a part is there is none. */
function Times({ form }: Form) {
  const { t } = useTranslation('admin')
  const { register, formState } = form
  const { errors } = formState

  const rules = (name: 'startsAt' | 'endsAt') => ({
    validate: {
      isWhole: () =>
        !document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.validity.badInput ||
        t('adminPrices.whenBad.half'),
      fits: (_: string, fields: PlanFields) => {
        const wrong = wrongTimes(fields, new Date())
        return wrong?.field !== name || t(`adminPrices.whenBad.${wrong.why}`)
      },
    },
  })

  return (
    <div className={pairs}>
      <DateField
        withTime
        label={t('adminPrices.startsAt')}
        hint={t('adminPrices.startsHint')}
        error={errors.startsAt?.message}
        {...register('startsAt', rules('startsAt'))}
      />

      <DateField
        withTime
        label={t('adminPrices.endsAt')}
        hint={t('adminPrices.endsHint')}
        error={errors.endsAt?.message}
        {...register('endsAt', rules('endsAt'))}
      />
    </div>
  )
}

/** Schedule a price of a product, or of one of its options. */
export function PlanForm({
  product,
  options,
  onClose,
}: {
  product: Product
  options: readonly Option[]
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const change = useChange(...priceViews)

  const form = useForm<PlanFields>({
    defaultValues: {
      variantId: options[0]!.id,
      price: '',
      compareAtPrice: '',
      startsAt: '',
      endsAt: '',
    },
  })

  async function save(fields: PlanFields): Promise<void> {
    await call(adminApi.prices.plan, {
      params: { id: product.id },
      body: bodyOf(fields, moneyForm(product.currency)),
    })

    toast(t('adminPrices.saved'), 'good')
    void change.reload()
  }

  return (
    <FormModal
      form={form}
      wide
      title={t('adminPrices.formTitle', { name: product.name })}
      failed={t('adminPrices.errorSave')}
      saveLabel={t('adminPrices.plan')}
      onSave={save}
      onClose={onClose}
    >
      {options.length > 1 && (
        <ChoiceField label={t('adminPrices.option')} {...form.register('variantId')}>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || product.name}
            </option>
          ))}
        </ChoiceField>
      )}

      <PriceFields form={form} currency={product.currency} />
      <Times form={form} />
    </FormModal>
  )
}
