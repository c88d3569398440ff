import { soldMost } from '@chaveiro/contracts/admin/product-figures'
import { useTranslation } from 'react-i18next'

import { number } from '../../../i18n/format.ts'
import type { ListedProduct } from '../shared/rows.ts'

/** Texts about a product's stock and recent sales. */
export function useProductFigures() {
  const { t } = useTranslation('admin')
  return {
    keys: ({ freeKeys }: ListedProduct) =>
      freeKeys === null ? t('adminProducts.noOwnStock') : number(freeKeys),
    sold: ({ soldLately }: ListedProduct) =>
      soldLately > soldMost ? t('adminProducts.soldMore', { most: soldMost }) : number(soldLately),
    line: ({ provider, freeKeys, soldLately }: ListedProduct) =>
      [
        freeKeys === null
          ? t(`adminProducts.provider.${provider}`)
          : t('adminProducts.keysFree', { count: freeKeys }),
        soldLately > soldMost
          ? t('adminProducts.soldMoreOf', { most: soldMost })
          : t('adminProducts.soldOf', { count: soldLately }),
      ].join(' · '),
  }
}

/** Free keys of a product; a dash when it is not sold from stock. */
export function KeysCell({ product }: { product: ListedProduct }) {
  const { keys } = useProductFigures()
  if (product.freeKeys === null) return <span className="text-muted">{keys(product)}</span>

  return keys(product)
}
