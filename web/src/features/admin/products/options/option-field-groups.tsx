import { lengths } from '@chaveiro/contracts/lengths'
import { productLimits } from '@chaveiro/contracts/product-limits'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { numberIn, wholeForm } from '../../../../i18n/typed-number.ts'
import { Field } from '../../../../ui/field.tsx'
import { ChoiceField } from '../../components/fields.tsx'
import { NumberField, useNumberRefusal, useNumberRules } from '../../components/number-field.tsx'
import { RoleField } from '../role-field.tsx'
import {
  dayBounds,
  levelBounds,
  perOrderBounds,
  ProviderField,
  SellerField,
  usePriceRules,
} from '../term-fields.tsx'
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
  const rules = usePriceRules(currency)
  const { errors } = formState

  return (
    <div className={pairs}>
      <NumberField
        label={t('adminOptions.price', { currency })}
        required
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

/** How long a key serves: so many days, or for life. */
function ValidityFields({ form: { register, formState, watch } }: Form) {
  const { t } = useTranslation('admin')
  const rules = useNumberRules()
  const { errors } = formState
  const isForLife = watch('validity') === 'lifetime'

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

      {!isForLife && (
        <NumberField
          whole
          label={t('adminOptions.daysField')}
          required
          hint={t('adminOptions.daysHint')}
          error={errors.days?.message}
          {...register('days', { ...rules(wholeForm, dayBounds), required: t('kit.required') })}
        />
      )}
    </>
  )
}

/** Where its key comes from, how long it serves, and what it is there. */
export function DeliveryFields({ form }: Form) {
  const { t } = useTranslation('admin')
  const rules = useNumberRules()
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

      <NumberField
        whole
        label={t('adminProducts.level')}
        error={errors.level?.message}
        {...register('level', rules(wholeForm, levelBounds))}
      />
    </Group>
  )
}

/** How many go into one order, and how many one customer may ever have. */
export function LimitFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const rules = useNumberRules()
  const refusal = useNumberRefusal()
  const { errors } = formState
  const number = { whole: true, required: true } as const

  return (
    <Group title={t('adminOptions.limits')}>
      <NumberField
        {...number}
        label={t('adminOptions.minQuantity')}
        error={errors.minQuantity?.message}
        {...register('minQuantity', rules(wholeForm, perOrderBounds))}
      />

      <NumberField
        {...number}
        label={t('adminProducts.maxPerOrder')}
        error={errors.maxQuantity?.message}
        {...register('maxQuantity', {
          validate: (text, { minQuantity }) => {
            const least = numberIn(minQuantity, wholeForm)
            const most = numberIn(text, wholeForm)
            if (least !== null && most !== null && most < least) return t('adminOptions.maxLow')

            return refusal(text, wholeForm, perOrderBounds) ?? true
          },
        })}
      />

      <NumberField
        {...number}
        label={t('adminOptions.perCustomer')}
        hint={t('adminOptions.perCustomerHint')}
        error={errors.perCustomer?.message}
        {...register('perCustomer', {
          ...rules(wholeForm, { max: productLimits.perCustomerMax }),
          required: t('kit.required'),
        })}
      />
    </Group>
  )
}
