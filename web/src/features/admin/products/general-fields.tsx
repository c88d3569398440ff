import { lengths } from '@chaveiro/contracts/lengths'
import { currencies } from '@chaveiro/contracts/limits'
import { productLimits } from '@chaveiro/contracts/product-limits'
import { productStatuses } from '@chaveiro/contracts/states'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { ImageField, isImageAddress } from '../components/image-field.tsx'
import type { Category } from '../shared/rows.ts'
import { decimal, whole, type ProductFields } from './product-fields.ts'
import { RoleField } from './role-field.tsx'
import { ProviderField, SellerField, useWithin } from './term-fields.tsx'

type Form = { form: UseFormReturn<ProductFields> }

/** How the product is called and what it is. */
function NameFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const filled = { validate: (value: string) => value.trim() !== '' || t('kit.required') }
  const { errors } = formState
  return (
    <>
      <Field
        label={t('adminProducts.name')}
        required
        maxLength={lengths.productName}
        error={errors.name?.message}
        {...register('name', filled)}
      />
      <TextAreaField
        label={t('adminProducts.description')}
        required
        rows={4}
        maxLength={lengths.productDescription}
        error={errors.description?.message}
        {...register('description', filled)}
      />
    </>
  )
}

function PriceField({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  return (
    <Field
      label={t('adminProducts.price')}
      type="number"
      required
      min={0}
      step={0.01}
      error={formState.errors.price?.message}
      {...register('price', {
        ...within(decimal, 0, productLimits.priceCentsMax / 100),
        required: t('kit.required'),
      })}
    />
  )
}

/**
 * Price, category, who makes the key, state and chat role; of several options each has its own
 * price, delivery and role.
 */
function SaleFields({
  form,
  categories,
  several,
}: Form & { categories: readonly Category[]; several: boolean }) {
  const { t } = useTranslation('admin')
  const { register, control, formState } = form
  const { errors } = formState
  const role = useWatch({ control, name: 'discordRoleId' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {several ? null : <PriceField form={form} />}
      <ChoiceField label={t('adminProducts.currency')} {...register('currency')}>
        {currencies.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </ChoiceField>
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
      {several ? null : <ProviderField {...register('provider')} />}
      <ChoiceField label={t('adminProducts.statusHead')} {...register('status')}>
        {productStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`adminProducts.status.${status}`)}
          </option>
        ))}
      </ChoiceField>
      {several ? null : (
        <RoleField
          value={role}
          error={errors.discordRoleId?.message}
          register={(rules) => register('discordRoleId', rules)}
        />
      )}
    </div>
  )
}

/** What a key of it is: seller, level, days, and how many go into one order. */
function TermFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const { errors, defaultValues } = formState
  // 0 days are sent back as they came: it is for life, and stays so.
  const isForLife = defaultValues?.expiration === '0'
  const fewest = isForLife ? 0 : productLimits.expirationMin
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
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
      <Field
        label={t('adminProducts.expiration')}
        type="number"
        min={fewest}
        max={productLimits.expirationMax}
        step={1}
        hint={isForLife ? t('adminOptions.zeroForLife') : undefined}
        error={errors.expiration?.message}
        {...register('expiration', within(whole, fewest, productLimits.expirationMax))}
      />
      <Field
        label={t('adminProducts.maxPerOrder')}
        hint={t('adminProducts.maxPerOrderHint')}
        type="number"
        required
        min={productLimits.perOrderMin}
        max={productLimits.perOrderMax}
        step={1}
        error={errors.maxPerOrder?.message}
        {...register(
          'maxPerOrder',
          within(whole, productLimits.perOrderMin, productLimits.perOrderMax),
        )}
      />
    </div>
  )
}

/**
 * All that is said of a product itself; with several options, price, delivery, term and limits are
 * said of each of them instead.
 */
export function GeneralFields({
  form,
  categories,
  several,
}: Form & { categories: readonly Category[]; several: boolean }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <NameFields form={form} />
      <SaleFields form={form} categories={categories} several={several} />
      <Controller
        control={form.control}
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
      {several ? null : <TermFields form={form} />}
      <Checkbox {...form.register('isFeatured')}>{t('adminProducts.featured')}</Checkbox>
      {several ? <p className="text-sm text-muted">{t('adminOptions.termsElsewhere')}</p> : null}
    </>
  )
}
