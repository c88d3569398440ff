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
import { pricePlanBody, wrongTimes, type PlanFields } from './price-plan-fields.ts'

type Form = { form: UseFormReturn<PlanFields> }

const pairsClass = 'grid min-w-0 items-start gap-4 sm:grid-cols-2'

/** Scheduled price and compare-at price. */
function PriceFields({ form: { register, formState }, currency }: Form & { currency: string }) {
  const { t } = useTranslation('admin')
  const priceRules = usePriceRules(currency)
  const { errors } = formState

  return (
    <div className={pairsClass}>
      <NumberField
        label={t('adminPrices.newPrice', { currency })}
        required
        hint={t('adminProducts.priceHint')}
        error={errors.price?.message}
        {...register('price', priceRules.price)}
      />

      <NumberField
        label={t('adminOptions.compareAtIn', { currency })}
        hint={t('adminOptions.compareAtHint')}
        error={errors.compareAtPrice?.message}
        {...register('compareAtPrice', priceRules.compareAt)}
      />
    </div>
  )
}

/** Start and end. Browsers report an incomplete date as empty, so the form refuses it. */
function PlanTimes({ form }: Form) {
  const { t } = useTranslation('admin')
  const { register, formState } = form
  const { errors } = formState

  const timeRules = (name: 'startsAt' | 'endsAt') => ({
    validate: {
      isWhole: () =>
        !document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.validity.badInput ||
        t('adminPrices.whenBad.half'),
      fits: (_: string, fields: PlanFields) => {
        const timesFault = wrongTimes(fields, new Date())
        return timesFault?.field !== name || t(`adminPrices.whenBad.${timesFault.why}`)
      },
    },
  })

  return (
    <div className={pairsClass}>
      <DateField
        withTime
        label={t('adminPrices.startsAt')}
        hint={t('adminPrices.startsHint')}
        error={errors.startsAt?.message}
        {...register('startsAt', timeRules('startsAt'))}
      />

      <DateField
        withTime
        label={t('adminPrices.endsAt')}
        hint={t('adminPrices.endsHint')}
        error={errors.endsAt?.message}
        {...register('endsAt', timeRules('endsAt'))}
      />
    </div>
  )
}

/** Schedules a price of a product or one option. */
export function PricePlanForm({
  product,
  options,
  onClose,
}: {
  product: Product
  options: readonly Option[]
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const priceChange = useChange(...priceViews)

  const priceForm = useForm<PlanFields>({
    defaultValues: {
      variantId: options[0]!.id,
      price: '',
      compareAtPrice: '',
      startsAt: '',
      endsAt: '',
    },
  })

  async function savePrice(fields: PlanFields): Promise<void> {
    await call(adminApi.prices.plan, {
      params: { id: product.id },
      body: pricePlanBody(fields, moneyForm(product.currency)),
    })

    toast(t('adminPrices.saved'), 'good')
    void priceChange.reload()
  }

  return (
    <FormModal
      form={priceForm}
      wide
      title={t('adminPrices.formTitle', { name: product.name })}
      failed={t('adminPrices.errorSave')}
      saveLabel={t('adminPrices.plan')}
      onSave={savePrice}
      onClose={onClose}
    >
      {options.length > 1 && (
        <ChoiceField label={t('adminPrices.option')} {...priceForm.register('variantId')}>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name || product.name}
            </option>
          ))}
        </ChoiceField>
      )}

      <PriceFields form={priceForm} currency={product.currency} />
      <PlanTimes form={priceForm} />
    </FormModal>
  )
}
