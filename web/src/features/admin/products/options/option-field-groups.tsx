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

const pairsClass = 'grid min-w-0 items-start gap-4 sm:grid-cols-2'

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={pairsClass}>
      <legend className="mb-3 text-sm font-semibold text-muted">{title}</legend>
      {children}
    </fieldset>
  )
}

/** The name of the first option, which needs one once the product gets a second option. */
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

/** Names in both languages, unique within a product. */
export function NameFields({
  form: { register, formState },
  taken,
  isNew,
}: Form & { taken: readonly string[]; isNew: boolean }) {
  const { t } = useTranslation('admin')
  const { errors } = formState

  return (
    <div className={pairsClass}>
      <Field
        label={t(isNew ? 'adminOptions.newName' : 'adminProducts.name')}
        required
        autoComplete="off"
        maxLength={lengths.variantName}
        hint={t('adminOptions.nameHint')}
        error={errors.name?.message}
        {...register('name', {
          validate: (value, { firstName }) => {
            const normalizedName = value.trim().toLowerCase()
            if (!normalizedName) return t('kit.required')

            const otherNames = [...taken, firstName].map((other) => other.trim().toLowerCase())

            return (
              !otherNames.includes(normalizedName) ||
              t('adminOptions.nameTaken', { name: value.trim() })
            )
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

/** Price and compare-at price. */
export function PriceFields({
  form: { register, formState },
  currency,
}: Form & { currency: string }) {
  const { t } = useTranslation('admin')
  const priceRules = usePriceRules(currency)
  const { errors } = formState

  return (
    <div className={pairsClass}>
      <NumberField
        label={t('adminOptions.price', { currency })}
        required
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

/** Validity of a key: days or lifetime. */
function ValidityFields({ form: { register, formState, watch } }: Form) {
  const { t } = useTranslation('admin')
  const numberRules = useNumberRules()
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
          {...register('days', {
            ...numberRules(wholeForm, dayBounds),
            required: t('kit.required'),
          })}
        />
      )}
    </>
  )
}

/** Source of keys, validity, and the provider's own fields. */
export function DeliveryFields({ form }: Form) {
  const { t } = useTranslation('admin')
  const numberRules = useNumberRules()
  const { register, formState, watch } = form
  const { errors } = formState

  return (
    <FieldGroup title={t('adminOptions.delivery')}>
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
        {...register('level', numberRules(wholeForm, levelBounds))}
      />
    </FieldGroup>
  )
}

/** Limits per order and per customer. */
export function LimitFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const numberRules = useNumberRules()
  const refuseNumber = useNumberRefusal()
  const { errors } = formState
  const wholeNumberRule = { whole: true, required: true } as const

  return (
    <FieldGroup title={t('adminOptions.limits')}>
      <NumberField
        {...wholeNumberRule}
        label={t('adminOptions.minQuantity')}
        error={errors.minQuantity?.message}
        {...register('minQuantity', numberRules(wholeForm, perOrderBounds))}
      />

      <NumberField
        {...wholeNumberRule}
        label={t('adminProducts.maxPerOrder')}
        error={errors.maxQuantity?.message}
        {...register('maxQuantity', {
          validate: (text, { minQuantity }) => {
            const minimumQuantity = numberIn(minQuantity, wholeForm)
            const maximumQuantity = numberIn(text, wholeForm)
            if (
              minimumQuantity !== null &&
              maximumQuantity !== null &&
              maximumQuantity < minimumQuantity
            )
              return t('adminOptions.maxLow')

            return refuseNumber(text, wholeForm, perOrderBounds) ?? true
          },
        })}
      />

      <NumberField
        {...wholeNumberRule}
        label={t('adminOptions.perCustomer')}
        hint={t('adminOptions.perCustomerHint')}
        error={errors.perCustomer?.message}
        {...register('perCustomer', {
          ...numberRules(wholeForm, { max: productLimits.perCustomerMax }),
          required: t('kit.required'),
        })}
      />
    </FieldGroup>
  )
}
