import { sellerTypes } from '@chaveiro/contracts/product-limits'
import { productProviders } from '@chaveiro/contracts/states'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../components/fields.tsx'

// What the form of a product and the one of an option have in common.

/** What a field of a number may hold, and what it says otherwise. */
export function useWithin() {
  const { t } = useTranslation('admin')
  return (read: (text: string) => number, min: number, max: number) => ({
    validate: (value: string) => {
      if (read(value) < min) return t('kit.min', { min })
      return read(value) > max ? t('kit.max', { max }) : true
    },
  })
}

type Choice = ComponentProps<'select'> & { error?: string | undefined }

/** Where the key comes from. */
export function ProviderField(field: Choice) {
  const { t } = useTranslation('admin')
  return (
    <ChoiceField
      label={t('adminProducts.provider')}
      required
      hint={t('adminProducts.providerHint')}
      {...field}
    >
      {productProviders.map((provider) => (
        <option key={provider} value={provider}>
          {t(`adminProducts.provider.${provider}`)}
        </option>
      ))}
    </ChoiceField>
  )
}

/** Whose key it is at KeyAuth. */
export function SellerField(field: Choice) {
  const { t } = useTranslation('admin')
  return (
    <ChoiceField label={t('adminProducts.sellerType')} {...field}>
      {sellerTypes.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </ChoiceField>
  )
}
