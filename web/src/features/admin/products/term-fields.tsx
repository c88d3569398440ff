import { productLimits, sellerTypes } from '@chaveiro/contracts/product-limits'
import { productProviders } from '@chaveiro/contracts/states'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { moneyForm, numberIn } from '../../../i18n/typed-number.ts'
import { ChoiceField } from '../components/fields.tsx'
import { useNumberRefusal } from '../components/number-field.tsx'

// What the form of a product and the one of an option have in common.

export const levelBounds = { min: productLimits.levelMin, max: productLimits.levelMax }
export const dayBounds = { min: productLimits.expirationMin, max: productLimits.expirationMax }
export const priceBounds = { max: productLimits.priceCentsMax / 100 }
export const perOrderBounds = { min: productLimits.perOrderMin, max: productLimits.perOrderMax }

/** The rules of a price, and of what is struck through beside it, which is higher or empty. */
export function usePriceRules(currency: string) {
  const { t } = useTranslation('admin')
  const refusal = useNumberRefusal()
  const money = moneyForm(currency)
  const wrong = (text: string) => refusal(text, money, priceBounds)

  return {
    price: { required: t('kit.required'), validate: (text: string) => wrong(text) ?? true },
    compareAt: {
      validate: (text: string, fields: { price: string }) => {
        const [before, price] = [numberIn(text, money), numberIn(fields.price, money)]
        if (text.trim() === '' || before === null || price === null) return wrong(text) ?? true

        return before > price ? (wrong(text) ?? true) : t('adminOptions.compareAtLow')
      },
    },
  }
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
