import { useTranslation } from 'react-i18next'

import { money, number } from '../../../../i18n/format.ts'
import type { Option } from './option-fields.ts'

/** Values of an option as text, by field name. */
export function useOptionWords(currency: string) {
  const { t } = useTranslation('admin')
  const validityText = (days: number | null) =>
    days === null ? t('adminOptions.lifetime') : t('adminOptions.days', { count: days })

  return (option: Option) => ({
    name: option.name,
    nameEn: option.nameEn,
    price: money(option.price, currency),
    compareAtPrice: option.compareAtPrice === null ? null : money(option.compareAtPrice, currency),
    provider: t(`adminProducts.provider.${option.provider}`),
    validityDays: validityText(option.validityDays),
    metadata: `${option.metadata.sellerType}, ${number(option.metadata.level)}`,
    minQuantity: number(option.minQuantity),
    maxQuantity: number(option.maxQuantity),
    perCustomer: option.perCustomer ? number(option.perCustomer) : t('adminCoupons.noLimit'),
    discordRoleId: option.discordRoleId,
    active: t(option.active ? 'adminOptions.onSale' : 'adminOptions.off'),
  })
}
