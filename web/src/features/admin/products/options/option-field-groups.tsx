import { lengths } from '@chaveiro/contracts/lengths'
import { productLimits } from '@chaveiro/contracts/product-limits'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field } from '../../../../ui/field.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { decimal, whole } from '../product-fields.ts'
import { RoleField } from '../role-field.tsx'
import { ProviderField, SellerField, useWithin } from '../term-fields.tsx'
import type { OptionFields } from './option-fields.ts'

type Form = { form: UseFormReturn<OptionFields> }

const pairs = 'grid min-w-0 items-start gap-4 sm:grid-cols-2'

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={pairs}>
      <legend className="mb-3 text-sm font-semibold text-muted">{title}</legend>
      {children}
    </fieldset>
  )
}

/** What the new option's older sibling, which had no need of a name, is called from now on. */
export function FirstNameField({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  return (
    <Field
      label={t('adminOptions.firstName')}
      required
      autoComplete="off"
      maxLength={lengths.variantName}
      hint={t('adminOptions.firstNameHint')}
      error={formState.errors.firstName?.message}
      {...register('firstName', {
        validate: (value) => value.trim() !== '' || t('kit.required'),
      })}
    />
  )
}

/** What the option is called, in both languages; no two of a product are alike. */
export function NameFields({
  form: { register, formState },
  taken,
  isNew,
}: Form & { taken: readonly string[]; isNew: boolean }) {
  const { t } = useTranslation('admin')
  const { errors } = formState
  return (
    <div className={pairs}>
      <Field
        label={t(isNew ? 'adminOptions.newName' : 'adminProducts.name')}
        required
        autoComplete="off"
        maxLength={lengths.variantName}
        hint={t('adminOptions.nameHint')}
        error={errors.name?.message}
        {...register('name', {
          validate: (value, { firstName }) => {
            const name = value.trim().toLowerCase()
            if (!name) return t('kit.required')
            const others = [...taken, firstName].map((other) => other.trim().toLowerCase())
            return !others.includes(name) || t('adminOptions.nameTaken', { name: value.trim() })
          },
        })}
      />
      <Field
        label={t('adminPages.name')}
        autoComplete="off"
        maxLength={lengths.variantName}
        hint={t('adminOptions.nameEnHint')}
        error={errors.nameEn?.message}
        {...register('nameEn')}
      />
    </div>
  )
}

/** What it costs, and what it cost before. */
export function PriceFields({
  form: { register, formState },
  currency,
}: Form & { currency: string }) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const { errors } = formState
  const price = within(decimal, 0, productLimits.priceCentsMax / 100)
  return (
    <div className={pairs}>
      <Field
        label={t('adminOptions.price', { currency })}
        type="number"
        required
        min={0}
        step={0.01}
        error={errors.price?.message}
        {...register('price', { ...price, required: t('kit.required') })}
      />
      <Field
        label={t('adminOptions.compareAtIn', { currency })}
        type="number"
        min={0}
        step={0.01}
        hint={t('adminOptions.compareAtHint')}
        error={errors.compareAtPrice?.message}
        {...register('compareAtPrice', {
          validate: (value, fields) => {
            if (value.trim() === '') return true
            if (decimal(value) <= decimal(fields.price)) return t('adminOptions.compareAtLow')
            return price.validate(value)
          },
        })}
      />
    </div>
  )
}

/** How long a key serves: so many days, or for life. */
function ValidityFields({ form: { register, formState, watch } }: Form) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const { errors } = formState
  const isForLife = watch('validity') === 'lifetime'
  const days = within(whole, productLimits.expirationMin, productLimits.expirationMax)
  return (
    <>
      <ChoiceField
        label={t('adminOptions.validity')}
        error={errors.validity?.message}
        {...register('validity', {
          deps: ['days'],
          validate: (value, { provider }) =>
            value === 'days' || provider !== 'keyauth' || t('adminOptions.keyauthDays'),
        })}
      >
        <option value="days">{t('adminOptions.byDays')}</option>
        <option value="lifetime">{t('adminOptions.lifetime')}</option>
      </ChoiceField>
      {isForLife ? null : (
        <Field
          label={t('adminOptions.daysField')}
          type="number"
          required
          min={productLimits.expirationMin}
          max={productLimits.expirationMax}
          step={1}
          hint={t('adminOptions.daysHint')}
          error={errors.days?.message}
          {...register('days', { ...days, required: t('kit.required') })}
        />
      )}
    </>
  )
}

/** Where its key comes from, how long it serves, and what it is there. */
export function DeliveryFields({ form }: Form) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const { register, formState, watch } = form
  const { errors } = formState
  return (
    <Group title={t('adminOptions.delivery')}>
      <ProviderField error={errors.provider?.message} {...register('provider')} />
      <RoleField
        value={watch('discordRoleId')}
        error={errors.discordRoleId?.message}
        register={(rules) => register('discordRoleId', rules)}
      />
      <ValidityFields form={form} />
      <SellerField {...register('sellerType')} />
      <Field
        label={t('adminProducts.level')}
        type="number"
        min={productLimits.levelMin}
        max={productLimits.levelMax}
        step={1}
        error={errors.level?.message}
        {...register('level', within(whole, productLimits.levelMin, productLimits.levelMax))}
      />
    </Group>
  )
}

/** How many go into one order, and how many one customer may ever have. */
export function LimitFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const { errors } = formState
  const { perOrderMin, perOrderMax, perCustomerMax } = productLimits
  const inOrder = within(whole, perOrderMin, perOrderMax)
  const number = { type: 'number', required: true, step: 1 } as const
  return (
    <Group title={t('adminOptions.limits')}>
      <Field
        label={t('adminOptions.minQuantity')}
        {...number}
        min={perOrderMin}
        max={perOrderMax}
        error={errors.minQuantity?.message}
        {...register('minQuantity', inOrder)}
      />
      <Field
        label={t('adminProducts.maxPerOrder')}
        {...number}
        min={perOrderMin}
        max={perOrderMax}
        error={errors.maxQuantity?.message}
        {...register('maxQuantity', {
          validate: (value, { minQuantity }) => {
            if (whole(value) < whole(minQuantity)) return t('adminOptions.maxLow')
            return inOrder.validate(value)
          },
        })}
      />
      <Field
        label={t('adminOptions.perCustomer')}
        {...number}
        min={0}
        max={perCustomerMax}
        hint={t('adminOptions.perCustomerHint')}
        error={errors.perCustomer?.message}
        {...register('perCustomer', {
          ...within(whole, 0, perCustomerMax),
          required: t('kit.required'),
        })}
      />
    </Group>
  )
}
