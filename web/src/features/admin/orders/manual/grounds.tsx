import { lengths } from '@chaveiro/contracts/lengths'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { money } from '../../../../i18n/format.ts'
import { moneyForm, numberIn, wholeForm } from '../../../../i18n/typed-number.ts'
import { Field } from '../../../../ui/field.tsx'
import { TextAreaField } from '../../components/fields.tsx'
import { NumberField, useNumberRules } from '../../components/number-field.tsx'
import type { Values } from './manual-order-fields.ts'
import type { Variant } from './what.tsx'

type Form = UseFormReturn<Values>

const isWritten = (needed: string) => ({
  validate: (text: string) => text.trim() !== '' || needed,
})

/** Amount paid, the current price, and the proof of payment. */
function PaidFields({ form, variant }: { form: Form; variant: Variant | undefined }) {
  const { t } = useTranslation('admin')
  const numberRules = useNumberRules()
  const [product, quantity] = useWatch({ control: form.control, name: ['product', 'quantity'] })
  const { errors } = form.formState
  const paidCurrency = product?.currency ?? 'BRL'
  const unitCount = numberIn(quantity, wholeForm)
  const amountBounds = { min: 0.01, max: 10_000_000 }

  return (
    <>
      <NumberField
        label={t('adminOrders.manual.amount', { currency: paidCurrency === 'BRL' ? 'R$' : 'US$' })}
        hint={
          variant && unitCount
            ? t('adminOrders.manual.listed', {
                price: money(variant.price * unitCount, paidCurrency),
              })
            : undefined
        }
        error={errors.amount?.message}
        {...form.register('amount', numberRules(moneyForm(paidCurrency), amountBounds))}
      />

      <Field
        label={t('adminOrders.reference')}
        hint={t('adminOrders.referenceHint')}
        maxLength={lengths.reference}
        autoComplete="off"
        error={errors.reference?.message}
        {...form.register('reference', isWritten(t('kit.required')))}
      />
    </>
  )
}

/** Accounting data of the order: why it is free, or the amount paid and its proof. */
export function GroundsFields({ form, variant }: { form: Form; variant: Variant | undefined }) {
  const { t } = useTranslation('admin')
  const isPaidOutside = useWatch({ control: form.control, name: 'method' }) === 'outside'

  return (
    <>
      {isPaidOutside && <PaidFields form={form} variant={variant} />}

      <TextAreaField
        label={t(isPaidOutside ? 'adminOrders.reasonOptional' : 'adminOrders.reason')}
        hint={isPaidOutside ? undefined : t('adminOrders.manual.reasonHint')}
        rows={2}
        maxLength={lengths.reason}
        error={form.formState.errors.reason?.message}
        {...form.register(
          'reason',
          isPaidOutside ? { validate: () => true } : isWritten(t('kit.required')),
        )}
      />
    </>
  )
}
