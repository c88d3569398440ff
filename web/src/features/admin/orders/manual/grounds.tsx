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

/** How much was paid, beside what it costs today, and what proves it. */
function Paid({ form, variant }: { form: Form; variant: Variant | undefined }) {
  const { t } = useTranslation('admin')
  const rules = useNumberRules()
  const [product, quantity] = useWatch({ control: form.control, name: ['product', 'quantity'] })
  const { errors } = form.formState
  const currency = product?.currency ?? 'BRL'
  const units = numberIn(quantity, wholeForm)
  const bounds = { min: 0.01, max: 10_000_000 }

  return (
    <>
      <NumberField
        label={t('adminOrders.manual.amount', { currency: currency === 'BRL' ? 'R$' : 'US$' })}
        hint={
          variant && units
            ? t('adminOrders.manual.listed', { price: money(variant.price * units, currency) })
            : undefined
        }
        error={errors.amount?.message}
        {...form.register('amount', rules(moneyForm(currency), bounds))}
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

/** What the books need: why it is given, or how much was paid and what proves it. */
export function Grounds({ form, variant }: { form: Form; variant: Variant | undefined }) {
  const { t } = useTranslation('admin')
  const isPaid = useWatch({ control: form.control, name: 'method' }) === 'outside'

  return (
    <>
      {isPaid && <Paid form={form} variant={variant} />}

      <TextAreaField
        label={t(isPaid ? 'adminOrders.reasonOptional' : 'adminOrders.reason')}
        hint={isPaid ? undefined : t('adminOrders.manual.reasonHint')}
        rows={2}
        maxLength={lengths.reason}
        error={form.formState.errors.reason?.message}
        {...form.register(
          'reason',
          isPaid ? { validate: () => true } : isWritten(t('kit.required')),
        )}
      />
    </>
  )
}
