import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../api/call.ts'
import { toast } from '../../../ui/toast.tsx'
import { showBanner } from '../components/banner.tsx'
import { useChange } from '../components/use-change.ts'
import type { Product } from '../shared/rows.ts'
import type { pagePayloadOf } from './page-form-fields.ts'
import { generalOf, hasSeveral, type ProductFields } from './product-fields.ts'

/** Saves a product and reports success, with a warning when its chat role has a problem. */
export function useSaveProduct(product: Product | undefined) {
  const { t } = useTranslation('admin')

  const productChange = useChange(
    adminApi.products.list,
    adminApi.products.stats,
    adminApi.products.read,
    api.catalogue.featured,
  )

  return async function saveProduct(
    fields: ProductFields,
    whole: ReturnType<typeof pagePayloadOf>,
  ): Promise<Product> {
    const requestBody = hasSeveral(product) ? generalOf(fields) : whole

    const savedProduct = product
      ? await call(adminApi.products.update, {
          params: { id: product.id },
          body: { ...requestBody, version: product.version },
        })
      : await call(adminApi.products.create, { body: requestBody })

    toast(
      product
        ? t('adminProducts.updated', { name: requestBody.name })
        : t('adminProducts.created', { name: requestBody.name }),
      'good',
    )

    // The product is saved; staff must fix the role in Discord.
    if (savedProduct.roleWarning)
      showBanner(
        t('discord.savedBut', {
          name: requestBody.name,
          reason: t(`discord.warning.${savedProduct.roleWarning}`),
        }),
      )

    void productChange.reload()

    return savedProduct.product
  }
}
