import type { Api } from '@chaveiro/contracts'
import { useTranslation } from 'react-i18next'

import type { Reply } from '../../api/http.ts'
import { money } from '../../i18n/format.ts'

type PricedProduct = Pick<
  Reply<Api['catalogue']['byCategory']>[number],
  'variantCount' | 'price' | 'priceFrom' | 'currency'
>

/**
 * The price of a product in a list. With several variants it is the lowest price that can be
 * bought, after the small words that say so.
 */
export function ListedPrice({ product }: { product: PricedProduct }) {
  const { t } = useTranslation('store')
  const { variantCount, price, priceFrom, currency } = product
  if (variantCount < 2) return money(price, currency)

  return (
    <span>
      <span className="font-sans text-sm font-normal">{t('product.from', { price: '' })}</span>
      {money(priceFrom, currency)}
    </span>
  )
}
