import { productLimits, sellerTypes } from '@chaveiro/contracts/product-limits'
import { productProviders } from '@chaveiro/contracts/states'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

import { moneyForm, numberIn } from '../../../i18n/typed-number.ts'
import { ChoiceField } from '../components/fields.tsx'
import { useNumberRefusal } from '../components/number-field.tsx'

// Fields shared by the forms of products and options.

export const levelBounds = { min: productLimits.levelMin, max: productLimits.levelMax }
export const dayBounds = { min: productLimits.expirationMin, max: productLimits.expirationMax }
export const priceBounds = { max: productLimits.priceCentsMax / 100 }
export const perOrderBounds = { min: productLimits.perOrderMin, max: productLimits.perOrderMax }

/** Validation of price and compare-at price, which is higher or empty. */
export function usePriceRules(currency: string) {
  const { t } = useTranslation('admin')
  const refuseNumber = useNumberRefusal()
  const moneyFormat = moneyForm(currency)
  const numberFault = (text: string) => refuseNumber(text, moneyFormat, priceBounds)

  return {
    price: { required: t('kit.required'), validate: (text: string) => numberFault(text) ?? true },
    compareAt: {
      validate: (text: string, fields: { price: string }) => {
        const [before, price] = [numberIn(text, moneyFormat), numberIn(fields.price, moneyFormat)]
        if (text.trim() === '' || before === null || price === null)
          return numberFault(text) ?? true

        if (before > price) return numberFault(text) ?? true

        return t('adminOptions.compareAtLow')
      },
    },
  }
}

type Choice = ComponentProps<'select'> & { error?: string | undefined }

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
