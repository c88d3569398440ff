import { lengths } from '@chaveiro/contracts/lengths'
import { couponTypes } from '@chaveiro/contracts/states'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { call } from '../../../api/call.ts'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChoiceField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { useChange } from '../components/use-change.ts'
import { canSave, couponBody, newCoupon, numberOr0, type CouponFields } from './coupon-fields.ts'
import { CouponLinks } from './coupon-links.tsx'
import { couponViews } from './use-coupon-acts.ts'

type Form = { form: UseFormReturn<CouponFields> }
type Amount = 'value' | 'minPurchase' | 'maxDiscount' | 'usageLimit'

/** A number of the form: 0 when it is left empty, never below 0 and never above its greatest. */
function useAmount({ register, setValue }: Form['form'], fields: CouponFields) {
  const { t } = useTranslation('admin')
  return (name: Amount, max?: number) =>
    register(name, {
      onBlur: () => {
        if (fields[name].trim() === '' || numberOr0(fields[name]) === 0) setValue(name, '0')
      },
      validate: (value) => {
        if (numberOr0(value) < 0) return t('kit.min', { min: 0 })
        return max !== undefined && numberOr0(value) > max ? t('kit.max', { max }) : true
      },
    })
}

/** What the coupon takes off, from which purchase on, how much at most and how often. */
function AmountFields({ form, fields }: Form & { fields: CouponFields }) {
  const { t } = useTranslation('admin')
  const amount = useAmount(form, fields)
  const { errors } = form.formState
  const percent = fields.type !== 'fixed'
  return (
    <>
      <Field
        label={percent ? t('adminCoupons.valuePercent') : t('adminCoupons.valueMoney')}
        type="number"
        min={0}
        max={percent ? 100 : undefined}
        step={0.01}
        error={errors.value?.message}
        {...amount('value', percent ? 100 : undefined)}
      />
      <Field
        label={t('adminCoupons.minPurchase')}
        type="number"
        min={0}
        step={0.01}
        hint={t('adminCoupons.zeroMinimum')}
        error={errors.minPurchase?.message}
        {...amount('minPurchase')}
      />
      <Field
        label={t('adminCoupons.maxDiscount')}
        type="number"
        min={0}
        step={0.01}
        hint={t('adminCoupons.zeroLimit')}
        error={errors.maxDiscount?.message}
        {...amount('maxDiscount')}
      />
      <Field
        label={t('adminCoupons.usageLimit')}
        type="number"
        min={0}
        step={1}
        hint={t('adminCoupons.zeroLimit')}
        error={errors.usageLimit?.message}
        {...amount('usageLimit')}
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
      <Field label={t('adminCoupons.startDate')} type="date" required {...register('startDate')} />
      <Field
        label={t('adminCoupons.endDate')}
        type="date"
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

/** Creates a coupon (B062); the code is written in capitals as it will be used. */
export function CouponForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('admin')
  const change = useChange(...couponViews)
  const form = useForm<CouponFields>({ defaultValues: newCoupon })
  const {
    register,
    watch,
    formState: { errors },
  } = form
  const fields = watch()
  async function save(values: CouponFields): Promise<void> {
    const { cupom } = await call(adminApi.coupons.create, { body: couponBody(values) })
    toast(t('adminCoupons.created', { code: cupom.code }), 'good')
    void change.reload()
  }
  return (
    <FormModal
      wide
      form={form}
      title={t('adminCoupons.add')}
      failed={t('adminCoupons.errorCreate')}
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
          hint={t(`adminCoupons.typeHint.${fields.type}`)}
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
        onProducts={(products) => form.setValue('products', products)}
        onVariants={(variants) => form.setValue('variants', variants)}
      />
      <Checkbox {...register('active')}>{t('adminCoupons.activeField')}</Checkbox>
    </FormModal>
  )
}
