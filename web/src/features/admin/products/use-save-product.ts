import { useTranslation } from 'react-i18next'
import { adminApi } from 'virtual:admin-api'

import { api, call } from '../../../api/call.ts'
import { toast } from '../../../ui/toast.tsx'
import { showBanner } from '../components/banner.tsx'
import { useChange } from '../components/use-change.ts'
import type { Product } from '../shared/rows.ts'
import type { pagePayloadOf } from './page-form-fields.ts'
import { generalOf, hasSeveral, type ProductFields } from './product-fields.ts'

/** Saves, and says what was saved; what its chat role lacks is said too. */
export function useSaveProduct(product: Product | undefined) {
  const { t } = useTranslation('admin')

  const change = useChange(
    adminApi.products.list,
    adminApi.products.stats,
    adminApi.products.read,
    api.catalogue.featured,
  )

  return async function save(
    fields: ProductFields,
    whole: ReturnType<typeof pagePayloadOf>,
  ): Promise<Product> {
    const body = hasSeveral(product) ? generalOf(fields) : whole

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

    return saved.product
  }
}
