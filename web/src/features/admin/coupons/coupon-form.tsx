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
  canSave,
  couponBody,
  couponChanges,
  couponNumbers,
  fieldsOf,
  newCoupon,
  type CouponFields,
} from './coupon-fields.ts'
import { CouponLinks } from './coupon-links.tsx'
import { couponViews } from './use-coupon-acts.ts'

type Form = { form: UseFormReturn<CouponFields> }
type Amount = 'value' | 'minPurchase' | 'maxDiscount' | 'usageLimit'

/** The rules of a number of the form, which is 0 when it is left empty. */
function useAmount({ register, setValue }: Form['form'], fields: CouponFields) {
  const refusal = useNumberRefusal()
  return (name: Amount, max: number) => {
    const form = couponNumbers(fields.type)[name]
    return register(name, {
      onBlur: () => {
        if (numberIn(fields[name], form) === 0) setValue(name, '0')
      },
      validate: (text) => refusal(text, form, { max }) ?? true,
    })
  }
}

/** What the coupon takes off, from which purchase on, how much at most and how often. */
function AmountFields({ form, fields }: Form & { fields: CouponFields }) {
  const { t } = useTranslation('admin')
  const amount = useAmount(form, fields)
  const { errors } = form.formState
  const percent = fields.type !== 'fixed'

  return (
    <>
      <NumberField
        label={percent ? t('adminCoupons.valuePercent') : t('adminCoupons.valueMoney')}
        error={errors.value?.message}
        {...amount('value', percent ? 100 : couponLimits.money)}
      />

      <NumberField
        label={t('adminCoupons.minPurchase')}
        hint={t('adminCoupons.zeroMinimum')}
        error={errors.minPurchase?.message}
        {...amount('minPurchase', couponLimits.money)}
      />

      <NumberField
        label={t('adminCoupons.maxDiscount')}
        hint={t('adminCoupons.zeroLimit')}
        error={errors.maxDiscount?.message}
        {...amount('maxDiscount', couponLimits.money)}
      />

      <NumberField
        whole
        label={t('adminCoupons.usageLimit')}
        hint={t('adminCoupons.zeroLimit')}
        error={errors.usageLimit?.message}
        {...amount('usageLimit', couponLimits.uses)}
      />
    </>
  )
}

/** From which day to which day it serves. */
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

/** The fields whose values the shop may refuse, by its code for it. */
const refusedFields: Partial<Record<string, keyof CouponFields>> = {
  'coupon.code_taken': 'code',
  'coupon.dates': 'endDate',
  'coupon.limit': 'usageLimit',
  'coupon.value': 'value',
}

/** Saves the form; what the shop refuses of one field is said there. */
function useSave(coupon: Coupon | undefined, start: CouponFields, form: Form['form']) {
  const { t } = useTranslation('admin')
  const change = useChange(...couponViews)

  async function send(values: CouponFields): Promise<void> {
    if (!coupon) {
      const { cupom } = await call(adminApi.coupons.create, { body: couponBody(values) })
      toast(t('adminCoupons.created', { code: cupom.code }), 'good')

      return
    }

    const body = couponChanges(start, values)
    if (Object.keys(body).length === 0) return

    const params = { id: coupon.id }
    const { cupom } = await call(adminApi.coupons.update, { params, body })
    toast(t('adminCoupons.saved', { code: cupom.code }), 'good')
  }

  return async function save(values: CouponFields): Promise<unknown> {
    try {
      await send(values)
    } catch (error) {
      const field = error instanceof ApiError ? refusedFields[error.code] : undefined
      if (!field) throw error

      form.setError(field, { message: (error as ApiError).message })

      return 'stays'
    }

    void change.reload()

    return undefined
  }
}

/** Creates a coupon (B062) or changes one; the code is written in capitals as it will be used. */
export function CouponForm({ coupon, onClose }: { coupon?: Coupon; onClose(): void }) {
  const { t } = useTranslation('admin')
  const [start] = useState(() => (coupon ? fieldsOf(coupon) : newCoupon))
  const form = useForm<CouponFields>({ defaultValues: start })

  const {
    register,
    watch,
    formState: { errors },
  } = form

  const fields = watch()
  const save = useSave(coupon, start, form)

  return (
    <FormModal
      wide
      form={form}
      title={coupon ? t('adminCoupons.editTitle', { code: coupon.code }) : t('adminCoupons.add')}
      failed={coupon ? t('adminCoupons.errorUpdate') : t('adminCoupons.errorCreate')}
      canSave={canSave(fields)}
      onSave={save}
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
          hint={t(`adminCoupons.typeHint.${fields.type}`, {
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

        <AmountFields form={form} fields={fields} />
        <DateFields form={form} />
      </div>

      <CouponLinks
        products={fields.products}
        variants={fields.variants}
        onProducts={(products) => form.setValue('products', products, { shouldDirty: true })}
        onVariants={(variants) => form.setValue('variants', variants, { shouldDirty: true })}
      />

      <Checkbox {...register('active')}>{t('adminCoupons.activeField')}</Checkbox>
    </FormModal>
  )
}
