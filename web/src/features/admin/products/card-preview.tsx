import { useWatch, type Control } from 'react-hook-form'
import { useTranslation } from 'react-i18next'

import { money } from '../../../i18n/format.ts'
import { moneyForm, numberIn, wholeForm } from '../../../i18n/typed-number.ts'
import { ProductImage } from '../../../ui/product-image.tsx'
import { isImageAddress } from '../components/image-field.tsx'
import type { Category, Product } from '../shared/rows.ts'
import type { PageProductFields } from './page-form-fields.ts'
import { hasSeveral } from './product-fields.ts'

type Shown = { fields: PageProductFields; product: Product | undefined }

/** How long a key serves, as the shop tells it; '' while nobody has said it. */
function useValidity({ fields: { validity, expiration }, product }: Shown): string {
  const { t } = useTranslation('admin')
  // Several options have terms of their own.
  if (hasSeveral(product)) return ''
  if (validity === 'lifetime') return t('adminOptions.lifetime')

  const days = numberIn(expiration, wholeForm)

  return validity === 'days' && days ? t('adminProducts.validFor', { count: days }) : ''
}

/**
 * What it costs, a dash while that is not certain; several options cost from the lowest of them on.
 */
function usePrice({ fields: { price, currency }, product }: Shown): string {
  const { t } = useTranslation('admin')
  if (product && hasSeveral(product))
    return t('adminProducts.from', { price: money(product.priceFrom, currency) })

  const typed = numberIn(price, moneyForm(currency))

  return typed === null ? '–' : money(typed, currency)
}

/** Name and description, or where they will stand. */
function Words({ name, description }: Pick<PageProductFields, 'name' | 'description'>) {
  const { t } = useTranslation('admin')
  return (
    <div className="grid gap-1 px-1 wrap-anywhere">
      <p className="leading-snug font-semibold">{name.trim() || t('adminProducts.noName')}</p>
      <p className="line-clamp-2 text-sm text-muted">
        {description.trim() || t('adminProducts.noDescription')}
      </p>
    </div>
  )
}

/** The product as its card in the shop shows it, changing as one types (P421). */
export function CardPreview({
  control,
  categories,
  product,
}: {
  control: Control<PageProductFields>
  categories: readonly Category[]
  product: Product | undefined
}) {
  const { t } = useTranslation('admin')
  const fields = useWatch({ control }) as PageProductFields
  const category = categories.find(({ id }) => id === fields.category)
  const { image } = fields
  const validity = useValidity({ fields, product })
  const price = usePrice({ fields, product })

  return (
    <section aria-label={t('adminProducts.preview')} className="grid gap-2 lg:sticky lg:top-6">
      <h2 className="text-sm font-semibold text-muted">{t('adminProducts.preview')}</h2>

      <div className="grid gap-3 rounded-lg border border-line bg-surface p-3">
        <ProductImage
          key={image}
          src={isImageAddress(image) ? image : null}
          color={category?.color ?? '#3B82F6'}
          eager
        />

        <Words {...fields} />
        <div className="flex flex-wrap items-baseline justify-between gap-2 px-1">
          <span className="text-lg font-bold text-warm">{price}</span>
          <span className="text-xs text-muted">{category?.name}</span>
        </div>
        {validity && <p className="px-1 text-xs text-muted">{validity}</p>}
      </div>

      {fields.status !== 'active' && (
        <p className="text-xs text-wait">{t('adminProducts.notShown')}</p>
      )}
    </section>
  )
}
