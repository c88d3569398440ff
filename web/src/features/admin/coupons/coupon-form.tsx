import { lengths } from '@chaveiro/contracts/lengths'
import { couponLimits } from '@chaveiro/contracts/product-limits'
import { couponTypes } from '@chaveiro/contracts/states'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { ApiError, call } from '../../../api/call.ts'
import { numberIn } from '../../../i18n/typed-number.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChoiceField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { NumberField, useNumberRefusal } from '../components/number-field.tsx'
import { useChange } from '../components/use-change.ts'
import type { Coupon } from '../shared/rows.ts'
import {
  isComplete,
  couponBody,
  couponChanges,
  couponNumbers,
  couponFields,
  newCoupon,
  type CouponFields,
} from './coupon-fields.ts'
import { CouponLinks } from './coupon-links.tsx'
import { couponViews } from './use-coupon-acts.ts'

type Form = { form: UseFormReturn<CouponFields> }
type Amount = 'value' | 'minPurchase' | 'maxDiscount' | 'usageLimit'

/** Validation of a number field; an empty field becomes 0. */
function useAmountField({ register, setValue }: Form['form'], fields: CouponFields) {
  const refuseNumber = useNumberRefusal()
  return (name: Amount, max: number) => {
    const numberFormat = couponNumbers(fields.type)[name]
    return register(name, {
      onBlur: () => {
        if (numberIn(fields[name], numberFormat) === 0) setValue(name, '0')
      },
      validate: (text) => refuseNumber(text, numberFormat, { max }) ?? true,
    })
  }
}

/** Discount, minimum purchase, maximum discount and usage limit. */
function AmountFields({ form, fields }: Form & { fields: CouponFields }) {
  const { t } = useTranslation('admin')
  const registerAmount = useAmountField(form, fields)
  const { errors } = form.formState
  const isPercent = fields.type !== 'fixed'

  return (
    <>
      <NumberField
        label={isPercent ? t('adminCoupons.valuePercent') : t('adminCoupons.valueMoney')}
        error={errors.value?.message}
        {...registerAmount('value', isPercent ? 100 : couponLimits.money)}
      />

      <NumberField
        label={t('adminCoupons.minPurchase')}
        hint={t('adminCoupons.zeroMinimum')}
        error={errors.minPurchase?.message}
        {...registerAmount('minPurchase', couponLimits.money)}
      />

      <NumberField
        label={t('adminCoupons.maxDiscount')}
        hint={t('adminCoupons.zeroLimit')}
        error={errors.maxDiscount?.message}
        {...registerAmount('maxDiscount', couponLimits.money)}
      />

      <NumberField
        whole
        label={t('adminCoupons.usageLimit')}
        hint={t('adminCoupons.zeroLimit')}
        error={errors.usageLimit?.message}
        {...registerAmount('usageLimit', couponLimits.uses)}
      />
    </>
  )
}

/** First and last day. */
function DateFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const { errors } = formState

  return (
    <>
      <DateField label={t('adminCoupons.startDate')} required {...register('startDate')} />

      <DateField
        label={t('adminCoupons.endDate')}

        required
        hint={t('adminCoupons.endHint')}
        error={errors.endDate?.message}
        {...register('endDate', {
          validate: (value, { startDate }) => value >= startDate || t('adminCoupons.dates'),
        })}
      />
    </>
  )
}

/** Field of each error code. */
const refusedFields: Partial<Record<string, keyof CouponFields>> = {
  'coupon.code_taken': 'code',
  'coupon.dates': 'endDate',
  'coupon.limit': 'usageLimit',
  'coupon.value': 'value',
}

/** Saves the form; a refusal of one field appears at that field. */
function useSaveCoupon(coupon: Coupon | undefined, start: CouponFields, form: Form['form']) {
  const { t } = useTranslation('admin')
  const couponChange = useChange(...couponViews)

  async function sendCoupon(values: CouponFields): Promise<void> {
    if (!coupon) {
      const { cupom } = await call(adminApi.coupons.create, { body: couponBody(values) })
      toast(t('adminCoupons.created', { code: cupom.code }), 'good')

      return
    }

    const requestBody = couponChanges(start, values)
    if (Object.keys(requestBody).length === 0) return

    const pathParams = { id: coupon.id }
    const { cupom } = await call(adminApi.coupons.update, { params: pathParams, body: requestBody })
    toast(t('adminCoupons.saved', { code: cupom.code }), 'good')
  }

  return async function saveCoupon(values: CouponFields): Promise<unknown> {
    try {
      await sendCoupon(values)
    } catch (error) {
      const refusedField = error instanceof ApiError ? refusedFields[error.code] : undefined
      if (!refusedField) throw error

      form.setError(refusedField, { message: (error as ApiError).message })

      return 'stays'
    }

    void couponChange.reload()

    return undefined
  }
}

function useFormTexts(coupon: Coupon | undefined): { title: string; failed: string } {
  const { t } = useTranslation('admin')
  if (coupon)
    return {
      title: t('adminCoupons.editTitle', { code: coupon.code }),
      failed: t('adminCoupons.errorUpdate'),
    }

  return { title: t('adminCoupons.add'), failed: t('adminCoupons.errorCreate') }
}

/** Creates (B062) or changes a coupon; codes are displayed in capitals, as they are stored. */
export function CouponForm({ coupon, onClose }: { coupon?: Coupon; onClose(): void }) {
  const { t } = useTranslation('admin')
  const [start] = useState(() => (coupon ? couponFields(coupon) : newCoupon))
  const couponForm = useForm<CouponFields>({ defaultValues: start })

  const {
    register,
    watch,
    formState: { errors },
  } = couponForm

  const formValues = watch()
  const saveCoupon = useSaveCoupon(coupon, start, couponForm)
  const formTexts = useFormTexts(coupon)

  return (
    <FormModal
      wide
      form={couponForm}
      {...formTexts}
      canSave={isComplete(formValues)}
      onSave={saveCoupon}
      onClose={onClose}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t('adminCoupons.code')}
          required
          maxLength={lengths.couponCode}
          autoComplete="off"
          spellCheck={false}
          className="[&_input]:uppercase"
          error={errors.code?.message}
          {...register('code', {
            validate: (value) => !/\s/.test(value.trim()) || t('adminCoupons.codeSpaces'),
          })}
        />

        <ChoiceField
          label={t('adminCoupons.type')}
          hint={t(`adminCoupons.typeHint.${formValues.type}`, {
            orders: couponLimits.loyaltyOrders,
            products: couponLimits.bundleProducts,
          })}
          {...register('type')}
        >
          {couponTypes.map((type) => (
            <option key={type} value={type}>
              {t(`adminCoupons.type.${type}`)}
            </option>
          ))}
        </ChoiceField>

        <AmountFields form={couponForm} fields={formValues} />
        <DateFields form={couponForm} />
      </div>

      <CouponLinks
        products={formValues.products}
        variants={formValues.variants}
        onProducts={(products) => couponForm.setValue('products', products, { shouldDirty: true })}
        onVariants={(variants) => couponForm.setValue('variants', variants, { shouldDirty: true })}
      />

      <Checkbox {...register('active')}>{t('adminCoupons.activeField')}</Checkbox>
    </FormModal>
  )
}
