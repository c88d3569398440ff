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

/** Options of the product, and the selected or only one. */
export function useOptions({ control }: Form): Options {
  const [product, variantId] = useWatch({ control, name: ['product', 'variantId'] })
  const productId = product?.id ?? ''
  const { data } = useQuery(
    ask(adminApi.variants.list, { params: { id: productId } }, { enabled: productId !== '' }),
  )
  const allVariants = (productId && data?.variants) || []

  return {
    all: allVariants,
    chosen:
      allVariants.length === 1
        ? allVariants[0]
        : allVariants.find((option) => option.id === variantId),
    isAwaited: productId !== '' && !allVariants.length,
  }
}

const requireChoice = (needed: string) => ({
  validate: (value: unknown) => Boolean(value) || needed,
})

/** The option, for products with several. */
function OptionField({ form, all: allVariants }: { form: Form; all: readonly Variant[] }) {
  const { t } = useTranslation('admin')
  const chosenProduct = useWatch({ control: form.control, name: 'product' })

  return (
    <ChoiceField
      label={t('adminOrders.manual.option')}
      error={form.formState.errors.variantId?.message}
      {...form.register('variantId', requireChoice(t('kit.required')))}
    >
      <option value="">{t('adminOrders.manual.chooseOption')}</option>

      {allVariants.map(({ id, name, price }) => (
        <option key={id} value={id}>
          {`${name} · ${money(price, chosenProduct!.currency)}`}
        </option>
      ))}
    </ChoiceField>
  )
}

function QuantityField({ form, variant }: { form: Form; variant: Variant | undefined }) {
  const { t } = useTranslation('admin')
  const numberRules = useNumberRules()
  const quantityBounds = { min: variant?.minQuantity ?? 1, max: variant?.maxQuantity ?? 99 }

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
      {...form.register('quantity', numberRules(wholeForm, quantityBounds))}
    />
  )
}

/** Customer, product, option and quantity. */
export function OrderContent({
  form,
  isForKnown,
  options,
}: {
  form: Form
  /** The customer is preset. */
  isForKnown: boolean
  options: Options
}) {
  const { t } = useTranslation('admin')
  const { errors, isSubmitted } = form.formState
  const [customer, product] = useWatch({ control: form.control, name: ['customer', 'product'] })
  form.register('customer', requireChoice(t('kit.required')))
  form.register('product', requireChoice(t('kit.required')))
  const setValueOptions = { shouldDirty: true, shouldValidate: isSubmitted }

  return (
    <>
      {!isForKnown && (
        <PickCustomer
          chosen={customer}
          error={errors.customer?.message}
          onChoose={(choice) => form.setValue('customer', choice, setValueOptions)}
        />
      )}

      <PickProduct
        chosen={product}
        error={errors.product?.message}
        onChoose={(choice) => {
          form.setValue('product', choice, setValueOptions)
          form.setValue('variantId', '')
        }}
      />

      {options.all.length > 1 && <OptionField form={form} all={options.all} />}
      <QuantityField form={form} variant={options.chosen} />
    </>
  )
}
