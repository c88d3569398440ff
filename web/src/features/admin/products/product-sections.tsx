import { lengths } from '@chaveiro/contracts/lengths'
import { currencies } from '@chaveiro/contracts/limits'
import { productStatuses } from '@chaveiro/contracts/states'
import type { ReactNode } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { moneyForm, wholeForm } from '../../../i18n/typed-number.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { ImageField, isImageAddress } from '../components/image-field.tsx'
import { NumberField, useNumberRefusal, useNumberRules } from '../components/number-field.tsx'
import type { Category } from '../shared/rows.ts'
import type { PageProductFields } from './page-form-fields.ts'
import { RoleField } from './role-field.tsx'
import {
  dayBounds,
  levelBounds,
  perOrderBounds,
  priceBounds,
  ProviderField,
  SellerField,
} from './term-fields.tsx'

type Form = { form: UseFormReturn<PageProductFields> }

const pairsClass = 'grid min-w-0 items-start gap-4 sm:grid-cols-2'

function ProductSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 font-semibold">{title}</legend>
        {children}
      </fieldset>
    </Card>
  )
}

/** Name, description, category and picture. */
export function DescriptionPart({ form, categories }: Form & { categories: readonly Category[] }) {
  const { t } = useTranslation('admin')
  const { register, formState, control } = form
  const { errors } = formState
  const requiredRule = { validate: (value: string) => value.trim() !== '' || t('kit.required') }

  return (
    <ProductSection title={t('adminProducts.part.what')}>
      <Field
        label={t('adminProducts.name')}
        required
        autoComplete="off"
        maxLength={lengths.productName}
        error={errors.name?.message}
        {...register('name', requiredRule)}
      />

      <TextAreaField
        label={t('adminProducts.description')}
        required
        rows={4}
        maxLength={lengths.productDescription}
        error={errors.description?.message}
        {...register('description', requiredRule)}
      />

      <ChoiceField
        label={t('adminProducts.category')}
        required
        error={errors.category?.message}
        {...register('category', { required: t('kit.required') })}
      >
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChoiceField>

      <Controller
        control={control}
        name="image"
        rules={{ validate: (value) => isImageAddress(value) || t('kit.url') }}
        render={({ field, fieldState }) => (
          <ImageField
            label={t('adminProducts.image')}
            route={adminApi.products.upload}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </ProductSection>
  )
}

/** Currency, and the price unless several options have their own prices. */
export function PricePart({ form, several }: Form & { several: boolean }) {
  const { t } = useTranslation('admin')
  const { register, formState } = form
  const refuseNumber = useNumberRefusal()

  return (
    <ProductSection title={t('adminProducts.part.price')}>
      <div className={pairsClass}>
        {!several && (
          <NumberField
            label={t('adminProducts.price')}
            required
            hint={t('adminProducts.priceHint')}
            error={formState.errors.price?.message}
            {...register('price', {
              required: t('kit.required'),
              validate: (text, { currency }) =>
                refuseNumber(text, moneyForm(currency), priceBounds) ?? true,
            })}
          />
        )}

        <ChoiceField
          label={t('adminProducts.currency')}
          {...register('currency', { deps: ['price'] })}
        >
          {currencies.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </ChoiceField>
      </div>

      {several && <p className="text-sm text-muted">{t('adminOptions.termsElsewhere')}</p>}
    </ProductSection>
  )
}

/** Validity, which has no default. */
function ValidityFields({ form }: Form) {
  const { t } = useTranslation('admin')
  const { register, formState, control } = form
  const { errors } = formState
  const numberRules = useNumberRules()
  const chosenValidity = useWatch({ control, name: 'validity' })

  return (
    <>
      <ChoiceField
        label={t('adminOptions.validity')}
        required
        error={errors.validity?.message}
        {...register('validity', {
          required: t('adminProducts.validityMissing'),
          deps: ['expiration'],
          validate: (value, { provider }) =>
            value !== 'lifetime' || provider !== 'keyauth' || t('adminOptions.keyauthDays'),
        })}
      >
        <option value="">{t('adminProducts.choose')}</option>
        <option value="days">{t('adminOptions.byDays')}</option>
        <option value="lifetime">{t('adminOptions.lifetime')}</option>
      </ChoiceField>

      {chosenValidity === 'days' && (
        <NumberField
          whole
          label={t('adminOptions.daysField')}
          required
          error={errors.expiration?.message}
          {...register('expiration', {
            ...numberRules(wholeForm, dayBounds),
            required: t('kit.required'),
          })}
        />
      )}
    </>
  )
}

/** Source of keys, and the fields of that source. */
export function DeliveryPart({ form, isNew }: Form & { isNew: boolean }) {
  const { t } = useTranslation('admin')
  const { register, formState, control } = form
  const { errors } = formState
  const numberRules = useNumberRules()
  const [provider, role] = useWatch({ control, name: ['provider', 'discordRoleId'] })

  return (
    <ProductSection title={t('adminOptions.delivery')}>
      <div className={pairsClass}>
        <ProviderField {...register('provider', { deps: ['validity'] })} />
        <ValidityFields form={form} />

        {provider === 'keyauth' && (
          <>
            <SellerField {...register('sellerType')} />

            <NumberField
              whole
              label={t('adminProducts.level')}
              error={errors.level?.message}
              {...register('level', numberRules(wholeForm, levelBounds))}
            />
          </>
        )}

        <RoleField
          value={role}
          error={errors.discordRoleId?.message}
          register={(rules) => register('discordRoleId', rules)}
        />
      </div>

      {isNew && provider === 'stock' && (
        <TextAreaField
          mono
          label={t('adminProducts.keys')}
          hint={t('adminProducts.keysHint')}
          rows={4}
          autoComplete="off"
          spellCheck={false}
          {...register('keys')}
        />
      )}
    </ProductSection>
  )
}

/** Limit per order, status and featured flag. */
export function SalePart({ form, several }: Form & { several: boolean }) {
  const { t } = useTranslation('admin')
  const { register, formState } = form
  const numberRules = useNumberRules()

  return (
    <ProductSection title={t('adminProducts.part.sale')}>
      <div className={pairsClass}>
        <ChoiceField label={t('adminProducts.statusHead')} {...register('status')}>
          {productStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`adminProducts.status.${status}`)}
            </option>
          ))}
        </ChoiceField>

        {!several && (
          <NumberField
            whole
            label={t('adminProducts.maxPerOrder')}
            hint={t('adminProducts.maxPerOrderHint')}
            required
            error={formState.errors.maxPerOrder?.message}
            {...register('maxPerOrder', numberRules(wholeForm, perOrderBounds))}
          />
        )}
      </div>

      <Checkbox {...register('isFeatured')}>{t('adminProducts.featured')}</Checkbox>
    </ProductSection>
  )
}
