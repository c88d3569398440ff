import { useQuery } from '@tanstack/react-query'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import type { Reply } from '../../../../api/http.ts'
import { ask } from '../../../../api/queries.ts'
import { money } from '../../../../i18n/format.ts'
import { wholeForm } from '../../../../i18n/typed-number.ts'
import { ChoiceField } from '../../components/fields.tsx'
import { NumberField, useNumberRules } from '../../components/number-field.tsx'
import type { Values } from './manual-order-fields.ts'
import { PickCustomer, PickProduct } from './picks.tsx'

export type Variant = Reply<typeof adminApi.variants.list>['variants'][number]
type Form = UseFormReturn<Values>
type Options = { all: readonly Variant[]; chosen: Variant | undefined; isAwaited: boolean }

/** The options of the product, and the one that is meant: the only one, or the one that was chosen. */
export function useOptions({ control }: Form): Options {
  const [product, variantId] = useWatch({ control, name: ['product', 'variantId'] })
  const id = product?.id ?? ''
  const { data } = useQuery(ask(adminApi.variants.list, { params: { id } }, { enabled: id !== '' }))
  const all = (id && data?.variants) || []

  return {
    all,
    chosen: all.length === 1 ? all[0] : all.find((option) => option.id === variantId),
    isAwaited: id !== '' && !all.length,
  }
}

const isGiven = (needed: string) => ({
  validate: (value: unknown) => Boolean(value) || needed,
})

/** Which of several options. */
function Option({ form, all }: { form: Form; all: readonly Variant[] }) {
  const { t } = useTranslation('admin')
  const product = useWatch({ control: form.control, name: 'product' })

  return (
    <ChoiceField
      label={t('adminOrders.manual.option')}
      error={form.formState.errors.variantId?.message}
      {...form.register('variantId', isGiven(t('kit.required')))}
    >
      <option value="">{t('adminOrders.manual.chooseOption')}</option>

      {all.map(({ id, name, price }) => (
        <option key={id} value={id}>
          {`${name} · ${money(price, product!.currency)}`}
        </option>
      ))}
    </ChoiceField>
  )
}

function Quantity({ form, variant }: { form: Form; variant: Variant | undefined }) {
  const { t } = useTranslation('admin')
  const rules = useNumberRules()
  const bounds = { min: variant?.minQuantity ?? 1, max: variant?.maxQuantity ?? 99 }

  return (
    <NumberField
      label={t('adminOrders.manual.quantity')}
      whole
      hint={
        variant?.provider === 'stock'
          ? t('adminOrders.manual.left', { count: variant.available })
          : undefined
      }
      error={form.formState.errors.quantity?.message}
      {...form.register('quantity', rules(wholeForm, bounds))}
    />
  )
}

/** Customer and product by search, of several options which, and how many. */
export function What({
  form,
  isForKnown,
  options,
}: {
  form: Form
  /** The customer stands already. */
  isForKnown: boolean
  options: Options
}) {
  const { t } = useTranslation('admin')
  const { errors, isSubmitted } = form.formState
  const [customer, product] = useWatch({ control: form.control, name: ['customer', 'product'] })
  form.register('customer', isGiven(t('kit.required')))
  form.register('product', isGiven(t('kit.required')))
  const fresh = { shouldDirty: true, shouldValidate: isSubmitted }

  return (
    <>
      {!isForKnown && (
        <PickCustomer
          chosen={customer}
          error={errors.customer?.message}
          onChoose={(choice) => form.setValue('customer', choice, fresh)}
        />
      )}

      <PickProduct
        chosen={product}
        error={errors.product?.message}
        onChoose={(choice) => {
          form.setValue('product', choice, fresh)
          form.setValue('variantId', '')
        }}
      />

      {options.all.length > 1 && <Option form={form} all={options.all} />}
      <Quantity form={form} variant={options.chosen} />
    </>
  )
}
