import type { AdminApi } from '@chaveiro/contracts/admin'
import { lengths } from '@chaveiro/contracts/lengths'
import { currencies, productLimits, sellerTypes } from '@chaveiro/contracts/limits'
import { productProviders, productStatuses } from '@chaveiro/contracts/states'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'
import { api, call } from '../../../api/call.ts'
import type { Reply } from '../../../api/http.ts'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { showBanner } from '../components/banner.tsx'
import { ChoiceField, TextAreaField } from '../components/fields.tsx'
import { FormModal } from '../components/form-modal.tsx'
import { ImageField, isImageAddress } from '../components/image-field.tsx'
import { useChange } from '../components/use-change.ts'
import type { Product } from '../shared/rows.ts'
import { decimal, formOf, payloadOf, whole, type ProductFields } from './product-fields.ts'
import { RoleField } from './role-field.tsx'

type Category = Reply<AdminApi['categories']['list']>[number]

type Form = { form: UseFormReturn<ProductFields> }

/** Saves, and says what was saved; what its chat role lacks is said too. */
function useSave(product: Product | undefined) {
  const { t } = useTranslation('admin')
  const change = useChange(adminApi.products.list, adminApi.products.stats, api.catalogue.featured)
  return async function save(fields: ProductFields): Promise<void> {
    const body = payloadOf(fields)
    const saved = product
      ? await call(adminApi.products.update, {
          params: { id: product.id },
          body: { ...body, version: product.version },
        })
      : await call(adminApi.products.create, { body })
    toast(
      product
        ? t('adminProducts.updated', { name: body.name })
        : t('adminProducts.created', { name: body.name }),
      'good',
    )
    // The product stands; what its role lacks is for staff to mend.
    if (saved.roleWarning)
      showBanner(
        t('discord.savedBut', {
          name: body.name,
          reason: t(`discord.warning.${saved.roleWarning}`),
        }),
      )
    void change.reload()
  }
}

/** What a field of a number may hold, and what it says otherwise. */
function useWithin() {
  const { t } = useTranslation('admin')
  return (read: (text: string) => number, min: number, max: number) => ({
    validate: (value: string) => {
      if (read(value) < min) return t('kit.min', { min })
      return read(value) > max ? t('kit.max', { max }) : true
    },
  })
}

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

/** Price, category, who makes the key, state and chat role. */
function SaleFields({ form, categories }: Form & { categories: readonly Category[] }) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const {
    register,
    formState: { errors },
  } = form
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        label={t('adminProducts.price')}
        type="number"
        required
        min={0}
        step={0.01}
        error={errors.price?.message}
        {...register('price', {
          ...within(decimal, 0, productLimits.priceCentsMax / 100),
          required: t('kit.required'),
        })}
      />
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
      <ChoiceField
        label={t('adminProducts.provider')}
        required
        hint={t('adminProducts.providerHint')}
        {...register('provider')}
      >
        {productProviders.map((provider) => (
          <option key={provider} value={provider}>
            {t(`adminProducts.provider.${provider}`)}
          </option>
        ))}
      </ChoiceField>
      <ChoiceField label={t('adminProducts.statusHead')} {...register('status')}>
        {productStatuses.map((status) => (
          <option key={status} value={status}>
            {t(`adminProducts.status.${status}`)}
          </option>
        ))}
      </ChoiceField>
      <div>
        <RoleField form={form} />
      </div>
    </div>
  )
}

/** What a key of it is: seller, level, days, and how many go into one order. */
function TermFields({ form: { register, formState } }: Form) {
  const { t } = useTranslation('admin')
  const within = useWithin()
  const { errors } = formState
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <ChoiceField label={t('adminProducts.sellerType')} {...register('sellerType')}>
        {sellerTypes.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </ChoiceField>
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
        min={productLimits.expirationMin}
        max={productLimits.expirationMax}
        step={1}
        error={errors.expiration?.message}
        {...register(
          'expiration',
          within(whole, productLimits.expirationMin, productLimits.expirationMax),
        )}
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
 * Add a product, or edit one from its row; a save that meets somebody else's change says so and
 * keeps what was typed.
 */
export function ProductForm({
  product,
  categories,
  onClose,
}: {
  product?: Product
  categories: readonly Category[]
  onClose(): void
}) {
  const { t } = useTranslation('admin')
  const form = useForm<ProductFields>({ defaultValues: formOf(product, categories) })
  const save = useSave(product)
  return (
    <FormModal
      wide
      form={form}
      title={
        product ? t('adminProducts.editTitle', { name: product.name }) : t('adminProducts.add')
      }
      failed={product ? t('adminProducts.errorUpdate') : t('adminProducts.errorCreate')}
      onSave={save}
      onClose={onClose}
    >
      <NameFields form={form} />
      <SaleFields form={form} categories={categories} />
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
      <TermFields form={form} />
      <Checkbox {...form.register('isFeatured')}>{t('adminProducts.featured')}</Checkbox>
    </FormModal>
  )
}
